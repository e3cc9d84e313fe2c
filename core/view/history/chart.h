// The picture of a history, for a pull request: a panel for each metric over the runs, and one that
// says what the step consists of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/history/history.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

struct HistoryChart {
  std::size_t series = 0;  // into History::series
  std::vector<std::size_t>
      metrics;        // a panel each, in this order; those without values are omitted
  bool parts = true;  // after the first panel, what the step's time is spent on
  ThemeKind theme = ThemeKind::Light;
};

/// Of the step time, what it is spent on, what the GPU is busy, and peak memory; of one metric,
/// that alone.
HistoryChart usual_chart(std::optional<std::size_t> metric);

/// An SVG document: the sentence, and panels with their levels and change points over the runs from
/// left to right, evenly spaced. Cost: a shape for each run and panel.
std::string history_svg(const History& history, const HistoryChart& chart);

}  // namespace lanescope
