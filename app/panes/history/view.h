// HistoryView: the view state of a history. Panes draw and change it; it draws nothing itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/panes/ranks/open_summarized.h"
#include "core/view/history/history_contents.h"

namespace lanescope {

/// UI thread only.
class HistoryView {
 public:
  /// Selects the run at which the step time changed last, so that the details explain what the
  /// sentence says.
  explicit HistoryView(std::shared_ptr<const HistoryContents> contents);

  [[nodiscard]] const std::shared_ptr<const HistoryContents>& contents() const { return contents_; }
  [[nodiscard]] const History& history() const { return contents_->history; }
  /// The runs that are shown; others cannot be compared with them.
  [[nodiscard]] std::size_t series_number() const { return series_; }
  [[nodiscard]] const HistorySeries& series() const { return history().series[series_]; }
  [[nodiscard]] std::span<const HistoryPanel> panels() const { return contents_->panels[series_]; }
  [[nodiscard]] const SeriesWords& words() const { return contents_->words[series_]; }
  /// What is to be known of it all, as one text.
  [[nodiscard]] const std::string& notes() const { return notes_; }
  /// Shows another series, of which it selects nothing.
  void show_series(std::size_t series);

  /// The selected run, as the series numbers it.
  [[nodiscard]] std::optional<std::size_t> run() const { return run_; }
  /// Changes with every selection that the user makes; 0 before the first.
  [[nodiscard]] std::uint64_t picks() const { return picks_; }
  void select(std::optional<std::size_t> run);
  /// Shows its series, too.
  void go_to(SeriesRun at);
  /// The run after (1) or before (-1) the selected one; of none the first or last.
  void step_run(int by);
  /// Deselects; false if nothing was selected.
  bool dismiss();
  /// Requests that the trace of a run be opened.
  void want(std::size_t run);

  std::optional<std::size_t> pointed;    // the run under the mouse, in whichever chart
  float scroll_px = 0;                   // of the charts
  std::vector<OpenSummarized> requests;  // handled by the window once per frame

 private:
  std::shared_ptr<const HistoryContents> contents_;
  std::size_t series_ = 0;
  std::optional<std::size_t> run_;
  std::uint64_t picks_ = 0;
  const std::string notes_;  // drawn in every frame
};

}  // namespace lanescope
