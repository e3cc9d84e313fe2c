// The dialogs of the window, each with its own state, behind a common interface.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/panes/pane/marks.h"
#include "app/shell/attach/dialog.h"
#include "app/shell/dialogs/profile_dialog.h"
#include "app/shell/dialogs/quit_dialog.h"
#include "app/shell/files/file_dialog.h"
#include "app/shell/files/share_dialog.h"
#include "app/shell/help/about.h"
#include "app/shell/help/first_steps.h"
#include "app/shell/keys/key_list.h"
#include "app/shell/keys/palette.h"
#include "app/shell/record/dialog.h"
#include "app/shell/settings/gpu_peaks_dialog.h"
#include "app/shell/settings/threshold_dialog.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

/// Edits the name and note of a mark.
class MarkDialog {
 public:
  [[nodiscard]] bool is_open() const { return open_.has_value(); }
  /// Opens for the mark that is being edited in `marks`, and stores the result there.
  void draw(const Ui& ui, Marks& marks);
  /// Call when the trace is closed.
  void close() { open_.reset(); }

 private:
  enum class End { Open, Keep, Leave, Delete };
  End draw_content(const Ui& ui, Rect box);

  std::optional<std::size_t> open_;
  bool take_focus_ = false;
  bool on_note_ = false;  // the note has the keyboard focus, not the name
  Mark mark_;
};

class MainWindow;

class WindowDialog {
 public:
  WindowDialog() = default;
  virtual ~WindowDialog() = default;
  WindowDialog(const WindowDialog&) = delete;
  WindowDialog& operator=(const WindowDialog&) = delete;
  [[nodiscard]] virtual bool is_open() const = 0;
  /// Call once per frame, after everything else was drawn. Sends its results to the window as
  /// requests.
  virtual void draw(const Ui& ui, MainWindow& window) = 0;
  /// Closes it, unless that would lose what the user was asked for; false if it stays.
  virtual bool make_way() = 0;
};

// Pass each dialog its input, and handle its result.
void draw_dialog(FileDialog& dialog, const Ui& ui, MainWindow& window);
void draw_dialog(Palette& dialog, const Ui& ui, MainWindow& window);
void draw_dialog(KeyList& dialog, const Ui& ui, MainWindow& window);
void draw_dialog(ThresholdDialog& dialog, const Ui& ui, MainWindow& window);
void draw_dialog(RecordDialog& dialog, const Ui& ui, MainWindow& window);
void draw_dialog(AttachDialog& dialog, const Ui& ui, MainWindow& window);
void draw_dialog(GpuPeaksDialog& dialog, const Ui& ui, MainWindow& window);
void draw_dialog(MarkDialog& dialog, const Ui& ui, MainWindow& window);
void draw_dialog(ProfileDialog& dialog, const Ui& ui, MainWindow& window);
void draw_dialog(ShareDialog& dialog, const Ui& ui, MainWindow& window);
void draw_dialog(FirstStepsDialog& dialog, const Ui& ui, MainWindow& window);
void draw_dialog(AboutDialog& dialog, const Ui& ui, MainWindow& window);
void draw_dialog(QuitDialog& dialog, const Ui& ui, MainWindow& window);

// Whether a dialog closes for files that are dropped on the window: it shows something, or takes
// what is entered at once. Others wait for an answer, which would be lost.
template <typename Kind>
bool make_way(Kind& dialog) {
  dialog.close();
  return true;
}
bool make_way(FileDialog& dialog);
inline bool make_way(RecordDialog& /*dialog*/) {
  return false;
}
inline bool make_way(AttachDialog& /*dialog*/) {
  return false;
}
inline bool make_way(MarkDialog& /*dialog*/) {
  return false;
}
inline bool make_way(ProfileDialog& /*dialog*/) {
  return false;
}
inline bool make_way(QuitDialog& /*dialog*/) {
  return false;
}

/// UI thread only. To add a dialog, add a line in the constructor and a draw_dialog(), and if it
/// waits for an answer a make_way().
class Dialogs {
 public:
  Dialogs(const std::function<void()>& wake, const std::string& proc, const MachinePlaces& machine);

  /// The dialog of that type; there is one of each.
  template <typename Kind>
  [[nodiscard]] Kind& get() {
    return find<Kind>();
  }
  template <typename Kind>
  [[nodiscard]] bool is_open() const {
    return find<Kind>().is_open();
  }
  [[nodiscard]] bool any_open() const;
  void draw(const Ui& ui, MainWindow& window);
  /// Closes those that close for dropped files; false if one stays.
  [[nodiscard]] bool make_way();

 private:
  template <typename Kind>
  struct Listed final : WindowDialog {
    template <typename... Args>
    explicit Listed(Args&&... args) : dialog(std::forward<Args>(args)...) {}
    [[nodiscard]] bool is_open() const override { return dialog.is_open(); }
    void draw(const Ui& ui, MainWindow& window) override { draw_dialog(dialog, ui, window); }
    bool make_way() override { return lanescope::make_way(dialog); }
    Kind dialog;
  };
  template <typename Kind>
  [[nodiscard]] Kind& find() const {
    for (const auto& dialog : list_) {
      if (auto* const found = dynamic_cast<Listed<Kind>*>(dialog.get())) return found->dialog;
    }
    std::terminate();  // missing in the constructor
  }
  template <typename Kind, typename... Args>
  void add(Args&&... args) {
    list_.push_back(std::make_unique<Listed<Kind>>(std::forward<Args>(args)...));
  }

  std::vector<std::unique_ptr<WindowDialog>> list_;  // in drawing order
};

}  // namespace lanescope
