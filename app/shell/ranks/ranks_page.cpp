#include "app/shell/ranks/ranks_page.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/shell/ranks/run_page.h"
#include "app/shell/start/start_page.h"
#include "app/widgets/draw/paint.h"
#include "core/base/clamped.h"
#include "core/view/ranks/text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// What was read, and the time in view.
std::string facts_in_view(const OpenRanks& ranks) {
  const RanksView& view = *ranks.view();
  return ranks.name() + " · " + ranks_facts(view.run()) + "    " +
         format_range(view.viewport.range(), view.run().extent.begin_ns);
}

void step_rank(RanksView& view, int by) {
  std::vector<std::size_t> order;
  for (const RanksRow& row : view.layout().rows) {
    if (row.kind == RanksRowKind::Rank) order.push_back(row.trace);
  }
  if (order.empty()) return;
  std::size_t next = by > 0 ? 0 : order.size() - 1;
  if (view.rank()) {
    const auto at = std::ranges::find(order, *view.rank()) - order.begin();
    const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
    next = static_cast<std::size_t>(clamped<std::ptrdiff_t>(at + by, 0, last));
  }
  view.select_collective(std::nullopt);  // the panel is about the rank now
  view.go_to_rank(order[next]);
}

}  // namespace

void RanksPanes::draw(const Ui& ui, const RolePalette& palette, const Areas& areas,
                      OpenRanks& ranks, PaneSizes& sizes) {
  const RanksFrame frame{ui, palette, *ranks.view()};
  if (!areas.timeline.empty()) lanes_.draw(frame, areas.timeline, areas.labels_px);
  if (!sizes.bottom_shown) fill_rect(areas.bottom_line, ui.color().line);
  if (bottom_.draw(frame, areas.tabs, sizes.bottom_shown ? areas.bottom : Rect{}))
    unfold_tables(sizes, areas);
  if (!areas.status.empty()) draw_run_status(ui, areas.status, facts_in_view(ranks));
}

bool draw_ranks_loading(const Ui& ui, Rect page, const OpenRanks& ranks) {
  return draw_progress_page(ui, page, ranks.name(), static_cast<float>(ranks.share()),
                            ranks.words());
}

void move_by_keys(RanksView& view, const PressedKeys& keys, double delta_s) {
  PressedKeys held = keys;
  held.up = held.down = false;  // they choose a rank
  move_by_keys(view.viewport, view.cursor_ns, held, delta_s);
}

void handle_ranks_keys(RanksView& view) {
  if (ImGui::GetIO().KeyMods != ImGuiMod_None) return;
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) step_rank(view, 1);
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) step_rank(view, -1);
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
  if (view.rank() && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)))
    view.want(*view.rank());
}

}  // namespace lanescope
