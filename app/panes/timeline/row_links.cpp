#include "app/panes/timeline/row_links.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kFewerRows = "fewer rows";

HiddenRows hidden_rows(const LayoutItem& item, const Lane& lane) {
  if (lane.kind != LaneKind::Slices || item.folded) return {};
  const std::uint32_t needed = lane.rows_in_time(), end = item.first_row + item.rows_shown;
  return {std::min(item.first_row, needed), needed > end ? needed - end : 0};
}

RowLinks::Place place_for(const Ui& ui, Rect label, HiddenRows hidden) {
  if (label.height() < ui.px(64)) return RowLinks::Place::Beside;
  const bool both = hidden.above > 0 && hidden.below > 0;
  return both && label.height() < ui.px(84) ? RowLinks::Place::Together : RowLinks::Place::Apart;
}

/// The line at the lower edge: rows hidden below, or all of them together, or how to fold what was
/// unfolded; empty for none.
std::string lower_words(const LayoutItem& item, const Lane& lane, const RowLinks& links) {
  if (lane.kind != LaneKind::Slices || item.folded || links.place == RowLinks::Place::Beside)
    return {};
  const bool together = links.place == RowLinks::Place::Together;
  const std::uint32_t rows = together ? links.hidden.all() : links.hidden.below;
  if (rows > 0) return counted(rows, "more row");
  return item.rows_at_first < item.rows_shown ? kFewerRows : "";
}

/// The rows that the line at the lower edge chooses. The rows below come without those above, which
/// would move everything down and out of view.
RowChoice lower_rows(const LayoutItem& item, const RowLinks& links) {
  if (links.place == RowLinks::Place::Together) return {LaneTreeState::kAllRows};
  if (links.hidden.below == 0) return {};
  if (item.first_row == 0) return {LaneTreeState::kAllRows};
  return {LaneTreeState::kAllRows, item.first_row};
}

/// Gives a lane its usual rows. If its top is out of view, it is scrolled back by what it loses, so
/// that its lower edge, with the mouse, stays in place rather than leaving the view.
void show_usual_rows(TraceLanes& lanes, const Lane& lane) {
  const LaneLayout& layout = lanes.own_layout();
  const auto ref = lanes.tree().find(std::string_view(lane.key));
  const LayoutItem* before = ref ? layout.find(*ref) : nullptr;
  lanes.set_row_cap(lane.key, 0);
  if (before == nullptr || layout.is_pinned(*before) || before->y_px >= lanes.scroll_px()) return;
  // What is being drawn keeps its layout until the next frame.
  const LaneLayout next = lay_out(lanes.tree(), lanes, layout.metrics, lanes.height_px());
  if (const LayoutItem* after = next.find(*ref))
    lanes.scroll_to(std::max(0.0F, lanes.scroll_px() + after->bottom_px() - before->bottom_px()));
}

/// Words that choose rows of a lane when they are clicked, or its usual ones. Returns their width.
float draw_row_link(const PaneFrame& frame, const Lane& lane, std::string_view id, ImVec2 at,
                    std::string_view text, const RowChoice& rows) {
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  const float width = text_width(face, text) + ui.px(12);
  const Press press =
      press_area(ui, {id, lane.key}, {at.x, at.y, at.x + width, at.y + face.size_px});
  if (press.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (press.clicked && rows == RowChoice()) show_usual_rows(frame.view.lanes, lane);
  if (press.clicked && rows != RowChoice()) frame.view.lanes.set_rows(lane.key, rows);
  draw_text(face, at, press.hovered ? ui.color().text : ui.color().accent, text);
  return width;
}

/// The rows above, without those below. Of a lane that is opened for the selection, the rows around
/// that are the last ones; of others, those that a longer time in view may need.
RowChoice rows_from_top(const TraceLanes& lanes, const LayoutItem& item, const Lane& lane) {
  const bool opened = lanes.window(lane.key) != nullptr;
  return {item.first_row + (opened ? item.rows_shown : item.rows_most), 0};
}

/// The line below the name. If the rows above are unfolded and others below are not, it folds them,
/// as the line at the lower edge has to tell of the others.
void draw_upper_link(const PaneFrame& frame, const LayoutItem& item, const Lane& lane,
                     HiddenRows hidden, ImVec2 at) {
  const TraceLanes& lanes = frame.view.lanes;
  if (hidden.above > 0) {
    draw_row_link(frame, lane, "above.", at, counted(hidden.above, "row above", "rows above"),
                  rows_from_top(lanes, item, lane));
  } else if (hidden.below > 0 && lanes.rows(lane.key).first) {
    draw_row_link(frame, lane, "fewer.", at, kFewerRows, {});
  }
}

}  // namespace

RowLinks row_links(const Ui& ui, const LayoutItem& item, const Lane& lane, Rect label) {
  RowLinks links;
  links.hidden = hidden_rows(item, lane);
  links.place = place_for(ui, label, links.hidden);
  links.lower = lower_words(item, lane, links);
  return links;
}

float draw_rows_beside(const PaneFrame& frame, const Lane& lane, Rect label, const RowLinks& links,
                       float taken_px) {
  if (links.place != RowLinks::Place::Beside || links.hidden.all() == 0) return 0;
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  const std::string text = "+" + format_count(links.hidden.all());
  const float x = label.x1 - taken_px - text_width(face, text) - ui.px(12);
  const float y = centered_y(face, label.y0, label.y0 + std::min(label.height(), ui.px(34)));
  return draw_row_link(frame, lane, "more.", {x, y}, text, {LaneTreeState::kAllRows});
}

void draw_rows_apart(const PaneFrame& frame, const LayoutItem& item, const Lane& lane,
                     Rect below_name, const RowLinks& links) {
  if (links.place == RowLinks::Place::Beside) return;
  const Ui& ui = frame.ui;
  const float line_px = ui.face().small.size_px;
  const float upper_y = below_name.y0 + ui.px(2), y = below_name.y1 - line_px - ui.px(6);
  // Of a lane that is scrolled out but for its last rows, the lower line is what remains, if any.
  const bool fits = upper_y + line_px <= (links.lower.empty() ? below_name.y1 : y);
  if (links.place == RowLinks::Place::Apart && fits)
    draw_upper_link(frame, item, lane, links.hidden, {below_name.x0, upper_y});
  if (links.lower.empty()) return;
  draw_row_link(frame, lane, "more.", {below_name.x0, y}, links.lower, lower_rows(item, links));
}

}  // namespace lanescope
