// The parts of the window, from the top to what lies over it.
#include <optional>
#include <span>
#include <utility>

#include "app/shell/layout/split_lines.h"
#include "app/shell/theme/theme.h"
#include "app/shell/window/bottom_area.h"
#include "app/shell/window/main_window.h"

namespace lanescope {

void MainWindow::draw_surface() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  const ImGuiWindowFlags flags =
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
      ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse |
      (walks_controls_ ? 0 : ImGuiWindowFlags_NoNav);
  ImGui::Begin("surface", nullptr, flags);
  if (std::exchange(walk_begins_, false)) focus_first_control();
  const Ui ui{style_, options_.marks, &copy_note_};
  const Rect screen{0, 0, size.x, size.y};
  ImGui::GetWindowDrawList()->AddRectFilled(screen.min(), screen.max(), style_.color.panel);
  // Who starts a program wants to see what becomes of it.
  const bool starts = recording_ && opening_ && trace_of(recording_.get()) == opening_.get();
  const bool show_trace = trace_ && trace_->view.snapshot() && !starts;
  const Areas areas =
      share_out(screen, settings_.panes, style_, notice_ ? notice_height(style_) : 0);
  if (show_trace) {
    draw_trace(ui, areas);
  } else if (ranks_ && !starts) {
    draw_ranks(ui, areas, screen);
  } else {
    Rect page = screen;
    page.cut_top(areas.top.height());
    draw_page(ui, page);
  }
  top_bar_.draw(ui, areas.top, *this);
  draw_dialogs(ui);
  copy_note_.draw(ui, show_trace || ranks_ ? areas.status.y0 : screen.y1, last_s_);
  if (auto notice = exporter_.take_notice()) notice_ = std::move(*notice);
  // A menu or a button may have closed it.
  if (show_trace && trace_) {
    refresh_exports(areas);
  } else {
    exporter_.give_up_picture();
  }
  ImGui::End();
}

void MainWindow::draw_notice_line(const Ui& ui, Rect row) {
  if (!notice_) return;
  const NoticeEvent event = draw_notice(ui, row, *notice_);
  const auto answered =
      event == NoticeEvent::None ? std::nullopt : std::exchange(notice_, std::nullopt);
  if (event == NoticeEvent::Action) follow_notice(answered->deed, answered->file);
  if (event == NoticeEvent::OtherAction) follow_notice(answered->other_deed, answered->file);
}

void MainWindow::draw_trace(const Ui& ui, const Areas& areas) {
  Areas lines = areas;
  if (runs_.open())
    lines.labels_px =
        stack_labels_px(areas.timeline.width(), settings_.panes.runs_beside, areas.labels_px);
  drag_lines(ui, lines, settings_.panes);
  draw_notice_line(ui, areas.notice);
  if (runs_.open()) {
    draw_runs(ui, areas);
    if (!runs_.open()) return;
  } else {
    const PaneFrame frame{ui, role_palette(settings_.theme), trace_->view, *this};
    trace_->timeline.draw(frame, areas.timeline, areas.labels_px);
  }
  OpenTrace& shown = *trace();
  const PaneFrame frame{ui, role_palette(settings_.theme), shown.view, *this};
  Areas panes = areas;
  if (runs_.both()) draw_letters(ui, panes);
  draw_bottom(frame, panes, shown, settings_.panes);
  tab_drawn_ = settings_.panes.bottom_shown && !panes.bottom.empty();
  details_drawn_ = !panes.details.empty();
  if (details_drawn_) shown.details.draw(frame, panes.details);
  status_.draw(ui, areas.status, shown.view, frame_ms_);
}

void MainWindow::draw_dialogs(const Ui& ui) {
  if (const auto chosen = files_.draw(ui)) follow_file(*chosen);
  if (const auto chosen = palette_.draw(ui, *this)) follow_palette(*chosen);
  keys_.draw(ui, settings_.keys);
  thresholds_.draw(ui, settings_.thresholds);
  if (record_dialog_.draw(ui, settings_.recorded)) start_recording(record_dialog_.wish());
  if (attach_dialog_.draw(ui, attachment_ != nullptr))
    start_attach(attach_dialog_.process(), attach_dialog_.wish());
  const auto snapshot = trace_ ? trace()->view.snapshot() : nullptr;
  const std::span<const DeviceInfo> devices =
      snapshot ? std::span(snapshot->info.devices) : std::span<const DeviceInfo>();
  gpu_peaks_.draw(ui, devices, settings_.thresholds.gpu_peaks);
  if (trace_) {
    // One that was begun in the other run ended when that one left the front.
    for (OpenTrace* run : {trace_.get(), runs_.b()}) {
      if (run != nullptr && run != trace()) run->view.marks.edit(std::nullopt);
    }
    mark_dialog_.draw(ui, trace()->view.marks);
  } else {
    mark_dialog_.close();
  }
  draw_quit(ui, last_s_);
}

}  // namespace lanescope
