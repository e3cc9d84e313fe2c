// One run of a history in words: what is under the mouse, and the details.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/history/history.h"
#include "core/view/history/panels.h"
#include "core/view/ranks/text.h"

namespace lanescope {

/// "2026-03-02 14:05", in UTC; empty if unknown.
std::string run_time(const HistoryRun& run);
/// Of a hash no more than tells commits apart; empty if unknown.
std::string short_commit(const HistoryRun& run);

/// A metric of a run against the run before in the series that knows it.
struct RunStep {
  std::optional<double> value, delta;  // delta: nullopt for the first
  std::size_t before = 0;              // the number of that run in the series, from 0
};
RunStep run_step(const History& history, const HistorySeries& series, std::size_t run,
                 std::size_t metric);
/// "+1.240 ms (+0.8 %)".
std::string run_step_text(std::size_t metric, double value, double delta);

struct RunHover {
  std::string title;  // "Run 83 · 2026-03-02 14:05"
  std::vector<std::pair<std::string, std::string>> facts;
  std::string
      change;  // "From this run on +4.1 % (worse): GEMM kernels +6.120 ms"; empty: none here
};
/// `run` is its number in the series.
RunHover run_hover(const History& history, const HistorySeries& series, std::size_t run,
                   std::size_t metric);

/// Where and when it was recorded, all metrics with their difference to the run before, what
/// changed at it, and its settings. `panels` are those of the series. Cost: metrics and settings.
RanksDetails run_details(const History& history, const HistorySeries& series,
                         std::span<const HistoryPanel> panels, std::size_t run);

}  // namespace lanescope
