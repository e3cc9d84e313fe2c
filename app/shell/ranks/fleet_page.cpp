#include "app/shell/ranks/fleet_page.h"

#include <algorithm>
#include <string>

#include "app/widgets/draw/paint.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kHints =
    "W S zoom   A D pan   0 all   Z zoom to selection   Enter open the rank";

/// Which ranks and steps are in view.
void draw_status(const Ui& ui, Rect line, const OpenRanks& ranks) {
  fill_rect(line, ui.color().raised);
  const Face& face = ui.face().small;
  const float y = centered_y(face, line);
  const FleetView& view = *ranks.fleet();
  const WallSpan rows = view.rows_in_view(), steps = view.steps_in_view();
  const std::string facts = ranks.name() + " · " + counted(rows.end - rows.begin, "rank") + " × " +
                            counted(steps.end - steps.begin, "step") + " in view";
  const float hints_px = text_width(face, kHints) + ui.px(24);
  const float room = line.width() - ui.px(28);
  draw_text_fitted(face, {line.x0 + ui.px(14), y}, room, ui.color().dim, facts);
  if (text_width(face, facts) + hints_px < room)
    draw_text_right(face, line.x1 - ui.px(14), y, ui.color().faint, kHints);
}

}  // namespace

void FleetPanes::draw(const Ui& ui, const RolePalette& palette, const Areas& areas,
                      OpenRanks& ranks, PaneSizes& sizes) {
  const FleetFrame frame{ui, palette, *ranks.fleet()};
  if (!areas.timeline.empty()) wall_.draw(frame, areas.timeline, areas.labels_px);
  if (!sizes.bottom_shown) fill_rect(areas.bottom_line, ui.color().line);
  if (bottom_.draw(frame, areas.tabs, sizes.bottom_shown ? areas.bottom : Rect{})) {
    // Where the wall has taken all of the height, the table takes it from it.
    if (sizes.bottom_shown && areas.bottom.empty()) sizes.bottom_maximized = true;
    sizes.bottom_shown = true;
  }
  if (!areas.status.empty()) draw_status(ui, areas.status, ranks);
}

void move_by_keys(FleetView& view, const PressedKeys& keys, double delta_s) {
  PressedKeys held = keys;
  held.up = held.down = false;  // they choose a rank
  if (!held.any()) return;
  const TimeView steps = view.steps.view(), ranks = view.ranks.view();
  (void)move_by_keys(view.steps, view.step_cursor, held, delta_s);
  held.earlier = held.later = false;
  (void)move_by_keys(view.ranks, view.rank_cursor, held, delta_s);
  if (held.zoom_in) view.limit_zoom(steps, ranks);
}

void handle_fleet_keys(FleetView& view) {
  if (ImGui::GetIO().KeyMods != ImGuiMod_None) return;
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) view.step_rank(1);
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) view.step_rank(-1);
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
  if (view.rank() && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)))
    view.want(*view.rank(), view.step());
}

}  // namespace lanescope
