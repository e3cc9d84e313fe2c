#include "app/panes/fleet/details.h"

#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/key_value.h"
#include "core/view/fleet/comparison_details.h"
#include "core/view/fleet/link_details.h"

namespace lanescope {
namespace {

constexpr float kButtonPx = 150, kButtonHighPx = 30;

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
  rows_.to_top();
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
  refresh(frame.view);
  rows_.draw(frame.ui, "fleet.details", area, text_.rows, [&](FactColumn& column) {
    if (!rank_ && !link_)
      return column.note(
          "Click a cell to see where the rank's time went in that step. Double-click it to open "
          "the rank's trace there.");
    column.title(text_.title, text_.title);
    column.subtitle(text_.subtitle);
    column.space(6);
    if (rank_) draw_open_button(frame, column.room(kButtonHighPx));
    column.space(8);
  });
}

}  // namespace lanescope
