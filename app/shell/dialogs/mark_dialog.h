// Name and note of a mark.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/panes/pane/marks.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

class MarkDialog {
 public:
  [[nodiscard]] bool is_open() const { return open_.has_value(); }
  /// Opens for the mark that `marks` says is edited, and tells it how that ended.
  void draw(const Ui& ui, Marks& marks);
  /// The trace is gone.
  void close() { open_.reset(); }

 private:
  enum class End { Open, Keep, Leave, Delete };
  End draw_content(const Ui& ui, Rect box);

  std::optional<std::size_t> open_;
  bool take_focus_ = false;
  bool on_note_ = false;  // the note takes the keyboard, not the name
  Mark mark_;
};

}  // namespace lanescope
