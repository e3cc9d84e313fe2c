// The charts of a history, without a screen: a metric over the runs of a series each, with its
// levels and the runs at which it changed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/history/history.h"
#include "core/view/history/axis.h"

namespace lanescope {

/// Runs [begin, end) of a series between two changes.
struct HistoryLevel {
  std::size_t begin = 0, end = 0;
  double value = 0;  // their median
};

/// Where a metric changed.
struct HistoryMark {
  std::size_t run = 0;  // the first one after the change, in the series
  std::string change;   // "+4.1 %"
  bool rises = false;
  std::optional<bool> worse;  // nullopt: neither good nor bad
};

struct HistoryPanel {
  std::size_t metric = 0;
  std::string title;     // "Step time"
  std::string measured;  // "Median of the steps, per GPU"; empty: needs no words
  std::string latest;    // the value of the last run that has one
  ValueAxis axis;
  std::vector<std::optional<double>> values;  // by run of the series
  std::vector<HistoryLevel> levels;
  std::vector<HistoryMark> marks;  // by run
};

/// Of all values but the few furthest ones, which are drawn at the edge so that others remain
/// apart. `values` are not empty.
ValueAxis metric_axis(const std::vector<double>& values, std::size_t metric);

/// What is measured, as an addition to the title: "median of the steps, per GPU"; empty for peaks.
std::string_view measured_text(std::size_t metric);

/// "worse", "better"; empty for what is neither.
std::string_view verdict_text(std::optional<bool> worse);

/// A panel for each metric that the runs know, in the order in which they are looked at; without
/// times that are never a hundredth of a step. Cost: metrics * runs.
std::vector<HistoryPanel> history_panels(const History& history, const HistorySeries& series);

}  // namespace lanescope
