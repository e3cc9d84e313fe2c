#include "app/shell/ranks/history_page.h"

#include <string>
#include <utility>

#include "app/shell/ranks/run_page.h"
#include "app/widgets/draw/paint.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kHints = "Left Right choose a run   Enter open the run";

}  // namespace

void HistoryPanes::draw(const Ui& ui, const RolePalette& palette, const Areas& areas,
                        OpenRanks& ranks, PaneSizes& sizes) {
  const HistoryFrame frame{ui, palette, *ranks.history()};
  if (!areas.timeline.empty()) charts_.draw(frame, areas.timeline);
  if (!sizes.bottom_shown) fill_rect(areas.bottom_line, ui.color().line);
  if (bottom_.draw(frame, areas.tabs, sizes.bottom_shown ? areas.bottom : Rect{}))
    unfold_tables(sizes, areas);
  if (areas.status.empty()) return;
  const std::size_t runs = ranks.history()->series().runs.size();
  draw_run_status(ui, areas.status, ranks.name() + " · " + counted(runs, "run"), kHints);
}

void handle_history_keys(HistoryView& view) {
  if (ImGui::GetIO().KeyMods != ImGuiMod_None) return;
  for (const auto& [key, by] :
       {std::pair{ImGuiKey_RightArrow, 1}, std::pair{ImGuiKey_DownArrow, 1},
        std::pair{ImGuiKey_LeftArrow, -1}, std::pair{ImGuiKey_UpArrow, -1}}) {
    if (ImGui::IsKeyPressed(key)) view.step_run(by);
  }
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
  if (view.run() && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)))
    view.want(*view.run());
}

}  // namespace lanescope
