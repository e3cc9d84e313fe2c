// What every widget gets: the style, and sinks that let tests find what was drawn.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "imgui.h"

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/style.h"

namespace lanescope {

/// Notified where named items were drawn. Only tests implement it.
class MarkSink {
 public:
  virtual ~MarkSink() = default;
  virtual void mark(std::string_view name, Rect rect) = 0;
};

/// Notified of what was put on the clipboard.
class CopySink {
 public:
  virtual ~CopySink() = default;
  virtual void note_copy(std::string_view what) = 0;
};

/// The name of a widget: unique in its window, and used by tests to find it. Has two parts, which
/// avoids building a string every frame, for example for a button named after its lane.
struct WidgetName {
  WidgetName(const char* whole) : first(whole) {}         // NOLINT(google-explicit-constructor)
  WidgetName(std::string_view whole) : first(whole) {}    // NOLINT(google-explicit-constructor)
  WidgetName(const std::string& whole) : first(whole) {}  // NOLINT(google-explicit-constructor)
  WidgetName(std::string_view head, std::string_view tail) : first(head), second(tail) {}
  std::string_view first, second;
};

struct TableMemory;

struct Ui {
  const Style& style;
  MarkSink* marks = nullptr;
  CopySink* copies = nullptr;
  TableMemory* tables = nullptr;  // null: each table keeps its columns itself
  bool wheel_scrolls = false;  // the lanes, and Ctrl+wheel zooms: as the chosen shortcuts have it
  // A key was used after the mouse. What a key brings below it is not what it points at, and has no
  // tooltip, which would cover what the key was for.
  bool mouse_rests = false;

  void mark(WidgetName name, Rect rect) const {
    if (marks != nullptr) marks->mark(std::string(name.first) + std::string(name.second), rect);
  }
  [[nodiscard]] const Colors& color() const { return style.color; }
  [[nodiscard]] const Faces& face() const { return style.face; }
  [[nodiscard]] float px(float measure) const { return style.px(measure); }
};

/// What the mouse does with a rectangle.
struct Press {
  bool hovered = false;
  bool held = false;
  bool clicked = false;  // released over it
  bool double_clicked = false;
};

/// Marks ImGui's last item as focused if it has the keyboard focus and focus is shown.
void mark_focused(const Ui& ui, Rect rect);
/// Where focus was last marked since the previous call; nullopt if nowhere.
std::optional<Rect> take_focus_rect();
/// Keyboard navigation on rows: whether the focus is there and how many rows to move. The rows then
/// own the arrow keys, which no longer move the focus to other controls.
struct RowKeys {
  bool here = false;
  bool mouse_rests = false;  // a key was used last; ignore what is under the mouse
  int by = 0;
  bool enter = false;
};
/// For the last rectangle given to press_area, if that was not empty.
RowKeys take_row_keys();

/// While one exists, keyboard navigation skips the controls that are created: they are for the
/// mouse only.
class KeysPassBy {
 public:
  KeysPassBy();
  ~KeysPassBy();
  KeysPassBy(const KeysPassBy&) = delete;
  KeysPassBy& operator=(const KeysPassBy&) = delete;
};
inline constexpr ImGuiButtonFlags kAllMouseButtons = ImGuiButtonFlags_MouseButtonLeft |
                                                     ImGuiButtonFlags_MouseButtonRight |
                                                     ImGuiButtonFlags_MouseButtonMiddle;
/// Makes a rectangle that is not empty respond to the given mouse buttons. Keyboard navigation
/// skips it, because its effect depends on the mouse position. True if a button was released.
bool mouse_area(const char* id, Rect rect, ImGuiButtonFlags buttons);
/// Makes a rectangle of the current ImGui window respond to the mouse and to keyboard navigation.
Press press_area(const Ui& ui, WidgetName name, Rect rect);

}  // namespace lanescope
