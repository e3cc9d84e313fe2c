#include "app/panes/history/details.h"

#include "app/widgets/button.h"
#include "app/widgets/key_value.h"

namespace lanescope {
namespace {

constexpr float kButtonPx = 150, kButtonHighPx = 30;

void draw_open_button(const HistoryFrame& frame, FactColumn& column, std::size_t run) {
  const Ui& ui = frame.ui;
  column.space(6);
  const Rect row = column.room(kButtonHighPx);
  const Rect button{row.x0, row.y0, row.x0 + ui.px(kButtonPx), row.y1};
  if (action_button(ui, "history.open_run", button, "Open this run", true)) frame.view.want(run);
  column.space(8);
}

}  // namespace

void HistoryDetailsPane::refresh(const HistoryView& view) {
  std::optional<SeriesRun> now;
  if (view.run()) now = SeriesRun{view.series_number(), *view.run()};
  if (known_ && run_ == now) return;
  known_ = true;
  run_ = now;
  rows_.to_top();
  text_ =
      now ? run_details(view.history(), view.series(), view.panels(), now->run) : RanksDetails();
}

void HistoryDetailsPane::draw(const HistoryFrame& frame, Rect area) {
  refresh(frame.view);
  rows_.draw(frame.ui, "history.details", area, text_.rows, [&](FactColumn& column) {
    if (!run_)
      return column.note(
          "Click a run to see what it measures and how that differs from the run before. "
          "Double-click it to open its trace.");
    column.title(text_.title, text_.title);
    column.subtitle(text_.subtitle);
    draw_open_button(frame, column, run_->run);
  });
}

}  // namespace lanescope
