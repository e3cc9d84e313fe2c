#include "app/shell/record/dialog.h"

#include <algorithm>
#include <ctime>
#include <span>
#include <utility>

#include "app/shell/dialogs/dialog_rows.h"
#include "app/shell/record/means_text.h"
#include "app/shell/record/presets.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/text_field.h"
#include "capture/host/files/run_program.h"
#include "core/base/text/command_words.h"

namespace lanescope {
namespace {

constexpr float kRecentPx = 26, kOptionPx = RecordDialog::kOptionRowPx, kMeansPx = 16;
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
constexpr double kCheckAgainS = 1;

/// The program that a command line truly starts; none while it cannot be read.
StartedProgram program_of(const std::string& command) {
  const auto line = parse_command_line(command);
  return line.ok() ? started_program(line.value().command) : StartedProgram();
}

/// High enough for all rows, without a gap above the buttons.
float dialog_px(float rows_px, std::size_t recent) {
  const auto commands = static_cast<float>(std::min(recent, kMostRecent));
  return std::min(kAroundPx + rows_px + kNotesPx + commands * kRecentPx + kEndPx, kMostPx);
}

}  // namespace

void RecordDialog::open(RecordRequest last, std::string folder) {
  open_ = true;
  focus_ = kCommand;
  wants_close_ = false;
  scroll_px_ = 0;
  suggests_ = last.command.empty() && begins_as_usual(last);
  request_ = std::move(last);
  folder_ = std::move(folder);
  problem_.clear();
  why_not_.clear();
  ++checked_.second;
  wrong_rate_.clear();
  wrong_condition_.clear();
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
  const Place place{request_.command, request_.folder};
  const bool other = checked_.first != place;
  const double now_s = ImGui::GetTime();
  if (other || (!why_not_.empty() && now_s - checked_at_s_ >= kCheckAgainS)) {
    checked_ = {place, checked_.second + 1};
    checked_at_s_ = now_s;
  }
  if (other) why_not_.clear();
  const auto answer = check_.ask(
      checked_, [request = request_](const std::stop_token&) { return why_not_started(request); });
  if (answer.current) why_not_ = *answer.value;
}

bool RecordDialog::draw(const Ui& ui, std::span<const std::string> recent) {
  if (!open_) return false;
  wrong_rate_ = wrong_rate(request_);
  wrong_condition_ = wrong_condition(request_);
  Dialog dialog(ui, "record.dialog", {800, dialog_px(rows_px(), recent.size())}, kMostPx);
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

float RecordDialog::rows_px() const {
  return kRowsPx + (request_.trigger ? kTriggerPx : 0) + (wrong_rate_.empty() ? 0 : kHintPx);
}

std::string RecordDialog::obstacle() const {
  if (!why_not_.empty()) return why_not_;
  if (!wrong_rate_.empty()) return "Host samples: " + wrong_rate_;
  return wrong_condition_.empty() ? "" : "Condition: " + wrong_condition_;
}

bool RecordDialog::draw_content(const Ui& ui, Rect box, std::span<const std::string> recent) {
  Rect inner = box.inset(ui.px(20), ui.px(16));
  const bool roomy = inner.height() >= ui.px(kWholePx);
  draw_text(ui.face().title, inner.cut_top(ui.px(roomy ? kTitlePx : 26)).min(), ui.color().text,
            "Record program");
  const Rect foot = inner.cut_bottom(ui.px(kFootPx));
  bool entered = false;
  has_keyboard_ = false;
  {
    // One goes on typing where what Enter asked for is refused.
    const EnterKeepsFocus stays;
    const auto means = ask_means();
    const Scrolled rows(ui, "record.scroll", inner, ui.px(rows_px() + (roomy ? kNotesPx : 0)),
                        scroll_px_);
    Rect area = rows.area();
    // What most users need is in view in the smallest window.
    entered = field(ui, kCommand, labelled_row(ui, area, "Command"), request_.command,
                    "python train.py --epochs 1");
    suggest_preset(means.get());
    draw_presets(ui, area, means.get(), roomy);
    entered |= draw_fields(ui, area);
    draw_levels(ui, area, means.get(), roomy);
    entered |= draw_options(ui, area, means.get());
    entered |= draw_times(ui, area);
    entered |= draw_trigger(ui, area);
    draw_means(ui, area, means.get());
    draw_recent(ui, area, recent);
  }
  return (draw_foot(ui, foot) || entered) && obstacle().empty();
}

/// Looked for on another thread; null until it is known.
std::shared_ptr<const RecordingMeans> RecordDialog::ask_means() {
  const StartedProgram program = program_of(request_.command);
  MachinePlaces places = places_;
  if (program.by_uv)
    places.path = (request_.folder.empty() ? "." : request_.folder) + "/.venv/bin:" + places.path;
  return means_
      .ask({program.name + '\n' + places.path, opened_},
           [name = program.name, places](const std::stop_token&) {
             return find_recording_means(name, places);
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
  const std::string obstacle = this->obstacle();
  const FootChoice choice = draw_dialog_foot(ui, foot, "record", "Record", obstacle.empty(),
                                             obstacle.empty() ? problem_ : obstacle);
  if (choice.cancel) close();
  return choice.start;
}

}  // namespace lanescope
