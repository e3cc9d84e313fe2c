// The window without a trace: what comes, or what can be done.
#include "app/shell/attach/progress.h"
#include "app/shell/record/strip.h"
#include "app/shell/start/start_page.h"
#include "app/shell/window/main_window.h"

namespace lanescope {

void MainWindow::draw_page(const Ui& ui, Rect page) {
  if (notice_) {
    const Rect row = page.cut_top(notice_height(style_));
    draw_notice_line(ui, row);
  }
  if (opening_ && recording_ && trace_of(recording_.get()) == opening_.get()) {
    draw_record_page(ui, page, *recording_);
  } else if (opening_) {
    if (draw_loading_page(ui, page, opening_->view.session().path(),
                          load_facts(opening_->view.session()))) {
      stop_loading();
    }
  } else if (attachment_ && attachment_->state().stage) {
    if (draw_attach_page(ui, page, *attachment_)) cancel_attach();
  } else {
    draw_start(ui, page);
  }
}

void MainWindow::draw_start(const Ui& ui, Rect page) {
  const std::string words = problem_ ? problem_->file + ": " + problem_->message : std::string();
  const StartChoice choice =
      start_page_.draw(ui, page, settings_, options_.example, words, keys_are_free());
  if (choice.browse) browse();
  if (choice.record) show_record();
  if (choice.attach) show_attach();
  if (!choice.forget.empty()) settings_.forget(choice.forget);
  if (!choice.path.empty()) open(choice.path);
}

}  // namespace lanescope
