#include "app/panes/timeline/path_marks.h"

#include <algorithm>
#include <string>

#include "app/widgets/button.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

constexpr const char* kPath = "Critical path";
constexpr const char* kOnly = "Critical only";
constexpr std::size_t kMostTurns = 400;   // in view; more are a wall
constexpr std::size_t kClearTurns = 40;   // as many are drawn at full strength
constexpr std::size_t kArrowTurns = 120;  // more have no heads

bool rests_on_item() {
  return ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal);
}

void draw_turn(const Ui& ui, ImDrawList& list, const LaneAnchor& from, const LaneAnchor& to,
               ImU32 color, bool with_head) {
  const bool down = to.top >= from.bottom;
  const float y0 = down ? from.bottom : from.top;
  const float y1 = down ? to.top : to.bottom;
  if (y0 == y1) return;
  const float x = std::floor(to.x);
  list.AddRectFilled({x, std::min(y0, y1)}, {x + 1, std::max(y0, y1)}, color);
  if (!with_head) return;
  const float r = ui.px(3);
  const float back = down ? -r * 1.6F : r * 1.6F;
  list.AddTriangleFilled({x - r + 0.5F, y1 + back}, {x + r + 0.5F, y1 + back}, {x + 0.5F, y1},
                         color);
}

}  // namespace

void draw_path_buttons(const PaneFrame& frame, Rect row) {
  const Ui& ui = frame.ui;
  TraceView& view = frame.view;
  row = row.inset(ui.px(4), ui.px(1));
  const float path_px = text_button_width(ui, kPath);
  if (path_px > row.width()) return;
  const Rect path = row.cut_left(path_px);
  // On a frame: among the names of lanes it would be taken for one.
  ImGui::GetWindowDrawList()->AddRectFilled(path.min(), path.max(), ui.color().raised, ui.px(6));
  if (text_button(ui, "path.show", path, kPath, view.path_shown())) {
    view.show_path(!view.path_shown());
  }
  if (rests_on_item()) {
    const std::string what(window_phrase(view.insights.window()));
    draw_hint(ui, path, frame.with_keys("What determined the length of " + what, "critical_path"));
  }
  row.cut_left(ui.px(2));
  if (!view.path_shown() || text_button_width(ui, kOnly) > row.width()) return;
  const Rect only = row.cut_left(text_button_width(ui, kOnly));
  if (text_button(ui, "path.only", only, kOnly, view.path_only)) view.path_only = !view.path_only;
  if (rests_on_item())
    draw_hint(ui, only, frame.with_keys("Dim what is not on the path", "only_critical"));
}

void draw_path_turns(const PaneFrame& frame, const LaneStage& stage) {
  TraceView& view = frame.view;
  const PathLane* path = view.path();
  if (path == nullptr) return;
  const auto turns = path->turns(view.viewport.range());
  if (turns.empty() || turns.size() > kMostTurns) return;
  const float crowd = static_cast<float>(kClearTurns) / static_cast<float>(turns.size());
  const ImU32 color = faded(frame.ui.color().path, clamped(crowd, 0.2F, 0.9F));
  const bool with_heads = turns.size() <= kArrowTurns;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const PathTurn& turn : turns) {
    const auto from =
        lane_anchor(view, stage, {EventId::None, turn.from_track, turn.from_row, turn.time_ns});
    const auto to =
        lane_anchor(view, stage, {EventId::None, turn.to_track, turn.to_row, turn.time_ns});
    if (from && to) draw_turn(frame.ui, list, *from, *to, color, with_heads);
  }
}

}  // namespace lanescope
