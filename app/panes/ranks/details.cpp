#include "app/panes/ranks/details.h"

#include <algorithm>

#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

constexpr float kRankRowPx = 22, kRankNamePx = 84, kRankValuePx = 84;

}  // namespace

void RanksDetailsPane::refresh(const RanksView& view) {
  if (known_ && rank_ == view.rank() && collective_ == view.collective() && event_ == view.event())
    return;
  known_ = true;
  rank_ = view.rank();
  collective_ = view.collective();
  event_ = view.event();
  rows_.to_top();
  text_ = {};
  if (collective_) {
    text_ = collective_details(view.run(), *collective_);
  } else if (event_) {
    text_ = event_details(view.run(), *event_);
  } else if (rank_) {
    text_ = rank_details(view.run(), *rank_);
    text_.title = rank_label(view.run(), *rank_);
  }
}

void RanksDetailsPane::draw_rank(const RanksFrame& frame, Rect row,
                                 const RanksDetailRow& line) const {
  const Ui& ui = frame.ui;
  const Press press = press_area(ui, {"ranks.detail.", line.key}, row);
  if (press.hovered) fill_rect(row, ui.color().hovered_row, ui.px(4));
  if (press.clicked) frame.view.go_to_rank(line.trace);
  if (press.double_clicked) frame.view.want(line.trace);
  const Face& face = ui.face().ui;
  const Face& mono = ui.face().mono;
  const bool last = line.share < 0;
  draw_text_ends(*ImGui::GetWindowDrawList(), face, {row.x0, centered_y(face, row)},
                 ui.px(kRankNamePx - 6), last ? ui.color().warning : ui.color().accent, line.key);
  const Rect bar{row.x0 + ui.px(kRankNamePx), row.y0 + ui.px(6), row.x1 - ui.px(kRankValuePx),
                 row.y1 - ui.px(6)};
  if (!last && line.share > 0) {
    const float wide = std::max(1.0F, bar.width() * line.share);
    fill_rect({bar.x0, bar.y0, bar.x0 + wide, bar.y1},
              frame.palette.fill_of(ColorRole::Communication, 0), ui.px(2));
  }
  draw_text_right(mono, row.x1, centered_y(mono, row), last ? ui.color().warning : ui.color().text,
                  line.value);
}

void RanksDetailsPane::draw_head(const RanksFrame& frame, FactColumn& column) const {
  const Ui& ui = frame.ui;
  if (text_.rows.empty()) {
    column.note(
        "Click a collective to see which rank arrived last and which waited, or a rank to see its "
        "clock "
        "and activity. Double-click a rank to open its trace.");
  } else {
    column.title(text_.title, text_.title);
    column.subtitle(text_.subtitle);
    column.space(6);
  }
  if (!rank_ || collective_) return;
  const Rect row = column.room(30);
  const Rect button{row.x0, row.y0, row.x0 + ui.px(150), row.y1};
  if (action_button(ui, "ranks.open_rank", button, "Open this rank's trace", true))
    frame.view.want(*rank_);
  column.space(8);
}

void RanksDetailsPane::draw(const RanksFrame& frame, Rect area) {
  refresh(frame.view);
  rows_.draw(
      frame.ui, "ranks.details", area, text_.rows,
      [&](FactColumn& column) { draw_head(frame, column); },
      [&](FactColumn& column, const RanksDetailRow& line) {
        draw_rank(frame, column.room(kRankRowPx), line);
      });
}

}  // namespace lanescope
