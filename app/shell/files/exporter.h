// Saves tables, flame graphs and pictures of the view as files. The user chooses the file in a
// dialog, a worker writes it, and a notice reports the outcome.
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
  WindowPng,  // the entire window
  ViewSvg,
  Trace,          // the entire trace as Kineto's JSON
  PerfettoTrace,  // the same as Perfetto's protobuf
  Recording,      // a copy of the .lanes file
  SharedPage,     // the trace, or the selected range of it, in a page that shows it
};

/// The kind for a pane's file in that format.
ExportKind export_kind(FileFormat format);

/// A table that is of no single trace, such as one of the ranks of a run; or the window while it
/// shows none.
struct ExportedTable {
  std::string of;  // for the file's name: "run"
  PaneFile file;
  std::vector<std::string> sources;  // the traces that it is about
};

/// UI thread only.
class Exporter {
 public:
  /// `gives_pixels`: the owner calls take_pixels(), so PNG pictures are possible. `deliver` passes
  /// a saved file on to where the user finds it, on any thread; empty: it is already there.
  /// `share_page` reads the page for traces that are shared, on a worker; empty: there is none.
  Exporter(const std::function<void()>& wake, bool gives_pixels,
           std::function<void(const std::string& path)> deliver = {},
           std::function<Result<std::string>()> share_page = {})
      : gives_pixels_(gives_pixels),
        deliver_(std::move(deliver)),
        share_page_(std::move(share_page)),
        saves_(wake, Urgency::Quick, file_pool()) {}

  /// Whether the open tab or the view can be saved in this way now.
  [[nodiscard]] bool can(ExportKind kind, const OpenTrace* trace) const;
  /// What to ask the user, who answers with save(). Only after can(). `redact`: replace the names
  /// in a shared page.
  SaveRequest begin(ExportKind kind, const OpenTrace& trace, bool redact);
  /// The same for a table as Csv or Markdown, or for WindowPng, without a text. It must not be
  /// busy(); the answer is save_table().
  SaveRequest begin(ExportKind kind, ExportedTable table);
  /// Whether the last begin() was about such a table.
  [[nodiscard]] bool has_table() const { return table_.has_value(); }
  void save_table(const std::string& path);
  /// Writes what begin() was about, as it is now. The file is readable only by users who may read
  /// `trace` and `other`, the second run (null: none).
  void save(const std::string& path, OpenTrace& trace, const OpenTrace* other, const Style& style,
            ThemeKind theme);

  /// Call after each frame: whether its pixels are needed. A frame without the dialog must be drawn
  /// first.
  [[nodiscard]] bool wants_pixels() const { return pixels_for_ && frames_left_ == 0; }
  void note_frame(Rect view, Rect screen);
  void take_pixels(int width_px, int height_px, const std::vector<std::uint8_t>& rgb);

  /// Cancels a picture whose content is no longer on the screen.
  void give_up_picture() { pixels_for_.reset(); }
  [[nodiscard]] bool busy() const { return pixels_for_ || waiting_; }
  /// The file that is being written; empty: none.
  [[nodiscard]] std::string unfinished() const {
    return pixels_for_ ? *pixels_for_ : waiting_ ? path_ : std::string();
  }
  /// The outcome of a save; returned once.
  std::optional<Notice> take_notice();

 private:
  using Make = std::function<Result<std::string>()>;
  /// Returns what the notice adds about the file; may be empty.
  using Save = std::function<Result<std::string>(const std::string& path)>;
  void write(const std::string& path, Make make);
  /// As soon as a frame without the dialog was drawn.
  void save_picture(const std::string& path);
  void write_by(const std::string& path, Save save);

  bool gives_pixels_;
  std::function<void(const std::string& path)> deliver_;
  std::function<Result<std::string>()> share_page_;
  ExportKind kind_ = ExportKind::Csv;
  std::optional<ExportedTable> table_;
  bool redact_ = false;
  std::optional<std::string> pixels_for_;  // the path to write to
  int frames_left_ = 0;
  Rect crop_, screen_;  // in layout units
  int saved_ = 0;       // number of saves
  bool waiting_ = false;
  std::shared_ptr<const Save> save_;
  std::string path_;
  std::vector<std::string> sources_;  // files that the content comes from
  Background<int, Notice> saves_;
};

}  // namespace lanescope
