// The progress of a load, as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/workspace/notices/notices.h"
#include "core/session/session.h"

namespace lanescope {

struct LoadFacts {
  Session::State state = Session::State::Loading;
  std::uint64_t bytes_done = 0, bytes_total = 0, events = 0;
  LoadPhase phase = LoadPhase::Reading;
  double seconds = 0;
  bool timed = true;      // whether to tell how long it took
  bool stopping = false;  // what has been read is kept, and still sorted and linked

  friend bool operator==(const LoadFacts&, const LoadFacts&) = default;
};
LoadFacts load_facts(const Session& session);

/// The file's name without its folder: "run.json", with a profile beside it "run.json +
/// run.folded".
std::string session_name(const Session& session);
/// The same of one of two runs: "good/rank0.json.gz" where the other's file has the same name, with
/// the folder in which they differ.
std::string session_name_beside(const Session& session, const Session& other);
/// Of a load that has failed: which file is at fault, without its folder, and why.
OpenProblem load_failure(const Session& session);

/// Progress from 0 to 1, for a bar; reading is most of it.
float load_share(const LoadFacts& facts);
/// "45 % · 512 MiB of 1.1 GiB · 3.40 M events · 4 s left"; "stopping · sorting 3.40 M events";
/// "Exporting report by nsys · 34.0 MiB written".
std::string load_progress_text(const LoadFacts& facts);
/// When it has ended: "1.24 M events · loaded in 610 ms", or "stopped after", "failed after"; if
/// not timed, "1.24 M events · loaded", "stopped", "failed".
std::string load_done_text(const LoadFacts& facts);

/// The notice about a load that has ended; nullopt if it succeeded without problems.
std::optional<Notice> load_end_notice(const Session& session);
/// The same for a completed load, from its report.
std::optional<Notice> report_notice(const LoadReport& report);

/// "23,498", "1.24 M".
std::string short_count(std::uint64_t count);
/// "1 event", "12.5 M events".
std::string short_counted(std::uint64_t count, std::string_view one);

}  // namespace lanescope
