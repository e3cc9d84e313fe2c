#include "app/panes/history/details.h"

#include "app/widgets/button.h"
#include "app/widgets/key_value.h"
#include "app/widgets/scrollbar.h"

namespace lanescope {
namespace {

constexpr float kPadPx = 16, kWheelPx = 60, kButtonPx = 150, kButtonHighPx = 30;

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
  scroll_px_ = 0;
  text_ = now ? run_details(view.history(), view.series(), now->run) : RanksDetails();
}

void HistoryDetailsPane::draw(const HistoryFrame& frame, Rect area) {
  const Ui& ui = frame.ui;
  refresh(frame.view);
  ui.mark("history.details", area);
  ImGui::PushClipRect(area.min(), area.max(), true);
  ImGui::PushID("history.details");
  const float pad = ui.px(kPadPx);
  if (ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos))
    scroll_px_ -= ImGui::GetIO().MouseWheel * ui.px(kWheelPx);
  scroll_px_ = clamped_scroll(scroll_px_, height_px_, area.height());
  FactColumn column(ui, {area.x0 + pad, area.y0 + pad - scroll_px_, area.x1 - pad, area.y1});
  if (run_) {
    column.title(text_.title, text_.title);
    column.subtitle(text_.subtitle);
    draw_open_button(frame, column, run_->run);
  } else {
    column.note(
        "Click a run to see what it measures and how that differs from the run before. "
        "Double-click it to open its trace.");
  }
  for (const RanksDetailRow& line : text_.rows) {
    using Kind = RanksDetailRow::Kind;
    if (line.kind == Kind::Section) column.section(line.key);
    if (line.kind == Kind::Fact) column.fact(line.key, line.value, "");
    if (line.kind == Kind::Text) column.text(line.value);
  }
  height_px_ = column.height() + 2 * pad;
  scroll_px_ = scrollbar(ui, "history.details.scroll", area, height_px_, scroll_px_);
  ImGui::PopID();
  ImGui::PopClipRect();
}

}  // namespace lanescope
