#include "app/shell/window/dialogs.h"

#include <algorithm>
#include <span>

#include "app/shell/dialogs/foot_buttons.h"
#include "app/shell/window/main_window.h"
#include "app/widgets/button.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/paint.h"
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
  Rect inner = box.inset(ui.px(20), ui.px(16));
  const std::string title =
      mark_.is_point() ? "Mark" : "Mark of " + format_duration(mark_.range.length_ns());
  draw_text(ui.face().title, inner.cut_top(ui.px(30)).min(), ui.color().text, title);
  const Rect name = inner.cut_top(ui.px(34));
  inner.cut_top(ui.px(8));
  const Rect note = inner.cut_top(ui.px(34));
  const FieldEvents in_name =
      text_field(ui, "mark.name", name, mark_.name, "Name", "", take_focus_ && !on_note_);
  const FieldEvents in_note =
      text_field(ui, "mark.note", note, mark_.note, "Note", "", take_focus_ && on_note_);
  take_focus_ = false;
  Rect foot = inner.cut_bottom(ui.px(30));
  const auto [keep, cancel] = cut_foot_buttons(ui, foot, ui.px(84), ui.px(84));
  const Rect remove = foot.cut_left(text_button_width(ui, "Delete"));
  End end = End::Open;
  if (action_button(ui, "mark.keep", keep, "Save", true)) end = End::Keep;
  if (action_button(ui, "mark.cancel", cancel, "Cancel", false)) end = End::Leave;
  if (text_button(ui, "mark.delete", remove, "Delete")) end = End::Delete;
  if (in_name.entered || in_note.entered) end = End::Keep;
  return end;
}

Dialogs::Dialogs(const std::function<void()>& wake, const std::string& proc,
                 const MachinePlaces& machine) {
  add<FileDialog>(wake);
  add<Palette>();
  add<KeyList>();
  add<ThresholdDialog>();
  add<RecordDialog>(wake, machine);
  add<AttachDialog>(wake, proc);
  add<GpuPeaksDialog>();
  add<MarkDialog>();
  add<ProfileDialog>();
  add<ShareDialog>(wake);
  add<FirstStepsDialog>();
  add<AboutDialog>();
  add<QuitDialog>();
}

bool Dialogs::any_open() const {
  return std::ranges::any_of(list_, [](const auto& dialog) { return dialog->is_open(); });
}

void Dialogs::draw(const Ui& ui, MainWindow& window) {
  for (const auto& dialog : list_) dialog->draw(ui, window);
}

bool Dialogs::make_way() {
  bool all_closed = true;
  for (const auto& dialog : list_) {
    if (dialog->is_open() && !dialog->make_way()) all_closed = false;
  }
  return all_closed;
}

bool make_way(FileDialog& dialog) {
  if (dialog.saves()) return false;
  dialog.close();
  return true;
}

void draw_dialog(FileDialog& dialog, const Ui& ui, MainWindow& window) {
  if (auto chosen = dialog.draw(ui, window.settings().recent))
    window.ask(request::FileChosen{std::move(*chosen)});
}

void draw_dialog(Palette& dialog, const Ui& ui, MainWindow& window) {
  if (auto chosen = dialog.draw(ui, window)) window.ask(request::PaletteChosen{std::move(*chosen)});
}

void draw_dialog(KeyList& dialog, const Ui& ui, MainWindow& window) {
  dialog.draw(ui, window.settings().keys, window.options().offers);
}

void draw_dialog(ThresholdDialog& dialog, const Ui& ui, MainWindow& window) {
  dialog.draw(ui, window.settings().thresholds);
}

void draw_dialog(RecordDialog& dialog, const Ui& ui, MainWindow& window) {
  if (dialog.draw(ui, window.settings().recorded))
    window.ask(workspace::Record{dialog.request(), dialog.file_was_named()});
}

void draw_dialog(AttachDialog& dialog, const Ui& ui, MainWindow& window) {
  if (dialog.draw(ui, window.workspace().attachment() != nullptr))
    window.ask(workspace::Attach{dialog.process(), dialog.request(), dialog.file_was_named()});
}

void draw_dialog(GpuPeaksDialog& dialog, const Ui& ui, MainWindow& window) {
  const OpenTrace* trace = window.workspace().trace();
  const auto snapshot = trace == nullptr ? nullptr : trace->view.snapshot();
  const std::span<const DeviceInfo> devices =
      snapshot ? std::span(snapshot->info.devices) : std::span<const DeviceInfo>();
  dialog.draw(ui, devices, window.settings().thresholds.gpu_peaks);
}

void draw_dialog(MarkDialog& dialog, const Ui& ui, MainWindow& window) {
  OpenTrace* front = window.workspace().trace();
  if (front == nullptr) return dialog.close();
  // An edit in the other run ended when that run was no longer active.
  for (OpenTrace* run : window.workspace().both()) {
    if (run != front) run->view.marks.edit(std::nullopt);
  }
  dialog.draw(ui, front->view.marks);
}

void draw_dialog(ProfileDialog& dialog, const Ui& ui, MainWindow& window) {
  if (!dialog.is_open()) return;
  if (window.workspace().laid_profile() == nullptr) return dialog.close();
  if (auto shifted = dialog.draw(ui)) window.ask(workspace::LayProfile{std::move(*shifted)});
}

void draw_dialog(ShareDialog& dialog, const Ui& ui, MainWindow& window) {
  if (!dialog.is_open()) return;
  const Workspace& workspace = window.workspace();
  const OpenTrace* trace = workspace.trace();
  if (!window.exporter().can(ExportKind::SharedPage, trace)) return dialog.close();
  if (dialog.draw(ui, *trace, workspace.both().beside(trace)))
    window.ask(request::SaveAs{ExportKind::SharedPage, dialog.redacts()});
}

void draw_dialog(FirstStepsDialog& dialog, const Ui& ui, MainWindow& window) {
  const auto keys_of = [&window](std::string_view id) -> std::string {
    const Command* command = find_command(id);
    if (command == nullptr || !is_offered(*command, window)) return {};
    return chord_text(window.settings().keys.keys_of(*command).first);
  };
  if (dialog.draw(ui, keys_of))
    window.ask(request::RunCommand{find_command("keys"), CommandWay::Button});
}

void draw_dialog(AboutDialog& dialog, const Ui& ui, MainWindow& /*window*/) {
  dialog.draw(ui);
}

void draw_dialog(QuitDialog& dialog, const Ui& ui, MainWindow& window) {
  if (!dialog.is_open()) return;
  const Quitting& quitting = window.quitting();
  const QuitChoice choice = dialog.draw(ui, quitting.stakes(window.exporter().unfinished()),
                                        quitting.waits_for_programs());
  if (choice != QuitChoice::None) window.ask(request::QuitAnswered{choice});
}

}  // namespace lanescope
