#include "app/shell/attach/dialog.h"

#include <array>
#include <ctime>
#include <utility>

#include "app/shell/dialogs/dialog_rows.h"
#include "app/widgets/button.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/text_field.h"
#include "capture/host/files/recording_name.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

constexpr float kRatePx = 84, kOptionRowPx = 26;
constexpr float kReasonPx = 74, kWholePx = 440, kLeastPx = 340;
constexpr std::string_view kLine = "export KINETO_USE_DAEMON=1";
constexpr std::string_view kWhereLine = "Set this before starting the program:";

constexpr std::string_view kOnlySamples =
    "Its threads can still be sampled: their Python stacks, and what they wait for.";
constexpr std::string_view kUntilStopped = "until you stop it, or the process ends";

constexpr std::array<SwitchOption<AttachRequest>, 4> kOptions{{
    {&AttachRequest::shapes, "attach.shapes", "Shapes",
     "Inputs of each operator. Slight cost per operator."},
    {&AttachRequest::stacks, "attach.stacks", "Python stacks",
     "Source line of each call. Slows Python down and enlarges the trace."},
    {&AttachRequest::memory, "attach.memory", "Memory", "Every allocation and free."},
    {&AttachRequest::sample, "attach.sample", "Host samples",
     "What each thread does and waits for, seen from outside."},
}};

constexpr SwitchOption<AttachRequest> kNative{
    &AttachRequest::native, "attach.native", "Native stacks",
    "C and C++ functions, and context switches, where the kernel allows it."};

bool is_before_2_7(const std::string& version) {
  return version.starts_with("1.") ||
         (version.starts_with("2.") && version.size() > 3 && version[2] < '7' && version[3] == '.');
}

/// The line to be set elsewhere, with a button that copies it.
void draw_line_to_copy(const Ui& ui, Rect row) {
  const Face& mono = ui.face().mono;
  const float wide = text_width(mono, kLine) + ui.px(24);
  const Rect box = row.cut_left(wide);
  fill_rect(box, ui.color().background, ui.px(4));
  draw_text(mono, {box.x0 + ui.px(12), centered_y(mono, box)}, ui.color().text, kLine);
  row.cut_left(ui.px(6));
  if (icon_button(ui, "attach.copy", row.cut_left(row.height()), icon::kCopy, "Copy the line"))
    copy_text(ui, std::string(kLine));
}

}  // namespace

void AttachDialog::open(AttachRequest last, std::string folder) {
  open_ = true;
  wants_close_ = false;
  request_ = std::move(last);
  request_.file.clear();
  folder_ = std::move(folder);
  problem_.clear();
  file_is_ours_ = true;
  named_after_ = 0;
  opened_s_ = std::time(nullptr);
  list_.begin();
}

/// The file is named after the process until the user changes it.
void AttachDialog::refresh_file() {
  const RunningProcess* process = list_.chosen();
  if (!file_is_ours_ || process == nullptr) return;
  const bool traced = can_be_asked(*process);
  if (process->pid == named_after_ && traced == named_for_trace_) return;
  named_after_ = process->pid;
  named_for_trace_ = traced;
  request_.file =
      free_recording_file(folder_, process->arguments, opened_s_, traced ? ".json" : ".lanes");
}

bool AttachDialog::draw(const Ui& ui, bool asking) {
  if (!open_) return false;
  Dialog dialog(ui, "attach.dialog", {860, 620});
  if (!dialog.shown()) return false;
  list_.refresh(ImGui::GetTime());
  refresh_file();
  const bool wanted = draw_content(ui, dialog.area(), asking);
  if (dialog.dismissed() || wants_close_) {
    open_ = wants_close_ = false;
    dialog.close();
  }
  return wanted;
}

bool AttachDialog::draw_content(const Ui& ui, Rect box, bool asking) {
  Rect inner = box.inset(ui.px(20), ui.px(16));
  draw_text(ui.face().title, inner.cut_top(ui.px(34)).min(), ui.color().text, "Attach to process");
  Rect foot = inner.cut_bottom(ui.px(44));
  // If there is little room, the list of processes takes precedence over text.
  const bool compact = inner.height() < ui.px(kWholePx);
  bool entered = false;
  {
    const Scrolled rows(ui, "attach.scroll", inner, ui.px(kLeastPx), scroll_px_);
    inner = rows.area();
    Rect options = inner.cut_bottom(ui.px((compact ? 40.F : kOptions.size() * 26.F) + 2 * 40 + 4));
    const Rect reason = inner.cut_bottom(ui.px(compact ? kReasonPx - 16 : kReasonPx));
    // Aligns the rows of the table with everything else.
    const std::int64_t before = list_.chosen() == nullptr ? 0 : list_.chosen()->pid;
    entered = list_.draw(ui, inner);
    if ((list_.chosen() == nullptr ? 0 : list_.chosen()->pid) != before) problem_.clear();
    draw_reason(ui, reason);
    entered |= draw_options(ui, options, compact);
  }
  return (draw_foot(ui, foot, asking) || entered) && can_start(asking);
}

bool AttachDialog::can_start(bool asking) const {
  const RunningProcess* process = list_.chosen();
  return process != nullptr && (can_be_asked(*process) || can_be_sampled(*process)) && !asking;
}

void AttachDialog::draw_reason(const Ui& ui, Rect area) {
  fill_rect({area.x0, area.y0, area.x1, area.y0 + 1}, ui.color().line);
  area.cut_top(ui.px(8));
  const Face& face = ui.face().small;
  const auto line = [&](ImU32 color, std::string_view text) {
    const Rect row = area.cut_top(ui.px(20));
    draw_text_fitted(face, row.min(), row.width(), color, text);
  };
  const RunningProcess* process = list_.chosen();
  if (list_.looking()) return line(ui.color().faint, "Looking for processes…");
  if (process == nullptr) {
    ui.mark("attach.none", area);
    line(ui.color().dim, list_.filtered() ? "None of your matching processes runs Python."
                                          : "None of your processes runs Python.");
  } else if (process->why_not.empty()) {
    ui.mark("attach.can", area);
    line(ui.color().dim,
         "PyTorch's own profiler records the trace, which opens here. The program keeps running.");
    if (is_before_2_7(process->torch_version))
      line(ui.color().warning,
           "PyTorch " + process->torch_version + " may not respond; 2.7 and newer do.");
    return;
  } else {
    ui.mark("attach.why_not", area);
    line(ui.color().warning, capitalized(process->why_not) + ".");
    if (can_be_sampled(*process) && area.height() > ui.px(26 + 18)) {
      ui.mark("attach.samples", area);
      line(ui.color().dim, kOnlySamples);
    }
    if (process->asks || !process->has_torch) return;
  }
  const Rect row = area.cut_top(ui.px(26));
  const float wide = text_width(face, kWhereLine) + ui.px(10);
  draw_text(face, {row.x0, centered_y(face, row)}, ui.color().dim, kWhereLine);
  draw_line_to_copy(ui, {row.x0 + wide, row.y0, row.x1, row.y1});
}

void AttachDialog::draw_amount(const Ui& ui, Rect& amount, bool& entered) {
  std::string& text = request_.by_steps ? request_.steps : request_.duration;
  const FieldEvents typed =
      text_field(ui, request_.by_steps ? "attach.steps" : "attach.duration",
                 amount.cut_left(ui.px(90)), text, request_.by_steps ? "5" : "2", "", false);
  entered |= typed.entered;
  amount.cut_left(ui.px(8));
  if (choice_word(ui, amount, "attach.by_time", "seconds", !request_.by_steps))
    request_.by_steps = false;
  if (choice_word(ui, amount, "attach.by_steps", "optimizer steps", request_.by_steps))
    request_.by_steps = true;
}

bool AttachDialog::draw_rate(const Ui& ui, Rect rect) {
  return text_field(ui, "attach.rate", rect, request_.rate, "200 Hz", "", false).entered;
}

/// True if Enter was pressed in the field of the rate.
bool AttachDialog::draw_choices(const Ui& ui, Rect& inner, bool compact) {
  Rect row = compact ? labelled_row(ui, inner, "With") : Rect();
  bool entered = false;
  for (const auto& option : kOptions) {
    bool& on = request_.*option.on;
    const bool has_rate = !compact && option.on == &AttachRequest::sample;
    Rect rate = inner;
    rate.y1 = rate.y0 + ui.px(kOptionRowPx);
    Rect words = inner;
    if (has_rate) words.x1 = rate.x1 - ui.px(kRatePx + 12);
    const bool pressed = compact ? option_word(ui, row, option.id, option.label, on)
                                 : option_row(ui, words, option.id, option.label, option.cost, on);
    if (!compact) inner.cut_top(ui.px(kOptionRowPx));
    if (has_rate) entered |= draw_rate(ui, rate.cut_right(ui.px(kRatePx)).inset(0, 1));
    if (pressed) on = !on;
  }
  if (compact && row.width() > ui.px(kRatePx))
    entered |= draw_rate(ui, row.cut_left(ui.px(kRatePx)));
  return entered;
}

/// Of a process that is only sampled. True if Enter was pressed in the field of the rate.
bool AttachDialog::draw_native(const Ui& ui, Rect& inner, bool compact) {
  Rect row = labelled_row(ui, inner, compact ? "With" : "Sample rate");
  bool entered = false;
  if (!compact) entered = draw_rate(ui, row.cut_left(ui.px(kRatePx)));
  const bool pressed =
      compact ? option_word(ui, row, kNative.id, kNative.label, request_.native)
              : option_row(ui, inner, kNative.id, kNative.label, kNative.cost, request_.native);
  if (compact) entered = draw_rate(ui, row.cut_left(ui.px(kRatePx)));
  if (pressed) request_.native = !request_.native;
  return entered;
}

/// True if Enter was pressed in one of its fields.
bool AttachDialog::draw_options(const Ui& ui, Rect& inner, bool compact) {
  const RunningProcess* process = list_.chosen();
  bool entered = false;
  Rect amount = labelled_row(ui, inner, "Record");
  if (process != nullptr && !can_be_asked(*process)) {
    draw_text(ui.face().ui, {amount.x0, centered_y(ui.face().ui, amount)}, ui.color().dim,
              kUntilStopped);
    entered |= draw_native(ui, inner, compact);
  } else {
    draw_amount(ui, amount, entered);
    entered |= draw_choices(ui, inner, compact);
  }
  inner.cut_top(ui.px(4));
  const FieldEvents file = text_field(ui, "attach.file", labelled_row(ui, inner, "Save to"),
                                      request_.file, "trace.json", "", false);
  if (file.changed) file_is_ours_ = false;
  return entered || file.entered;
}

bool AttachDialog::draw_foot(const Ui& ui, Rect foot, bool asking) {
  const FootChoice choice = draw_dialog_foot(ui, foot, "attach", asking ? "Requesting…" : "Record",
                                             can_start(asking), problem_);
  if (choice.cancel) close();
  return choice.start;
}

}  // namespace lanescope
