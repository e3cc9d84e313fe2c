#include "app/shell/dialogs/mark_dialog.h"

#include "app/widgets/button.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/text_field.h"

namespace lanescope {

void MarkDialog::draw(const Ui& ui, Marks& marks) {
  const bool wanted = marks.edited() && *marks.edited() < marks.all().marks.size();
  if (!wanted && !open_) return;
  if (wanted && open_ != marks.edited()) {
    open_ = marks.edited();
    mark_ = marks.all().marks[*open_];
    take_focus_ = true;
    on_note_ = true;
  }
  Dialog dialog(ui, "mark.dialog", {480, 210});
  if (!dialog.shown()) return;
  End end = wanted ? draw_content(ui, dialog.area()) : End::Leave;
  if (end == End::Open && dialog.dismissed()) end = End::Leave;
  if (end == End::Open) return;
  const std::size_t at = *open_;
  open_.reset();
  marks.edit(std::nullopt);
  if (end == End::Keep && wanted) marks.change(at, mark_);
  if (end == End::Delete && wanted) marks.remove(at);
  dialog.close();
}

MarkDialog::End MarkDialog::draw_content(const Ui& ui, Rect box) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  Rect inner = box.inset(ui.px(20), ui.px(16));
  const std::string title =
      mark_.is_point() ? "Mark" : "Mark of " + format_duration(mark_.range.length_ns());
  draw_text(list, ui.face().title, inner.cut_top(ui.px(30)).min(), ui.color().text, title);
  const Rect name = inner.cut_top(ui.px(34));
  inner.cut_top(ui.px(8));
  const Rect note = inner.cut_top(ui.px(34));
  const FieldEvents in_name =
      text_field(ui, "mark.name", name, mark_.name, "Name", "", take_focus_ && !on_note_);
  const FieldEvents in_note =
      text_field(ui, "mark.note", note, mark_.note, "Note", "", take_focus_ && on_note_);
  take_focus_ = false;
  Rect foot = inner.cut_bottom(ui.px(30));
  const Rect keep = foot.cut_right(ui.px(84));
  foot.cut_right(ui.px(8));
  const Rect cancel = foot.cut_right(ui.px(84));
  const Rect remove = foot.cut_left(text_button_width(ui, "Delete"));
  End end = End::Open;
  if (action_button(ui, "mark.keep", keep, "Save", true)) end = End::Keep;
  if (action_button(ui, "mark.cancel", cancel, "Cancel", false)) end = End::Leave;
  if (text_button(ui, "mark.delete", remove, "Delete")) end = End::Delete;
  if (in_name.entered || in_note.entered) end = End::Keep;
  return end;
}

}  // namespace lanescope
