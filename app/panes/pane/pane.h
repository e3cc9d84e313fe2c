// A pane: a region of the window that shows something about the open trace. One object a pane and
// trace; it keeps its own state, and asks for what takes long in the background.
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

/// The keys of commands, as the user has them.
class KeyTexts {
 public:
  KeyTexts() = default;
  virtual ~KeyTexts() = default;
  KeyTexts(const KeyTexts&) = delete;
  KeyTexts& operator=(const KeyTexts&) = delete;
  /// "Shift+H"; empty for a command without keys.
  [[nodiscard]] virtual std::string keys_of(std::string_view command) const = 0;
};

struct PaneFrame {
  const Ui& ui;
  const RolePalette& palette;
  TraceView& view;  // has a snapshot
  const KeyTexts& keys;

  /// "Hide (H)": a hint with the keys of the command that does the same.
  [[nodiscard]] std::string with_keys(const std::string& hint, std::string_view command) const {
    const std::string own = keys.keys_of(command);
    return own.empty() ? hint : hint + " (" + own + ")";
  }
};

/// What a pane shows, as a file.
struct PaneFile {
  std::string name;                   // of what is in it, for the file's: "kernels"
  std::function<std::string()> text;  // for a worker; owns all it needs
};

class Pane {
 public:
  Pane() = default;
  virtual ~Pane() = default;
  Pane(const Pane&) = delete;
  Pane& operator=(const Pane&) = delete;

  [[nodiscard]] virtual std::string_view title() const = 0;
  /// A number beside the title, e.g. of things found; 0: none.
  [[nodiscard]] virtual int badge(TraceView& /*view*/) const { return 0; }
  /// The number is something to look at, not only a count.
  [[nodiscard]] virtual bool badge_alerts() const { return true; }
  /// Draws into `area` of the current ImGui window.
  virtual void draw(const PaneFrame& frame, Rect area) = 0;
  /// One line at the right end of the tabs; shown after draw().
  [[nodiscard]] virtual std::string_view facts() const { return {}; }
  /// Whether it is about the window that can be chosen beside the tabs.
  [[nodiscard]] virtual bool follows_window() const { return true; }
  /// Whether something is being computed, so that what is shown is not final.
  [[nodiscard]] virtual bool busy() const { return false; }
  /// Nothing where it has no such file, or not yet. Cost: a few pointers.
  [[nodiscard]] virtual std::optional<PaneFile> file(const TraceView& /*view*/,
                                                     FileFormat /*format*/) const {
    return std::nullopt;
  }
  /// Whether the arrow keys and Enter do something in it rather than on the timeline.
  [[nodiscard]] virtual bool takes_arrows() const { return false; }
  /// From now on, as after a click into its rows: it was chosen by keys.
  virtual void take_arrows() {}
};

/// The panes of the bottom, in the order of their tabs; see registry.cpp.
std::vector<std::unique_ptr<Pane>> make_bottom_panes(const TraceView& view);

}  // namespace lanescope
