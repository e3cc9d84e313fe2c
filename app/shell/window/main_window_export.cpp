// What the window hands over to files.
#include <filesystem>
#include <utility>

#include "app/workspace/files/paths.h"
#include "app/shell/window/main_window.h"

namespace lanescope {

namespace fs = std::filesystem;

bool MainWindow::can_export(ExportKind kind) const {
  const bool picture = kind == ExportKind::ViewPng || kind == ExportKind::WindowPng;
  return (options_.gives_pixels || !picture) && exporter_.can(kind, trace());
}

void MainWindow::export_as(ExportKind kind) {
  if (!can_export(kind)) return;
  const std::string& path = trace()->view.session().path();
  const bool own = path == options_.example;
  const std::string beside = own ? home_folder() : fs::path(path).parent_path().string();
  files_.save(settings_.export_folder.empty() ? beside : settings_.export_folder,
              exporter_.begin(kind, *trace()));
}

void MainWindow::follow_file(const FileChoice& choice) {
  if (!choice.to_save) {
    if (std::exchange(browsing_for_b_, false)) {
      compare_with(choice.path);
    } else {
      open(choice.path);
    }
  } else if (trace_) {
    settings_.export_folder = fs::path(choice.path).parent_path().string();
    const OpenTrace* other = !runs_.open()          ? nullptr
                             : trace() == runs_.b() ? trace_.get()
                                                    : runs_.b();
    exporter_.save(choice.path, *trace(), other, style_, settings_.theme);
  }
}

void MainWindow::refresh_exports(const Areas& areas) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  exporter_.note_frame(areas.timeline, {0, 0, size.x, size.y});
  const auto wanted = std::exchange(trace()->view.wanted_file, std::nullopt);
  if (!wanted) return;
  switch (*wanted) {
    case FileFormat::Csv:
      return export_as(ExportKind::Csv);
    case FileFormat::Markdown:
      return export_as(ExportKind::Markdown);
    case FileFormat::Collapsed:
      return export_as(ExportKind::Collapsed);
    case FileFormat::Speedscope:
      return export_as(ExportKind::Speedscope);
  }
}

}  // namespace lanescope
