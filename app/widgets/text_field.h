// A one-line field to write in, and fields of a list whose text counts once it was entered or left:
// not with each letter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct FieldEvents {
  bool changed = false;
  bool entered = false;    // Enter was pressed
  bool active = false;     // it has the keyboard
  bool cancelled = false;  // Esc was pressed in it
};

/// `hint` is shown while it is empty; `icon` (may be empty) stands at its left. `take_focus` gives
/// it the keyboard.
FieldEvents text_field(const Ui& ui, const char* id, Rect rect, std::string& text, const char* hint,
                       std::string_view icon, bool take_focus, float reserved_px = 0);

/// At most one of them has the keyboard. Lives from frame to frame.
class CommitFields {
 public:
  struct Commit {
    std::string id;
    std::string text;
  };

  /// A field that shows `value` while nobody writes in it. `id` names it among the fields and in
  /// the window.
  void draw(const Ui& ui, const std::string& id, Rect rect, std::string_view value,
            const char* hint = "");
  /// After the fields of a frame were drawn: what was entered or left since the last time, if it is
  /// no longer what the field had shown.
  std::vector<Commit> take();
  /// Takes what is being written as entered, for the next take(): the list goes away.
  void finish();
  /// Forgets what is being written.
  void cancel() { edited_.clear(); }
  [[nodiscard]] bool editing() const { return !edited_.empty(); }
  [[nodiscard]] bool editing(std::string_view id) const { return edited_ == id; }

 private:
  std::string edited_;         // empty: none has the keyboard
  std::string before_, text_;  // what it had shown, and what is written there
  bool seen_ = false;          // it was drawn in this frame
  std::vector<Commit> done_;
};

}  // namespace lanescope
