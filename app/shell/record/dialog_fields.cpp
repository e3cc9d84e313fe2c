// The rows of the dialog that records, below the command.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "app/shell/dialogs/dialog_rows.h"
#include "app/shell/record/dialog.h"
#include "app/shell/record/presets.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/text_field.h"

namespace lanescope {
namespace {

constexpr float kRatePx = 84;

struct LevelWord {
  CaptureLevel level;
  std::string_view id, word, hint;
};
constexpr std::array<LevelWord, 3> kLevels{{
    {CaptureLevel::Kernels, "record.kernels", "Kernels only",
     "Kernels, copies and memsets. Lowest overhead."},
    {CaptureLevel::Usual, "record.usual", "Standard",
     "Adds CUDA calls, synchronization and profiler overhead."},
    {CaptureLevel::All, "record.all", "Everything",
     "Adds driver calls, memory, events and compilation."},
}};

constexpr std::array<SwitchOption<RecordRequest>, 3> kOptions{{
    {&RecordRequest::stacks, "record.stacks", "Python stacks",
     "Source line that launched each kernel. Slight cost per launch."},
    {&RecordRequest::shapes, "record.shapes", "Operators and shapes",
     "Of the main thread and of backward. Slight cost per operator."},
    {&RecordRequest::memory, "record.memory", "Memory counters",
     "PyTorch's allocated and reserved memory, every 50 ms. Negligible cost."},
}};
constexpr SwitchOption<RecordRequest> kSample{&RecordRequest::sample, "record.sample",
                                              "Host samples",
                                              "What each thread does. Usually under 1 % slower."};
constexpr SwitchOption<RecordRequest> kNative{
    &RecordRequest::native, "record.native", "Native stacks",
    "C and C++ functions, and context switches, where the kernel allows it."};
constexpr std::string_view kNeedsSamples = "Only with host samples.";
constexpr std::string_view kNoEffect = "No effect on this machine, which has no NVIDIA driver.";
constexpr std::string_view kNoLaunches =
    "Of CUDA launches only. Host samples have Python stacks, too.";

bool lacks_driver(const RecordingMeans* means) {
  return means != nullptr && !means->driver;
}

/// The fields by their labels, with which problems begin.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kFields{{
    {"Environment:", "record.environment"},
    {"Save to:", "record.file"},
    {"Host samples:", "record.rate"},
    {"Stop after:", "record.duration"},
    {"Keep last:", "record.keep"},
    {"Condition:", "record.when"},
    {"After trigger:", "record.after"},
    {"Max. files:", "record.times"},
}};

}  // namespace

/// Where the keyboard is, it stays.
void RecordDialog::complain(std::string problem) {
  problem_ = std::move(problem);
  if (has_keyboard_) return;
  const auto named = std::ranges::find_if(
      kFields, [this](const auto& field) { return problem_.starts_with(field.first); });
  focus_ = named != kFields.end() ? named->second : kCommand;
}

bool RecordDialog::field(const Ui& ui, const char* id, Rect rect, std::string& text,
                         const char* hint) {
  const bool take_focus = focus_ == id;
  if (take_focus) focus_ = {};
  const FieldEvents events = text_field(ui, id, rect, text, hint, "", take_focus);
  has_keyboard_ |= events.active;
  return events.entered;
}

bool RecordDialog::draw_fields(const Ui& ui, Rect& inner) {
  bool entered = field(ui, "record.folder", labelled_row(ui, inner, "Working folder"),
                       request_.folder, "The folder Lanescope was started in");
  entered |= field(ui, "record.environment", labelled_row(ui, inner, "Environment"),
                   request_.environment, "CUDA_VISIBLE_DEVICES=0 OMP_NUM_THREADS=8");
  const std::string file = request_.file;
  entered |=
      field(ui, "record.file", labelled_row(ui, inner, "Save to"), request_.file, "run.lanes");
  if (file != request_.file) file_is_ours_ = false;
  return entered;
}

/// Once, before the user has recorded anything.
void RecordDialog::suggest_preset(const RecordingMeans* means) {
  if (!suggests_ || means == nullptr) return;
  suggests_ = false;
  if (const RecordPreset* preset = preset_for(*means, request_)) set(*preset, request_);
}

void RecordDialog::draw_presets(const Ui& ui, Rect& inner, const RecordingMeans* means,
                                bool with_note) {
  Rect row = labelled_row(ui, inner, "Preset");
  for (const RecordPreset& preset : record_presets()) {
    if (!choice_word(ui, row, preset.id, preset.word, is_set(preset, request_))) continue;
    suggests_ = false;
    set(preset, request_);
  }
  if (with_note) note_row(ui, inner, preset_note(request_, means));
}

void RecordDialog::draw_levels(const Ui& ui, Rect& inner, const RecordingMeans* means,
                               bool with_note) {
  const bool no_effect = lacks_driver(means);
  const Effect effect = no_effect ? Effect::None : Effect::Usual;
  Rect levels = labelled_row(ui, inner, "CUDA detail", effect);
  for (const LevelWord& level : kLevels) {
    if (choice_word(ui, levels, level.id, level.word, request_.level == level.level, effect))
      request_.level = level.level;
  }
  const auto chosen = std::ranges::find(kLevels, request_.level, &LevelWord::level);
  if (with_note) {
    note_row(ui, inner, no_effect ? kNoEffect : chosen->hint);
  }
}

bool RecordDialog::draw_options(const Ui& ui, Rect& inner, const RecordingMeans* means) {
  const auto draw = [&](Rect& row, const SwitchOption<RecordRequest>& option,
                        std::string_view cost) {
    bool& on = request_.*option.on;
    if (option_row(ui, row, option.id, option.label, cost, on)) on = !on;
  };
  for (const auto& option : kOptions) {
    const bool of_launches = option.on == &RecordRequest::stacks;
    draw(inner, option, of_launches && lacks_driver(means) ? kNoLaunches : option.cost);
  }
  const bool entered = draw_sampling(ui, inner);
  draw(inner, kNative, request_.sample ? kNative.cost : kNeedsSamples);
  inner.cut_top(ui.px(6));
  return entered;
}

bool RecordDialog::draw_sampling(const Ui& ui, Rect& inner) {
  Rect row = inner;
  inner.cut_top(ui.px(kOptionRowPx));
  const Rect rate = row.cut_right(ui.px(kRatePx)).cut_top(ui.px(kOptionRowPx)).inset(0, 1);
  row.cut_right(ui.px(12));
  if (option_row(ui, row, kSample.id, kSample.label, kSample.cost, request_.sample))
    request_.sample = !request_.sample;
  const bool entered = field(ui, "record.rate", rate, request_.rate, "200 Hz");
  if (wrong_rate_.empty()) return entered;
  const Rect hint = inner.cut_top(ui.px(kHintPx));
  ui.mark("record.rate.problem", hint);
  const Face& face = ui.face().small;
  draw_text_right_fitted(*ImGui::GetWindowDrawList(), face, hint.x1, centered_y(face, hint),
                         hint.width(), ui.color().warning, wrong_rate_);
  return entered;
}

bool RecordDialog::draw_times(const Ui& ui, Rect& inner) {
  Rect times = labelled_row(ui, inner, "Stop after");
  bool entered =
      field(ui, "record.duration", times.cut_left(ui.px(120)), request_.duration, "program exit");
  times.cut_left(ui.px(24));
  const Face& face = ui.face().ui;
  constexpr std::string_view kKeep = "Keep last";
  const Rect keep = times.cut_left(text_width(face, kKeep) + ui.px(12));
  draw_text(face, {keep.x0, centered_y(face, keep)}, ui.color().dim, kKeep);
  entered |= field(ui, "record.keep", times.cut_left(ui.px(120)), request_.keep_last,
                   request_.trigger ? "10 s" : "everything");
  times.cut_left(ui.px(12));
  const Face& small = ui.face().small;
  draw_text_fitted(small, {times.x0, centered_y(small, times)}, times.width(), ui.color().faint,
                   "30 s, 2 min, 1 h");
  return entered;
}

/// Collapsed until it is turned on.
bool RecordDialog::draw_trigger(const Ui& ui, Rect& inner) {
  if (option_row(ui, inner, "record.trigger", "Save on a trigger",
                 "Saves the last seconds when a step or a range takes too long.", request_.trigger))
    request_.trigger = !request_.trigger;
  inner.cut_top(ui.px(6));
  if (!request_.trigger) return false;
  bool entered = field(ui, "record.when", labelled_row(ui, inner, "Condition"), request_.when,
                       "step>1.5*median, step>200ms, range:NAME>200ms");
  Rect row = labelled_row(ui, inner, "After trigger");
  entered |= field(ui, "record.after", row.cut_left(ui.px(120)), request_.after, "1 s");
  row.cut_left(ui.px(24));
  const Face& face = ui.face().ui;
  constexpr std::string_view kTimes = "Max. files";
  const Rect label = row.cut_left(text_width(face, kTimes) + ui.px(12));
  draw_text(face, {label.x0, centered_y(face, label)}, ui.color().dim, kTimes);
  entered |= field(ui, "record.times", row.cut_left(ui.px(120)), request_.times, "1");
  return entered;
}

}  // namespace lanescope
