// What a widget is handed: the style, and a place to note where things are so that tests can find
// them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "imgui.h"

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/style.h"

namespace lanescope {

/// Told where named things were drawn. Only tests keep such a thing.
class MarkSink {
 public:
  virtual ~MarkSink() = default;
  virtual void mark(std::string_view name, Rect rect) = 0;
};

/// Told what was put on the clipboard.
class CopySink {
 public:
  virtual ~CopySink() = default;
  virtual void note_copy(std::string_view what) = 0;
};

/// What a thing is called: unique in its window, and how a test finds it. Two parts, so that naming
/// a lane's button after the lane costs no string in every frame.
struct WidgetName {
  WidgetName(const char* whole) : first(whole) {}         // NOLINT(google-explicit-constructor)
  WidgetName(std::string_view whole) : first(whole) {}    // NOLINT(google-explicit-constructor)
  WidgetName(const std::string& whole) : first(whole) {}  // NOLINT(google-explicit-constructor)
  WidgetName(std::string_view head, std::string_view tail) : first(head), second(tail) {}
  std::string_view first, second;
};

struct Ui {
  const Style& style;
  MarkSink* marks = nullptr;
  CopySink* copies = nullptr;

  void mark(WidgetName name, Rect rect) const {
    if (marks != nullptr) marks->mark(std::string(name.first) + std::string(name.second), rect);
  }
  [[nodiscard]] const Colors& color() const { return style.color; }
  [[nodiscard]] const Faces& face() const { return style.face; }
  [[nodiscard]] float px(float measure) const { return style.px(measure); }
};

/// What the mouse does to a rectangle.
struct Press {
  bool hovered = false;
  bool held = false;
  bool clicked = false;  // let go over it
  bool double_clicked = false;
};

/// Shows that the last item of ImGui is the one that keys go to, where they walk through controls.
void mark_focused(const Ui& ui, Rect rect);
/// Where that was shown since the last call; nullopt when it was not.
std::optional<Rect> take_focus_rect();
/// Where keys that walk through controls stand on rows: by how many they want to go on. The arrows
/// for that are the rows' own then, and do not lead on to other controls.
struct RowKeys {
  bool here = false;
  bool mouse_rests = false;  // here, since the mouse moved last: what lies under it is not meant
  int by = 0;
  bool enter = false;
};
/// For the last rectangle that press_area was given, where that was not empty.
RowKeys take_row_keys();

/// While one lives, keys that walk through controls pass by what is made: it is for the mouse
/// alone.
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
/// Makes a rectangle that is not empty take the mouse buttons that are named; keys that walk
/// through controls pass it by, for what it does depends on where the mouse is. True when one was
/// let go.
bool mouse_area(const char* id, Rect rect, ImGuiButtonFlags buttons);
/// Makes a rectangle of the current ImGui window take the mouse, and keys that walk there.
Press press_area(const Ui& ui, WidgetName name, Rect rect);

}  // namespace lanescope
