// What leaves the window as a file: tables, flame graphs, pictures of the view. The user says where
// in a dialog, a worker writes, a notice says how it went.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/shell/files/file_dialog.h"
#include "app/shell/panes/trace_panes.h"
#include "app/widgets/draw/rect.h"
#include "app/workspace/notices/notices.h"
#include "core/base/result.h"
#include "core/view/results/background.h"

namespace lanescope {

enum class ExportKind : std::uint8_t {
  Csv,
  Markdown,
  Collapsed,
  Speedscope,
  ViewPng,    // the lanes with their names
  WindowPng,  // all of it
  ViewSvg,
  Trace,      // all of it as Kineto's JSON
  Recording,  // a copy of the capture file
};

/// What a pane saves in that format.
ExportKind export_kind(FileFormat format);

/// UI thread only.
class Exporter {
 public:
  /// `gives_pixels`: somebody calls take_pixels(), so that there can be pictures.
  Exporter(const std::function<void()>& wake, bool gives_pixels)
      : gives_pixels_(gives_pixels), saves_(wake, Urgency::Quick, file_pool()) {}

  /// Whether the open tab or the view can be saved as that now.
  [[nodiscard]] bool can(ExportKind kind, const OpenTrace* trace) const;
  /// What to ask the user, who answers with save(). Only after can().
  SaveRequest begin(ExportKind kind, const OpenTrace& trace);
  /// Writes what begin() was about, as it is now, open to nobody who may not read `trace` itself,
  /// nor `other`, the run beside it; null: none.
  void save(const std::string& path, OpenTrace& trace, const OpenTrace* other, const Style& style,
            ThemeKind theme);

  /// After each frame: whether its pixels are wanted. A frame without the dialog comes first.
  [[nodiscard]] bool wants_pixels() const { return pixels_for_ && frames_left_ == 0; }
  void note_frame(Rect view, Rect screen);
  void take_pixels(int width_px, int height_px, const std::vector<std::uint8_t>& rgb);

  /// What it was to be of is not on the screen any more.
  void give_up_picture() { pixels_for_.reset(); }
  [[nodiscard]] bool busy() const { return pixels_for_ || waiting_; }
  /// The file that is being written; empty: none.
  [[nodiscard]] std::string unfinished() const {
    return pixels_for_ ? *pixels_for_ : waiting_ ? path_ : std::string();
  }
  /// How a save went, once.
  std::optional<Notice> take_notice();

 private:
  using Make = std::function<Result<std::string>()>;
  using Save = std::function<std::optional<Error>(const std::string& path)>;
  void write(const std::string& path, Make make);
  void write_by(const std::string& path, Save save);

  bool gives_pixels_;
  ExportKind kind_ = ExportKind::Csv;
  std::optional<std::string> pixels_for_;  // a path
  int frames_left_ = 0;
  Rect crop_, screen_;  // in the window's own units
  int saved_ = 0;       // counts saves
  bool waiting_ = false;
  std::shared_ptr<const Save> save_;
  std::string path_;
  std::vector<std::string> sources_;  // of what is saved
  Background<int, Notice> saves_;
};

}  // namespace lanescope
