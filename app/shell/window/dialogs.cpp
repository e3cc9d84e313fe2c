#include "app/shell/window/dialogs.h"

#include <algorithm>
#include <span>

#include "app/shell/window/main_window.h"

namespace lanescope {

Dialogs::Dialogs(const std::function<void()>& wake, const std::string& proc) {
  add<FileDialog>(wake);
  add<Palette>();
  add<KeyList>();
  add<ThresholdDialog>();
  add<RecordDialog>(wake);
  add<AttachDialog>(wake, proc);
  add<GpuPeaksDialog>();
  add<MarkDialog>();
  add<QuitDialog>();
}

bool Dialogs::any_open() const {
  return std::ranges::any_of(list_, [](const auto& dialog) { return dialog->is_open(); });
}

void Dialogs::draw(const Ui& ui, MainWindow& window) {
  for (const auto& dialog : list_) dialog->draw(ui, window);
}

void draw_dialog(FileDialog& dialog, const Ui& ui, MainWindow& window) {
  if (auto chosen = dialog.draw(ui)) window.ask(request::FileChosen{std::move(*chosen)});
}

void draw_dialog(Palette& dialog, const Ui& ui, MainWindow& window) {
  if (auto chosen = dialog.draw(ui, window)) window.ask(request::PaletteChosen{std::move(*chosen)});
}

void draw_dialog(KeyList& dialog, const Ui& ui, MainWindow& window) {
  dialog.draw(ui, window.settings().keys);
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
  // One that was begun in the other run ended when that one left the front.
  for (OpenTrace* run : window.workspace().both()) {
    if (run != nullptr && run != front) run->view.marks.edit(std::nullopt);
  }
  dialog.draw(ui, front->view.marks);
}

void draw_dialog(QuitDialog& dialog, const Ui& ui, MainWindow& window) {
  if (!dialog.is_open()) return;
  const Quitting& quitting = window.quitting();
  const QuitChoice choice = dialog.draw(ui, quitting.stakes(window.exporter().unfinished()),
                                        quitting.waits_for_programs());
  if (choice != QuitChoice::None) window.ask(request::QuitAnswered{choice});
}

}  // namespace lanescope
