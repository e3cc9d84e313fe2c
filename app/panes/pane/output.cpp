#include "app/panes/pane/output.h"

#include <utility>

#include "app/widgets/button.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/log_view.h"

namespace lanescope {
namespace {

constexpr float kButtonPx = 24;

void copy_lines(const Ui& ui, const ProgramLog& log, LogRange range) {
  const bool all = range.begin == 0 && range.end == log.text.size();
  copy_text(ui, log.text.text(range.begin, range.end),
            all ? "the output" : std::to_string(range.end - range.begin) + " lines of the output");
}

class OutputPane final : public Pane {
 public:
  explicit OutputPane(std::shared_ptr<ProgramLog> log) : log_(std::move(log)) {}

  [[nodiscard]] std::string_view title() const override { return "Output"; }
  [[nodiscard]] std::string_view facts() const override { return log_->facts; }
  /// Also if nothing else was recorded: it may say why.
  [[nodiscard]] bool applies(const TraceView& /*view*/) const override { return true; }
  [[nodiscard]] bool follows_window() const override { return false; }
  void draw(const PaneFrame& frame, Rect area) override { draw_program_log(frame.ui, area, *log_); }

 private:
  std::shared_ptr<ProgramLog> log_;
};

}  // namespace

void draw_program_log(const Ui& ui, Rect area, ProgramLog& log) {
  if (!log.view) log.view = std::make_shared<LogView>();
  LogView& view = *log.view;
  const LogContent content{log.text.size(), log.text.dropped(),
                           [&log](std::size_t i) { return log.text.line(i); }};
  const Rect beside = area.cut_right(ui.px(kButtonPx + 10));
  fill_rect(beside, ui.color().background);  // as the lines
  Rect buttons = beside.inset(ui.px(5), ui.px(5));
  if (const auto wanted = view.draw(ui, area, content)) copy_lines(ui, log, *wanted);
  if (log.text.empty()) {
    const Face& face = ui.face().ui;
    draw_text(face, {area.x0 + ui.px(14), area.y0 + ui.px(10)}, ui.color().faint,
              "No output from the program.");
    return;
  }
  if (icon_button(ui, "output.copy", buttons.cut_top(ui.px(kButtonPx)), icon::kCopy,
                  "Copy selected lines, or all"))
    copy_lines(ui, log, view.chosen(content));
  if (view.follows()) return;
  if (icon_button(ui, "output.end", buttons.cut_bottom(ui.px(kButtonPx)), icon::kDown,
                  "Scroll to the end and follow", true))
    view.follow();
}

std::unique_ptr<Pane> make_output_pane(std::shared_ptr<ProgramLog> log) {
  return std::make_unique<OutputPane>(std::move(log));
}

}  // namespace lanescope
