// All that is made of the summaries of many runs before it is shown, on the thread that loads them.
#pragma once

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "core/view/history/panels.h"
#include "core/view/history/tables.h"
#include "core/view/history/words.h"

namespace lanescope {

struct HistoryContents {
  History history;  // with at least one series
  std::vector<HistoryFiles::Problem> problems;
  std::vector<std::vector<HistoryPanel>> panels;  // by series
  HistoryTables tables;
  std::vector<std::string> notes;  // history_notes()
  bool stopped = false;            // the user stopped the load: these are not all
  std::vector<SeriesWords> words;  // by series
};

/// What `lanescope history` computes, and the charts and tables of it. Cost: that of
/// make_history(), which `cancel` ends.
inline HistoryContents make_history_contents(HistoryFiles files, unsigned threads,
                                             const std::atomic<bool>* cancel = nullptr) {
  HistoryContents out;
  out.history = make_history(std::move(files.runs), threads, cancel);
  out.problems = std::move(files.problems);
  for (const HistorySeries& series : out.history.series)
    out.panels.push_back(history_panels(out.history, series));
  out.words = words_of_series(out.history);
  out.tables = make_history_tables(out.history, out.problems);
  out.notes = history_notes(out.history);
  return out;
}

}  // namespace lanescope
