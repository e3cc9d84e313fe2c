#include "app/panes/history/view.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

std::string notes_text(const HistoryContents& contents) {
  std::string text =
      contents.stopped ? "Loading was stopped, so these are not all runs and changes" : "";
  for (const std::string& note : contents.notes)
    text += (text.empty() ? "" : ". ") + capitalized(note);
  return text;
}

}  // namespace

HistoryView::HistoryView(std::shared_ptr<const HistoryContents> contents)
    : contents_(std::move(contents)), notes_(notes_text(*contents_)) {
  LANESCOPE_CHECK(!history().series.empty(), "a history has runs");
  if (const HistoryChange* change = series().latest_change(kStepTimeMetric))
    run_ = change->point.at;
}

void HistoryView::show_series(std::size_t series) {
  LANESCOPE_CHECK(series < history().series.size(), "series {}", series);
  if (series == series_) return;
  series_ = series;
  scroll_px = 0;
  pointed.reset();
  select(std::nullopt);
}

void HistoryView::select(std::optional<std::size_t> run) {
  run_ = run;
  ++picks_;
}

void HistoryView::go_to(SeriesRun at) {
  show_series(at.series);
  select(at.run);
}

void HistoryView::step_run(int by) {
  const auto last = static_cast<std::ptrdiff_t>(series().runs.size()) - 1;
  std::ptrdiff_t next = by > 0 ? 0 : last;
  if (run_) next = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(*run_) + by, 0, last);
  select(static_cast<std::size_t>(next));
}

bool HistoryView::dismiss() {
  if (!run_) return false;
  select(std::nullopt);
  return true;
}

void HistoryView::want(std::size_t run) {
  const HistoryRun& one = history().runs[series().runs[run]];
  requests.push_back({"run " + std::to_string(run + 1), one.trace, one.file, std::nullopt});
}

}  // namespace lanescope
