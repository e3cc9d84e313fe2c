// `lanescope history`: what it prints.
#pragma once

#include <cstddef>
#include <string>

#include "app/cli/output/json_output.h"
#include "core/history/history_files.h"

namespace lanescope {

/// Everything that is printed about a history.
struct PrintedHistory {
  const History& history;
  const std::vector<HistoryFiles::Problem>& problems;
  std::size_t metric = kStepTimeMetric;  // of the sentence
  bool only_metric = false;              // no other changes

  [[nodiscard]] bool shows(const HistoryChange& change) const {
    return !only_metric || change.metric == metric;
  }
};

Json history_json(const PrintedHistory& printed);
std::string history_text(const PrintedHistory& printed);
std::string history_markdown(const PrintedHistory& printed);

}  // namespace lanescope
