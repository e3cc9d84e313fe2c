// What the window does with two runs.
#include <cmath>
#include <utility>

#include "app/workspace/traces/load_state.h"
#include "app/shell/keys/commands.h"
#include "app/shell/window/main_window.h"
#include "app/widgets/draw/text.h"
#include "core/view/events/event_ref.h"

namespace lanescope {

void MainWindow::swap_runs() {
  if (!runs_.both()) return;
  runs_.swap(trace_);
  std::swap(load_end_noted_, b_end_noted_);
}

void MainWindow::switch_run() {
  if (trace_) runs_.activate(other_side(runs_.active()), *trace_);
}

void MainWindow::align_runs(AlignQuery query) {
  runs_.align(std::move(query));
}

void MainWindow::align_by_selected() {
  if (!runs_.both()) return;
  const TraceView& view = trace()->view;
  const auto key = event_key(*view.drawn(), view.selection.primary());
  if (!key) return;
  AlignQuery query;
  query.annotation = key->name;
  runs_.align(std::move(query));
}

void MainWindow::refresh_runs(double now_s, double delta_s) {
  trace_->view.refresh(now_s, delta_s);
  if (runs_.open()) {
    runs_.b()->view.refresh(now_s, delta_s);
    runs_.refresh(*trace_);
    for (OpenTrace* run : {trace_.get(), runs_.b()}) {
      if (const auto wanted = std::exchange(run->view.wanted_run_event, std::nullopt))
        runs_.go_to(*trace_, *wanted);
    }
  }
  refresh_side_file();
}

void MainWindow::draw_runs(const Ui& ui, const Areas& areas) {
  const std::string_view chosen =
      stacks_.draw({ui, role_palette(settings_.theme), *this, *trace_, runs_, areas.timeline,
                    areas.labels_px, settings_.panes.runs_beside});
  if (chosen.empty()) return;
  const Command* command = find_command(chosen);
  if (command != nullptr && command->enabled(*this)) run(*command, CommandWay::Button);
  if (options_.wake) options_.wake();
}

void MainWindow::draw_letters(const Ui& ui, Areas& areas) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const RunSide side = runs_.active();
  const float pad = ui.px(4), room = ui.px(26);
  const Rect tabs = areas.tabs.cut_left(room);
  draw_run_letter(ui, list, {tabs.x0 + ui.px(14), std::floor((tabs.y0 + tabs.y1) / 2) - ui.px(9)},
                  side, true);
  if (areas.details.empty()) return;
  const Rect head = areas.details.cut_top(room + pad);
  draw_run_letter(ui, list, {head.x0 + ui.px(16), head.y0 + ui.px(10)}, side, true);
  const Face& face = ui.face().small;
  const float x = head.x0 + ui.px(44);
  draw_text_fitted(list, face, {x, centered_y(face, head.y0 + ui.px(10), head.y0 + ui.px(28))},
                   head.x1 - ui.px(14) - x, ui.color().dim, session_name(trace()->view.session()));
  ui.mark("details.run", head);
}

}  // namespace lanescope
