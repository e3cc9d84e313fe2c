#include "app/shell/record/dialog.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

#include "app/shell/dialogs/dialog_rows.h"
#include "app/shell/record/means_text.h"
#include "app/shell/record/presets.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/text_field.h"
#include "core/base/text/command_words.h"

namespace lanescope {
namespace {

constexpr float kRecentPx = 26, kOptionPx = 26, kRatePx = 84, kMeansPx = 16;
/// Command, presets, fields, levels, options, times, the trigger, and what the machine has; and the
/// notes.
constexpr float kRowsPx = 7 * 40 + 6 * kOptionPx + 2 * 6 + 40 + kMeansPx, kNotesPx = 2 * 22;
constexpr float kTriggerPx = 2 * 40;  // its fields
/// The margins, the title and the buttons around them; and the height that the dialog is placed by,
/// so that nothing in it moves when the trigger is turned on.
constexpr float kTitlePx = 34, kFootPx = 44;
constexpr float kAroundPx = 2 * 16 + kTitlePx + kFootPx, kMostPx = 760;
/// Where all rows have room with the notes.
constexpr float kWholePx = kTitlePx + kFootPx + kRowsPx + kNotesPx;
constexpr float kEndPx = 8;  // below the last row
constexpr std::size_t kMostRecent = 4;

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
    "C++ functions and context switches, where the kernel allows it."};
constexpr std::string_view kNeedsSamples = "Only with host samples.";

/// The program that a command line starts; empty while it cannot be read.
std::string program_of(const std::string& command) {
  const auto line = parse_command_line(command);
  return line.ok() && !line.value().command.empty() ? line.value().command.front() : "";
}

/// True if Enter was pressed in it.
bool draw_command(const Ui& ui, Rect& inner, std::string& command, bool take_focus) {
  return text_field(ui, "record.command", labelled_row(ui, inner, "Command"), command,
                    "python train.py --epochs 1", "", take_focus)
      .entered;
}

/// High enough for all rows, without a gap above the buttons.
float dialog_px(const RecordRequest& request, std::size_t recent) {
  const auto commands = static_cast<float>(std::min(recent, kMostRecent));
  const float rows_px = kRowsPx + kNotesPx + (request.trigger ? kTriggerPx : 0);
  return std::min(kAroundPx + rows_px + commands * kRecentPx + kEndPx, kMostPx);
}

}  // namespace

void RecordDialog::open(RecordRequest last, std::string folder) {
  open_ = take_focus_ = true;
  wants_close_ = false;
  scroll_px_ = 0;
  request_ = std::move(last);
  folder_ = std::move(folder);
  problem_.clear();
  why_not_.clear();
  file_is_ours_ = true;
  named_after_ = {};
  opened_s_ = std::time(nullptr);
  ++opened_;
  request_.file.clear();
  refresh_file();
}

/// The file is named after the command until the user changes it.
void RecordDialog::refresh_file() {
  const Place place{request_.command, request_.folder};
  if (!file_is_ours_ || (named_after_ == place && !request_.file.empty())) return;
  named_after_ = place;
  request_.file = recording_file(request_, folder_, opened_s_);
}

/// On another thread, because folders may be on slow disks.
void RecordDialog::refresh_check() {
  const auto answer =
      check_.ask({request_.command, request_.folder},
                 [request = request_](const std::stop_token&) { return why_not_started(request); });
  why_not_ = answer.current ? *answer.value : "";
}

bool RecordDialog::draw(const Ui& ui, std::span<const std::string> recent) {
  if (!open_) return false;
  Dialog dialog(ui, "record.dialog", {800, dialog_px(request_, recent.size())}, kMostPx);
  if (!dialog.shown()) return false;
  const RecordRequest before = request_;
  refresh_check();
  const bool wanted = draw_content(ui, dialog.area(), recent);
  if (before != request_) problem_.clear();
  refresh_file();
  if (dialog.dismissed() || wants_close_) {
    open_ = wants_close_ = false;
    dialog.close();
  }
  return wanted;
}

bool RecordDialog::draw_content(const Ui& ui, Rect box, std::span<const std::string> recent) {
  Rect inner = box.inset(ui.px(20), ui.px(16));
  const bool roomy = inner.height() >= ui.px(kWholePx);
  draw_text(ui.face().title, inner.cut_top(ui.px(roomy ? kTitlePx : 26)).min(), ui.color().text,
            "Record program");
  const Rect foot = inner.cut_bottom(ui.px(kFootPx));
  bool entered = false;
  {
    const auto means = ask_means();
    const float rows_px = kRowsPx + (roomy ? kNotesPx : 0) + (request_.trigger ? kTriggerPx : 0);
    const Scrolled rows(ui, "record.scroll", inner, ui.px(rows_px), scroll_px_);
    Rect area = rows.area();
    // What most users need is in view in the smallest window.
    entered = draw_command(ui, area, request_.command, std::exchange(take_focus_, false));
    draw_presets(ui, area, means.get(), roomy);
    entered |= draw_fields(ui, area);
    draw_levels(ui, area, means.get(), roomy);
    entered |= draw_options(ui, area);
    entered |= draw_times(ui, area);
    entered |= draw_trigger(ui, area);
    draw_means(ui, area, means.get());
    draw_recent(ui, area, recent);
  }
  return (draw_foot(ui, foot) || entered) && why_not_.empty();
}

bool RecordDialog::draw_fields(const Ui& ui, Rect& inner) {
  bool entered = text_field(ui, "record.folder", labelled_row(ui, inner, "Working folder"),
                            request_.folder, "The folder Lanescope was started in", "", false)
                     .entered;
  entered |= text_field(ui, "record.environment", labelled_row(ui, inner, "Environment"),
                        request_.environment, "CUDA_VISIBLE_DEVICES=0 OMP_NUM_THREADS=8", "", false)
                 .entered;
  const FieldEvents file = text_field(ui, "record.file", labelled_row(ui, inner, "Save to"),
                                      request_.file, "run.lanes", "", false);
  if (file.changed) file_is_ours_ = false;
  return entered || file.entered;
}

void RecordDialog::draw_presets(const Ui& ui, Rect& inner, const RecordingMeans* means,
                                bool with_note) {
  Rect row = labelled_row(ui, inner, "Preset");
  for (const RecordPreset& preset : record_presets()) {
    if (choice_word(ui, row, preset.id, preset.word, is_set(preset, request_)))
      set(preset, request_);
  }
  if (with_note) note_row(ui, inner, preset_note(request_, means));
}

void RecordDialog::draw_levels(const Ui& ui, Rect& inner, const RecordingMeans* means,
                               bool with_note) {
  const bool no_effect = means != nullptr && !means->driver;
  const Effect effect = no_effect ? Effect::None : Effect::Usual;
  Rect levels = labelled_row(ui, inner, "CUDA detail", effect);
  for (const LevelWord& level : kLevels) {
    if (choice_word(ui, levels, level.id, level.word, request_.level == level.level, effect))
      request_.level = level.level;
  }
  const auto chosen = std::ranges::find(kLevels, request_.level, &LevelWord::level);
  if (with_note) {
    note_row(ui, inner,
             no_effect ? "No effect on this machine, which has no NVIDIA driver." : chosen->hint);
  }
}

bool RecordDialog::draw_options(const Ui& ui, Rect& inner) {
  const auto draw = [&](Rect& row, const SwitchOption<RecordRequest>& option,
                        std::string_view cost) {
    bool& on = request_.*option.on;
    if (option_row(ui, row, option.id, option.label, cost, on)) on = !on;
  };
  for (const auto& option : kOptions) draw(inner, option, option.cost);
  Rect row = inner;
  inner.cut_top(ui.px(kOptionPx));
  Rect rate = row.cut_right(ui.px(kRatePx));
  row.cut_right(ui.px(12));
  draw(row, kSample, kSample.cost);
  const bool entered = text_field(ui, "record.rate", rate.cut_top(ui.px(kOptionPx)).inset(0, 1),
                                  request_.rate, "200 Hz", "", false)
                           .entered;
  draw(inner, kNative, request_.sample ? kNative.cost : kNeedsSamples);
  inner.cut_top(ui.px(6));
  return entered;
}

bool RecordDialog::draw_times(const Ui& ui, Rect& inner) {
  Rect times = labelled_row(ui, inner, "Stop after");
  bool entered = text_field(ui, "record.duration", times.cut_left(ui.px(120)), request_.duration,
                            "program exit", "", false)
                     .entered;
  times.cut_left(ui.px(24));
  const Face& face = ui.face().ui;
  constexpr std::string_view kKeep = "Keep last";
  const Rect keep = times.cut_left(text_width(face, kKeep) + ui.px(12));
  draw_text(face, {keep.x0, centered_y(face, keep)}, ui.color().dim, kKeep);
  entered |= text_field(ui, "record.keep", times.cut_left(ui.px(120)), request_.keep_last,
                        "everything", "", false)
                 .entered;
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
  bool entered = text_field(ui, "record.when", labelled_row(ui, inner, "Condition"), request_.when,
                            "step>1.5*median or range:NAME>200ms", "", false)
                     .entered;
  Rect row = labelled_row(ui, inner, "Save after it");
  entered |=
      text_field(ui, "record.after", row.cut_left(ui.px(120)), request_.after, "1 s", "", false)
          .entered;
  row.cut_left(ui.px(24));
  const Face& face = ui.face().ui;
  constexpr std::string_view kTimes = "Stop after files";
  const Rect label = row.cut_left(text_width(face, kTimes) + ui.px(12));
  draw_text(face, {label.x0, centered_y(face, label)}, ui.color().dim, kTimes);
  entered |= text_field(ui, "record.times", row.cut_left(ui.px(120)), request_.times, "no limit",
                        "", false)
                 .entered;
  return entered;
}

/// Looked for on another thread; null until it is known.
std::shared_ptr<const RecordingMeans> RecordDialog::ask_means() {
  const std::string program = program_of(request_.command);
  return means_
      .ask({program, opened_},
           [program, places = places_](const std::stop_token&) {
             return find_recording_means(program, places);
           })
      .value;
}

void RecordDialog::draw_means(const Ui& ui, Rect& inner, const RecordingMeans* means) {
  const Rect row = labelled_row(ui, inner, "This machine");
  const Rect note{inner.x0, row.y1, inner.x1, row.y1 + ui.px(kMeansPx)};
  inner.cut_top(ui.px(kMeansPx));
  if (means == nullptr) return;
  ui.mark("record.means", {row.x0, row.y0, row.x1, note.y1});
  const Face& face = ui.face().ui;
  draw_text_fitted(face, {row.x0, centered_y(face, row)}, row.width(), ui.color().text,
                   means_facts(*means));
  const bool gpu = means->driver && means->cupti_found;
  const Face& small = ui.face().small;
  draw_text_fitted(small, {row.x0, note.y0 - ui.px(4)}, row.width(),
                   gpu ? ui.color().faint : ui.color().warning, means_outcome(*means, request_));
}

void RecordDialog::draw_recent(const Ui& ui, Rect& inner, std::span<const std::string> recent) {
  if (recent.empty() || inner.height() < ui.px(kRecentPx)) return;
  const Face& face = ui.face().ui;
  const Rect head = inner;
  draw_text(face, {head.x0, centered_y(face, head.y0, head.y0 + ui.px(kRecentPx))}, ui.color().dim,
            "Recent commands");
  for (std::size_t i = 0; i < recent.size() && i < kMostRecent; ++i) {
    if (inner.height() < ui.px(kRecentPx)) return;
    Rect row = inner.cut_top(ui.px(kRecentPx));
    row.cut_left(ui.px(132));
    const std::string id = "record.recent." + std::to_string(i);
    const Press press = press_area(ui, id, row);
    if (press.hovered) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      fill_rect({row.x0 - ui.px(8), row.y0, row.x1, row.y1}, ui.color().raised, ui.px(4));
    }
    draw_text_fitted(ui.face().mono, {row.x0, centered_y(ui.face().mono, row)}, row.width(),
                     press.hovered ? ui.color().accent : ui.color().text, recent[i]);
    if (press.clicked) request_.command = recent[i];
  }
}

bool RecordDialog::draw_foot(const Ui& ui, Rect foot) {
  const FootChoice choice = draw_dialog_foot(ui, foot, "record", "Record", why_not_.empty(),
                                             why_not_.empty() ? problem_ : why_not_);
  if (choice.cancel) close();
  return choice.start;
}

}  // namespace lanescope
