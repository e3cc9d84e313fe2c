// The ranks of a run in words: labels, hints and the details of what is selected.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/view/ranks/ranks_picture.h"

namespace lanescope {

/// "rank 3"; "rank 3 (2)" for the second trace of one rank.
std::string rank_title(const RanksPicture& run, std::size_t trace);
/// "+12.00 µs ± 3.000 µs": how the clock was moved, and how sure that is. "reference clock";
/// "clock not aligned".
std::string clock_text(const RanksPicture& run, std::size_t trace);
/// "clock not aligned: the ends of its collectives deviate by …"; empty for one that is.
std::string clock_refusal(const RanksPicture& run, std::size_t trace);
/// "+12.00 µs", "−3.000 µs", "0 ns".
std::string signed_duration(Ns ns);

/// How fast the bytes of a collective went over the wires; nullopt where sizes or times are
/// missing.
std::optional<double> bus_gb_per_s(const MatchedCollective& one);
/// By all of its ranks together.
Ns waited_ns(const MatchedCollective& one);

/// "4 ranks · 31 collectives · rank 5 has no trace": one line about the run.
std::string ranks_facts(const RanksPicture& run);
/// "torchrec, 4 ranks": the folder that the files lie in.
std::string ranks_name(const std::vector<std::string>& files);
/// What of the files could not be read or has changed meanwhile: "1 file could not be read, the
/// others are shown: rank3.json: …"; empty when all went well. Files that are no traces are no
/// problem.
std::string ranks_problem(const RanksPicture& run);

/// What is wrong with a file that was read, a sentence each without its full stop.
std::vector<std::string_view> rank_file_problems(const RankPicture& rank);
/// Why a rank's trace, opened now, is not what the ranks show; empty: it is. Cost:
/// FileStamp::holds.
std::string rank_change(const RankPicture& rank);

/// Rows of the details panel.
struct RanksDetailRow {
  enum class Kind : std::uint8_t { Section, Fact, Text, Rank } kind = Kind::Fact;
  std::string key, value;
  std::size_t trace = 0;  // of Rank: the row leads to it
  float share = 0;        // of Rank: of the longest wait; below 0: it was last
};
struct RanksDetails {
  std::string title, subtitle;
  std::vector<RanksDetailRow> rows;
};
/// Who was last, the skew, the wait of each rank, what is left for the transfer.
RanksDetails collective_details(const RanksPicture& run, std::size_t collective);
/// File, host, clock, what it waited and made others wait, and why.
RanksDetails rank_details(const RanksPicture& run, std::size_t trace);

}  // namespace lanescope
