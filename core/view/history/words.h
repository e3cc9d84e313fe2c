// What a history says, in words.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/history/history_files.h"

namespace lanescope {

/// By the name, as its color is.
KernelKind kernel_kind_of(std::string_view kernel);

/// "step time", "GPU busy", "idle, data loading", "GEMM kernels".
std::string metric_title(std::size_t metric);
/// "152.3 ms", "87.2 %", "61.00 GiB".
std::string metric_text(std::size_t metric, double value);
/// "+6.120 ms", "-3.2 points", "+1.250 GiB".
std::string metric_delta_text(std::size_t metric, double delta);

/// "+4.1 %"; of a share "-3.2 points". Of a value that was 0 before, the delta.
std::string change_text(const HistoryChange& change);
/// Whether more of the metric costs time or memory; nullopt for compute and the like, of which more
/// is neither good nor bad.
std::optional<bool> is_worse(const HistoryChange& change);

/// "2026-03-02", in UTC, so that the same history reads the same everywhere.
std::string run_date(const HistoryRun& run);
/// "run 83 of 200 (2026-03-02, commit abc0019)": its number in the series, from 1.
std::string run_title(const History& history, const HistorySeries& series, std::size_t run);

/// "GEMM kernels +6.120 ms, mostly sm90_xmma_gemm; cuda_runtime_version 12060 → 13000"; empty if
/// nothing is known to have moved with it.
std::string cause_text(const HistoryChange& change);

/// "step time rose 4.1 % at run 83 of 200 (2026-03-02, commit abc0019): GEMM kernels +6.120 ms":
/// the latest change of the metric, or that there is none.
std::string series_sentence(const History& history, const HistorySeries& series,
                            std::size_t metric);
/// That of the series with the most runs; why there is none otherwise.
std::string history_sentence(const History& history, std::size_t metric);

/// "2 summaries could not be read (the others are shown): day3.rank: …"; empty if all were.
std::string history_problem(const std::vector<HistoryFiles::Problem>& problems);

/// "NVIDIA H100 80GB HBM3, rank 0 of 8; 200 runs, 2026-01-05 to 2026-07-23".
std::string series_title(const History& history, const HistorySeries& series);
/// What is said about a series while it is shown.
struct SeriesWords {
  std::string title;               // series_title()
  std::string sentence;            // series_sentence() about the step time, capitalized
  std::vector<std::string> dates;  // run_date() of each run
};
/// Of each series. Cost: their runs.
std::vector<SeriesWords> words_of_series(const History& history);
/// What is to be known of it all, a sentence each: how sure the changes are, what is left out, and
/// what was not compared.
std::vector<std::string> history_notes(const History& history);

}  // namespace lanescope
