// The bookmarks of the trace in view, and which one is current.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/view/navigation/bookmarks.h"

namespace lanescope {

/// UI thread only.
class Marks {
 public:
  [[nodiscard]] const Bookmarks& all() const { return bookmarks_; }
  /// Counts changes of what is saved.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

  /// The mark that was set or visited last.
  [[nodiscard]] const std::optional<std::size_t>& current() const { return current_; }
  void set_current(std::optional<std::size_t> mark);
  /// The mark whose name and note are being edited.
  [[nodiscard]] const std::optional<std::size_t>& edited() const { return edited_; }
  void edit(std::optional<std::size_t> mark);

  /// The new mark becomes the current one; a range that is marked already is not marked again.
  /// nullopt if there are too many.
  std::optional<std::size_t> add(Mark mark);
  /// Changes the name, the note or the range.
  void change(std::size_t mark, Mark to);
  void remove(std::size_t mark);
  void set_view(std::size_t index, TimeRange range);
  /// See Bookmarks::steps.
  void choose_steps(const std::string& pattern);
  void replace(const Bookmarks& bookmarks);

 private:
  Bookmarks bookmarks_;
  std::optional<std::size_t> current_, edited_;
  std::uint64_t generation_ = 0;
};

}  // namespace lanescope
