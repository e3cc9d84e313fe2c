// A pane: a region of the window that shows something about the open trace. One object per pane and
// trace; it keeps its own state, and computes in the background what takes long.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/pane/trace_view.h"
#include "app/widgets/draw/ui.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

/// The keyboard shortcuts of commands, as configured by the user.
class KeyTexts {
 public:
  KeyTexts() = default;
  virtual ~KeyTexts() = default;
  KeyTexts(const KeyTexts&) = delete;
  KeyTexts& operator=(const KeyTexts&) = delete;
  /// "Shift+H"; empty if the command has no shortcut.
  [[nodiscard]] virtual std::string keys_of(std::string_view command) const = 0;
};

struct PaneFrame {
  const Ui& ui;
  const RolePalette& palette;
  TraceView& view;  // has a snapshot
  const KeyTexts& keys;

  /// "Hide (H)": a hint with the shortcut of the equivalent command.
  [[nodiscard]] std::string with_keys(const std::string& hint, std::string_view command) const {
    const std::string own = keys.keys_of(command);
    return own.empty() ? hint : hint + " (" + own + ")";
  }
};

/// What a pane shows, as a file.
struct PaneFile {
  std::string name;                   // part of the file's name: "kernels"
  std::function<std::string()> text;  // to be called on a worker; owns everything it needs
};

class Pane {
 public:
  Pane() = default;
  virtual ~Pane() = default;
  Pane(const Pane&) = delete;
  Pane& operator=(const Pane&) = delete;

  [[nodiscard]] virtual std::string_view title() const = 0;
  /// A number next to the title, for example of findings; 0: none.
  [[nodiscard]] virtual int badge(TraceView& /*view*/) const { return 0; }
  /// Whether the number needs attention, rather than being only a count.
  [[nodiscard]] virtual bool badge_alerts() const { return true; }
  /// Whether it can ever show something for this kind of file; its tab is offered only then. Unless
  /// overridden: for all files that have events, or may still get some as they are loaded or
  /// recorded; so not for memory snapshots and timelines, nor for empty files.
  [[nodiscard]] virtual bool applies(const TraceView& view) const;
  /// Draws into `area` of the current ImGui window.
  virtual void draw(const PaneFrame& frame, Rect area) = 0;
  /// One line at the right end of the tabs; valid after draw().
  [[nodiscard]] virtual std::string_view facts() const { return {}; }
  /// Whether it depends on the window that is chosen next to the tabs.
  [[nodiscard]] virtual bool follows_window() const { return true; }
  /// Whether something is being computed, so what is shown is not final.
  [[nodiscard]] virtual bool busy() const { return false; }
  /// nullopt if there is no such file, or not yet. Cost: a few pointers.
  [[nodiscard]] virtual std::optional<PaneFile> file(const TraceView& /*view*/,
                                                     FileFormat /*format*/) const {
    return std::nullopt;
  }
  /// Brings something of its own into view, if it has that, in the next frames.
  virtual void show_item(const PaneItem& /*item*/) {}
  /// Whether the arrow keys and Enter act on the pane rather than on the timeline.
  [[nodiscard]] virtual bool takes_arrows() const { return false; }
  /// Makes them act on it from now on, as after a click on its rows; called when the pane was
  /// opened with the keyboard.
  virtual void take_arrows() {}
};

/// The panes of the bottom area, in the order of their tabs; see registry.cpp.
std::vector<std::unique_ptr<Pane>> make_bottom_panes(const TraceView& view);

}  // namespace lanescope
