// How a load is going, in words.
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
  bool timed = true;  // how long it took is to be told

  friend bool operator==(const LoadFacts&, const LoadFacts&) = default;
};
LoadFacts load_facts(const Session& session);

/// The file's name without its folder.
std::string session_name(const Session& session);

/// 0 … 1, for a bar: reading is most of it.
float load_share(const LoadFacts& facts);
/// "45 % · 512 MiB of 1.1 GiB · 3.40 M events · 4 s left".
std::string load_progress_text(const LoadFacts& facts);
/// When it is over: "1.24 M events · loaded in 610 ms", or "stopped after", "failed after"; of what
/// is not timed "1.24 M events · loaded", "stopped", "failed".
std::string load_done_text(const LoadFacts& facts);

/// What there is to say about a load that has ended; nothing when all went well.
std::optional<Notice> load_end_notice(const Session& session);
/// The same of a load that came to its end, by its report.
std::optional<Notice> report_notice(const LoadReport& report);

/// "23,498", "1.24 M".
std::string short_count(std::uint64_t count);

}  // namespace lanescope
