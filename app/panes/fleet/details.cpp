#include "app/panes/fleet/details.h"

#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/key_value.h"
#include "app/widgets/scrollbar.h"
#include "core/view/fleet/comparison_details.h"
#include "core/view/fleet/link_details.h"

namespace lanescope {
namespace {

constexpr float kPadPx = 16, kWheelPx = 60, kButtonPx = 150, kButtonHighPx = 30;

}  // namespace

void FleetDetailsPane::refresh(const FleetView& view) {
  const auto both = view.shared_comparison();
  const bool same = rank_ == view.rank() && step_ == view.step() && link_ == view.link();
  if (known_ && same && both_ == both) return;
  known_ = true;
  rank_ = view.rank();
  step_ = view.step();
  link_ = view.link();
  both_ = both;
  scroll_px_ = 0;
  if (link_)
    text_ = link_details(link_->in_b ? both_->b->run : view.run(), link_->row);
  else if (rank_)
    text_ = both_ ? comparison_details(view.run(), *both_, *rank_, step_)
                  : wall_details(view.run(), *rank_, step_);
  else
    text_ = RanksDetails();
  if (link_ && both_) text_.subtitle += link_->in_b ? " of B" : " of A";
}

void FleetDetailsPane::draw_open_button(const FleetFrame& frame, Rect row) const {
  const Ui& ui = frame.ui;
  const Rect button{row.x0, row.y0, row.x0 + ui.px(kButtonPx), row.y1};
  const char* title = both_ ? "Open its trace in A" : "Open this rank's trace";
  if (action_button(ui, "fleet.open_rank", button, title, true)) frame.view.want(*rank_, step_);
}

void FleetDetailsPane::draw(const FleetFrame& frame, Rect area) {
  const Ui& ui = frame.ui;
  refresh(frame.view);
  ui.mark("fleet.details", area);
  ImGui::PushClipRect(area.min(), area.max(), true);
  ImGui::PushID("fleet.details");
  const float pad = ui.px(kPadPx);
  if (ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos))
    scroll_px_ -= ImGui::GetIO().MouseWheel * ui.px(kWheelPx);
  scroll_px_ = clamped_scroll(scroll_px_, height_px_, area.height());
  FactColumn column(ui, {area.x0 + pad, area.y0 + pad - scroll_px_, area.x1 - pad, area.y1});
  if (!rank_ && !link_) {
    column.note(
        "Click a cell to see where the rank's time went in that step. Double-click it to open the "
        "rank's trace there.");
  } else {
    column.title(text_.title, text_.title);
    column.subtitle(text_.subtitle);
    column.space(6);
    if (rank_) draw_open_button(frame, column.room(kButtonHighPx));
    column.space(8);
  }
  for (const RanksDetailRow& line : text_.rows) {
    using Kind = RanksDetailRow::Kind;
    if (line.kind == Kind::Section) column.section(line.key);
    if (line.kind == Kind::Fact) column.fact(line.key, line.value, "");
    if (line.kind == Kind::Text) column.text(line.value);
  }
  height_px_ = column.height() + 2 * pad;
  scroll_px_ = scrollbar(ui, "fleet.details.scroll", area, height_px_, scroll_px_);
  ImGui::PopID();
  ImGui::PopClipRect();
}

}  // namespace lanescope
