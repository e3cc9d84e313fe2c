// The ranks of a run in words: labels, hints and the details of the selection.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/view/ranks/ranks_picture.h"

namespace lanescope {

/// "rank 3"; the file's name if that is doubtful, with its folder if another file has that name.
std::string rank_title(const RanksPicture& run, std::size_t trace);
/// The same at the beginning of a line: "Rank 3".
std::string rank_label(const RanksPicture& run, std::size_t trace);
/// "+12.00 µs ± 3.000 µs": how far the clock was shifted, with its error. Or "reference clock",
/// "clock not aligned".
std::string clock_text(const RanksPicture& run, std::size_t trace);
/// What stands below the name of a rank: clock_text; or how long the trace is, where each is drawn
/// from its own start.
std::string rank_note(const RanksPicture& run, std::size_t trace);
/// "clock not aligned: the ends of its collectives deviate by …"; empty if it is aligned.
std::string clock_refusal(const RanksPicture& run, std::size_t trace);
/// "+12.00 µs", "−3.000 µs", "0 ns".
std::string signed_duration(Ns ns);

/// A collective's bus bandwidth; nullopt if sizes or times are missing.
std::optional<double> bus_gb_per_s(const MatchedCollective& one);
/// Sum over its ranks.
Ns waited_ns(const MatchedCollective& one);

/// "4 ranks · 31 collectives · rank 5 has no trace": one line about the run. Of traces that nothing
/// relates, only how many there are.
std::string ranks_facts(const RanksPicture& run);
/// "torchrec": the name of the folder of all files, see folder_of_files; "run" if it has none.
std::string ranks_name(const std::vector<std::string>& files);
/// Which files could not be read or have since changed: "1 file could not be read (the others are
/// shown): rank3.json: …"; empty if there were no problems. Files that are not traces are not a
/// problem.
std::string ranks_problem(const RanksPicture& run);
/// What there is of a run whose loading was stopped: "Loading was stopped. 3 of 8 ranks were
/// loaded; all figures cover only these." Empty if all were.
std::string stopped_ranks_text(std::size_t loaded, std::size_t files);

/// Why the traces do not look like ranks of one run, in one sentence; empty if they do.
std::string unrelated_text(const RanksPicture& run);

/// What is wrong with a file that was read, one sentence each without the period.
std::vector<std::string_view> rank_file_problems(const RankPicture& rank);
/// Why a rank's trace, if opened now, differs from what is shown; empty if it does not. Cost:
/// FileStamp::holds.
std::string rank_change(const RankPicture& rank);

/// Rows of the details panel.
struct RanksDetailRow {
  enum class Kind : std::uint8_t { Section, Fact, Text, Rank } kind = Kind::Fact;
  std::string key, value;
  std::size_t trace = 0;  // for Rank: the trace that the row links to
  float share = 0;        // for Rank: wait as a share of the longest; negative: it was last
};
struct RanksDetails {
  std::string title, subtitle;
  std::vector<RanksDetailRow> rows;
};
/// Which rank was last, the skew, each rank's wait, the shortest transfer.
RanksDetails collective_details(const RanksPicture& run, std::size_t collective);
/// File, host, clock, time it waited and time it made others wait, and why.
RanksDetails rank_details(const RanksPicture& run, std::size_t trace);

}  // namespace lanescope
