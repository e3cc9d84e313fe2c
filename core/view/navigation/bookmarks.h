// What the user marked in a trace: ranges and points in time with a name and a note, nine saved
// views, and which ranges are its steps. Plain data, and the text form that is stored with the
// trace.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/view/navigation/navigation.h"

namespace lanescope {

struct Mark {
  TimeRange range;  // in the trace's own times; a point in time if both ends are equal
  std::string name;
  std::string note;  // may be empty

  [[nodiscard]] bool is_point() const { return range.empty(); }
  friend bool operator==(const Mark&, const Mark&) = default;
};

struct Bookmarks {
  static constexpr std::size_t kViews = 9;
  static constexpr std::size_t kMaxMarks = 10'000;
  static constexpr std::size_t kMaxNameBytes = 200, kMaxNoteBytes = 4000;

  std::vector<Mark> marks;  // by start, then end
  std::array<std::optional<TimeRange>, kViews> views;
  /// The names of the ranges that are the steps, see with_steps(); empty: those that are found.
  std::string steps;

  [[nodiscard]] bool empty() const;
  /// Inserts a mark in order, truncating a name or note that is too long. Returns its index;
  /// nullopt if there are kMaxMarks already.
  std::optional<std::size_t> add(Mark mark);
  /// The mark with exactly this range.
  [[nodiscard]] std::optional<std::size_t> find(TimeRange range) const;
  /// The first mark that starts after `from_ns`, or the last before it; nullopt if there is none.
  [[nodiscard]] std::optional<std::size_t> neighbour(Ns from_ns, Direction direction) const;
  /// "Mark 3": the first number not yet used.
  [[nodiscard]] std::string free_name() const;
  /// Adds what another has and this lacks.
  void merge(const Bookmarks& other);

  friend bool operator==(const Bookmarks&, const Bookmarks&) = default;
};

/// A JSON object that identifies itself as Lanescope bookmarks.
std::string bookmarks_text(const Bookmarks& bookmarks);
/// The same for marks that are JSON already, each as in the file, and no views.
std::string bookmarks_text(JsonArray marks);

/// Strict: an incomplete text, or one that is not ours, is an error (WrongFormat; Unsupported for a
/// newer version) and is never read partially.
Result<Bookmarks> parse_bookmarks(const std::string& text);

}  // namespace lanescope
