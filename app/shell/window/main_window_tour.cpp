// The tour: when it begins, and what its card asks for.

#include "app/shell/panes/trace_panes.h"
#include "app/shell/window/main_window.h"

namespace lanescope {

void MainWindow::start_tour() {
  const Example* example = find_example(options_.examples, kTourExample);
  if (example == nullptr) return;
  const OpenTrace* open = workspace_.both().a();
  if (open == nullptr || open->path() != example->path)
    workspace_.run(workspace::Open{example->path});
  settings_.panes.bottom_maximized = false;  // it is about the lanes
  tour_.start();
  settings_.tour_seen = true;
}

void MainWindow::refresh_tour() {
  tour_.refresh(workspace_);
  // Details are longer than the window is high, and the call that it names is at their end.
  OpenTrace* trace = workspace_.trace();
  if (tour_.asks_for_launch() && trace != nullptr) trace->panes->details.show_launch();
  const Example* example = find_example(options_.examples, kTourExample);
  const bool meets = example != nullptr && tour_.meets(workspace_, example->path);
  const bool by_itself = !settings_.tour_seen && !options_.settings_path.empty();
  if (meets && by_itself && !tour_.running()) start_tour();
}

void MainWindow::draw_tour(const Ui& ui, Rect area) {
  if (!tour_.running()) return;
  const Example* beside = find_example(options_.examples, kTourExampleBeside);
  switch (tour_.draw(ui, area, *this)) {
    case TourChoice::None:
      return;
    case TourChoice::Next:
      return tour_.next();
    case TourChoice::End:
      return tour_.end();
    case TourChoice::Compare:
      if (beside != nullptr) ask(workspace::Compare{beside->path});
      return;
  }
}

}  // namespace lanescope
