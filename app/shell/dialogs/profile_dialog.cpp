#include "app/shell/dialogs/profile_dialog.h"

#include <filesystem>
#include <utility>

#include "app/shell/dialogs/dialog_rows.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/text_field.h"
#include "core/session/profile_offset.h"

namespace lanescope {

void ProfileDialog::open(LaidProfile profile) {
  open_ = take_focus_ = true;
  profile_ = std::move(profile);
  offset_ = profile_offset_text(profile_.offset_ns);
  problem_.clear();
}

std::optional<LaidProfile> ProfileDialog::draw(const Ui& ui) {
  if (!open_) return std::nullopt;
  Dialog dialog(ui, "profile.dialog", {560, 190});
  if (!dialog.shown()) return std::nullopt;
  const bool accepted = draw_content(ui, dialog.area());
  if (dialog.dismissed()) open_ = false;
  if (!open_) dialog.close();
  return accepted ? std::optional(profile_) : std::nullopt;
}

bool ProfileDialog::draw_content(const Ui& ui, Rect box) {
  Rect inner = box.inset(ui.px(20), ui.px(16));
  const Rect title = inner.cut_top(ui.px(34));
  const std::string name = std::filesystem::path(profile_.file).filename().string();
  draw_text_fitted(ui.face().title, title.min(), title.width(), ui.color().text, "Shift " + name);
  const Rect foot = inner.cut_bottom(ui.px(44));
  const Rect field = labelled_row(ui, inner, "Offset");
  const FieldEvents typed =
      text_field(ui, "profile.offset", field, offset_, "0", "", std::exchange(take_focus_, false));
  if (typed.changed) problem_.clear();
  note_row(ui, inner, "From the start of the trace to the first sample: 1.5s, 200ms, -200ms.");
  const FootChoice choice = draw_dialog_foot(ui, foot, "profile", "Shift", true, problem_);
  if (choice.cancel) open_ = false;
  return (choice.start || typed.entered) && take_offset();
}

bool ProfileDialog::take_offset() {
  const auto offset_ns = parse_profile_offset(offset_.empty() ? "0" : offset_);
  if (!offset_ns.ok()) {
    problem_ = "'" + offset_ + "' " + offset_ns.error().message;
    take_focus_ = true;
    return false;
  }
  profile_.offset_ns = offset_ns.value();
  open_ = false;
  return true;
}

}  // namespace lanescope
