#include "app/shell/ranks/fleet_page.h"

#include <string>

#include "app/shell/ranks/run_page.h"
#include "app/widgets/draw/paint.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Which ranks and steps are in view.
std::string facts_in_view(const OpenRanks& ranks) {
  const FleetView& view = *ranks.fleet();
  const WallSpan rows = view.rows_in_view(), steps = view.steps_in_view();
  return ranks.name() + " · " + counted(rows.end - rows.begin, "rank") + " × " +
         counted(steps.end - steps.begin, "step") + " in view";
}

}  // namespace

void FleetPanes::draw(const Ui& ui, const RolePalette& palette, const Areas& areas,
                      OpenRanks& ranks, PaneSizes& sizes) {
  const FleetFrame frame{ui, palette, *ranks.fleet()};
  if (!areas.timeline.empty()) wall_.draw(frame, areas.timeline, areas.labels_px);
  if (!sizes.bottom_shown) fill_rect(areas.bottom_line, ui.color().line);
  if (bottom_.draw(frame, areas.tabs, sizes.bottom_shown ? areas.bottom : Rect{}))
    unfold_tables(sizes, areas);
  if (!areas.status.empty()) draw_run_status(ui, areas.status, facts_in_view(ranks));
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
  if (ImGui::IsKeyPressed(ImGuiKey_RightArrow)) view.step_step(1);
  if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow)) view.step_step(-1);
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
  if (view.rank() && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)))
    view.want(*view.rank(), view.step());
}

}  // namespace lanescope
