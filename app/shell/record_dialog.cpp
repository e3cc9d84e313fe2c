#include "app/shell/record_dialog.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

#include "app/widgets/button.h"
#include "app/widgets/dialog.h"
#include "app/widgets/icons.h"
#include "app/widgets/text.h"
#include "app/widgets/text_field.h"

namespace lanescope {
namespace {

constexpr float kLabelPx = 132, kFieldPx = 32, kGapPx = 10, kRecentPx = 26;
constexpr std::size_t kMostRecent = 4;

struct LevelWord {
  CaptureLevel level;
  std::string_view id, word, hint;
};
constexpr std::array<LevelWord, 3> kLevels{{
    {CaptureLevel::Kernels, "record.kernels", "Kernels only",
     "Kernels, copies and fills: the least that slows a program down."},
    {CaptureLevel::Usual, "record.usual", "Usual",
     "And CUDA calls, synchronisation, and what the capture itself costs."},
    {CaptureLevel::All, "record.all", "Everything",
     "And driver calls, memory, events and compilation."},
}};

/// A row with its name at the left; returns where its field goes.
Rect labelled(const Ui& ui, Rect& inner, std::string_view label) {
  Rect row = inner.cut_top(ui.px(kFieldPx));
  inner.cut_top(ui.px(kGapPx));
  const Face& face = ui.face().ui;
  draw_text(*ImGui::GetWindowDrawList(), face, {row.x0, centered_y(face, row.y0, row.y1)},
            ui.color().dim, label);
  row.cut_left(ui.px(kLabelPx));
  return row;
}

/// Words beside each other, each to be switched.
bool word(const Ui& ui, Rect& row, std::string_view id, std::string_view label, bool on) {
  const float width = text_button_width(ui, label);
  const Rect rect = row.cut_left(width);
  row.cut_left(ui.px(4));
  return text_button(ui, id, rect, label, on);
}

void note(const Ui& ui, Rect& inner, std::string_view text) {
  const Face& face = ui.face().small;
  Rect row = inner.cut_top(face.size_px);
  inner.cut_top(ui.px(kGapPx));
  row.cut_left(ui.px(kLabelPx));
  draw_text_fitted(*ImGui::GetWindowDrawList(), face, row.min(), row.width(), ui.color().faint,
                   text);
}

}  // namespace

void RecordDialog::open(RecordWish last, std::string folder) {
  open_ = take_focus_ = true;
  wants_close_ = false;
  wish_ = std::move(last);
  folder_ = std::move(folder);
  problem_.clear();
  file_is_ours_ = true;
  named_after_.clear();
  opened_s_ = std::time(nullptr);
  wish_.file.clear();
  refresh_file();
}

/// It is called after the command until the user says otherwise.
void RecordDialog::refresh_file() {
  if (!file_is_ours_ || (named_after_ == wish_.command && !wish_.file.empty())) return;
  named_after_ = wish_.command;
  wish_.file = recording_file(folder_, wish_.command, opened_s_);
}

bool RecordDialog::draw(const Ui& ui, std::span<const std::string> recent) {
  if (!open_) return false;
  Dialog dialog(ui, "record.dialog", {760, 520});
  if (!dialog.shown()) return false;
  const bool wanted = draw_content(ui, dialog.area(), recent);
  refresh_file();
  if (dialog.dismissed() || wants_close_) {
    open_ = wants_close_ = false;
    dialog.close();
  }
  return wanted;
}

bool RecordDialog::draw_content(const Ui& ui, Rect box, std::span<const std::string> recent) {
  Rect inner = box.inset(ui.px(20), ui.px(16));
  draw_text(*ImGui::GetWindowDrawList(), ui.face().title, inner.cut_top(ui.px(40)).min(),
            ui.color().text, "Record a program");
  const Rect foot = inner.cut_bottom(ui.px(44));
  const bool entered = draw_fields(ui, inner);
  draw_options(ui, inner);
  draw_recent(ui, inner, recent);
  return draw_foot(ui, foot) || entered;
}

bool RecordDialog::draw_fields(const Ui& ui, Rect& inner) {
  bool entered = text_field(ui, "record.command", labelled(ui, inner, "Command"), wish_.command,
                            "python train.py --epochs 1", "", take_focus_)
                     .entered;
  take_focus_ = false;
  entered |= text_field(ui, "record.folder", labelled(ui, inner, "Working folder"), wish_.folder,
                        "The folder this program was started in", "", false)
                 .entered;
  entered |= text_field(ui, "record.environment", labelled(ui, inner, "Environment"),
                        wish_.environment, "CUDA_VISIBLE_DEVICES=0 OMP_NUM_THREADS=8", "", false)
                 .entered;
  const FieldEvents file = text_field(ui, "record.file", labelled(ui, inner, "Save to"), wish_.file,
                                      "run.lanes", "", false);
  if (file.changed) file_is_ours_ = false;
  return entered || file.entered;
}

void RecordDialog::draw_options(const Ui& ui, Rect& inner) {
  Rect levels = labelled(ui, inner, "What");
  for (const LevelWord& level : kLevels) {
    if (word(ui, levels, level.id, level.word, wish_.level == level.level))
      wish_.level = level.level;
  }
  levels.cut_left(ui.px(16));
  if (word(ui, levels, "record.stacks", "Python stacks", wish_.stacks))
    wish_.stacks = !wish_.stacks;
  if (word(ui, levels, "record.shapes", "Operators and shapes", wish_.shapes))
    wish_.shapes = !wish_.shapes;
  const auto chosen = std::ranges::find(kLevels, wish_.level, &LevelWord::level);
  note(ui, inner,
       wish_.shapes ? "Operators and shapes come from PyTorch's emit_nvtx, which slows each "
                      "operator down."
                    : chosen->hint);
  Rect times = labelled(ui, inner, "Stop after");
  text_field(ui, "record.duration", times.cut_left(ui.px(120)), wish_.duration, "its end", "",
             false);
  times.cut_left(ui.px(24));
  const Face& face = ui.face().ui;
  constexpr std::string_view kKeep = "Keep only the last";
  const Rect keep = times.cut_left(text_width(face, kKeep) + ui.px(12));
  draw_text(*ImGui::GetWindowDrawList(), face, {keep.x0, centered_y(face, keep.y0, keep.y1)},
            ui.color().dim, kKeep);
  text_field(ui, "record.keep", times.cut_left(ui.px(120)), wish_.keep_last, "all of it", "",
             false);
}

void RecordDialog::draw_recent(const Ui& ui, Rect& inner, std::span<const std::string> recent) {
  if (recent.empty() || inner.height() < ui.px(kRecentPx)) return;
  const Face& face = ui.face().ui;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Rect head = inner;
  draw_text(list, face, {head.x0, centered_y(face, head.y0, head.y0 + ui.px(kRecentPx))},
            ui.color().dim, "Recorded before");
  for (std::size_t i = 0; i < recent.size() && i < kMostRecent; ++i) {
    if (inner.height() < ui.px(kRecentPx)) return;
    Rect row = inner.cut_top(ui.px(kRecentPx));
    row.cut_left(ui.px(kLabelPx));
    const std::string id = "record.recent." + std::to_string(i);
    const Press press = press_area(ui, id, row);
    draw_text_fitted(list, ui.face().mono, {row.x0, centered_y(face, row.y0, row.y1)}, row.width(),
                     press.hovered ? ui.color().accent : ui.color().text, recent[i]);
    if (press.clicked) wish_.command = recent[i];
  }
}

bool RecordDialog::draw_foot(const Ui& ui, Rect foot) {
  foot.cut_top(ui.px(10));
  constexpr std::string_view kRecord = "Record", kCancel = "Cancel";
  const Rect record = foot.cut_right(text_button_width(ui, kRecord) + ui.px(24));
  foot.cut_right(ui.px(8));
  const Rect cancel = foot.cut_right(text_button_width(ui, kCancel) + ui.px(16));
  foot.cut_right(ui.px(12));
  if (!problem_.empty()) {
    const Face& face = ui.face().small;
    draw_text_wrapped(ImGui::GetWindowDrawList(), face, foot.min(), foot.width(),
                      ui.color().warning, problem_);
    ui.mark("record.problem", foot);
  }
  if (action_button(ui, "record.cancel", cancel, kCancel, false)) close();
  return action_button(ui, "record.start", record, kRecord, true);
}

}  // namespace lanescope
