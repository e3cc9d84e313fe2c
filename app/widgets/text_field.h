// A one-line text field, and fields of a list that report their text when it is entered or the
// field loses focus, not on every keystroke.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct FieldEvents {
  bool changed = false;
  bool entered = false;    // Enter was pressed
  bool active = false;     // has the keyboard focus
  bool cancelled = false;  // Esc was pressed in it
};

/// A field that its owner can complete while it is being edited.
struct FieldCompletion {
  bool asked = false;               // out: Tab was pressed in it, instead of leaving it
  std::optional<std::string> text;  // in: replaces the text; taken once
};

/// While it lives, Enter leaves the keyboard with the field, as in a field whose Enter steps on.
/// Otherwise the field would be without it for some frames, in which an Enter goes elsewhere.
class EnterKeepsFocus {
 public:
  EnterKeepsFocus();
  ~EnterKeepsFocus();
  EnterKeepsFocus(const EnterKeepsFocus&) = delete;
  EnterKeepsFocus& operator=(const EnterKeepsFocus&) = delete;
};

/// `hint` is shown while the field is empty; `icon` (may be empty) is at the left. `take_focus`
/// gives it the keyboard focus.
FieldEvents text_field(const Ui& ui, const char* id, Rect rect, std::string& text, const char* hint,
                       std::string_view icon, bool take_focus, float reserved_px = 0,
                       FieldCompletion* completion = nullptr);

/// At most one of the fields has the keyboard focus. Kept between frames.
class CommitFields {
 public:
  struct Commit {
    std::string id;
    std::string text;
  };

  /// A field that shows `value` unless it is being edited. `id` identifies it among these fields
  /// and in the window.
  void draw(const Ui& ui, const std::string& id, Rect rect, std::string_view value,
            const char* hint = "");
  /// Call after a frame's fields were drawn: returns what was entered since the last call, or left
  /// in a field that lost focus, if it differs from what the field showed before.
  std::vector<Commit> take();
  /// Treats the current edit as entered, for the next take(); call it when the list goes away.
  void finish();
  /// Discards the current edit.
  void cancel() { edited_.clear(); }
  [[nodiscard]] bool editing() const { return !edited_.empty(); }
  [[nodiscard]] bool editing(std::string_view id) const { return edited_ == id; }

 private:
  std::string edited_;         // id of the field being edited; empty: none
  std::string before_, text_;  // the text that it showed, and the edited text
  bool seen_ = false;          // drawn in this frame
  std::vector<Commit> done_;
};

}  // namespace lanescope
