// What a user marked in a trace: stretches and points of time with a name and a note, and nine
// views to come back to. Plain data and its text, as it is kept beside the trace.
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
  TimeRange range;  // in the trace's own times; a point in time when both ends are the same
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

  [[nodiscard]] bool empty() const;
  /// Puts a mark in its place, a name or note that is too long cut. Returns where it is; nullopt
  /// when there are kMaxMarks already.
  std::optional<std::size_t> add(Mark mark);
  /// A mark of exactly that range.
  [[nodiscard]] std::optional<std::size_t> find(TimeRange range) const;
  /// The first mark that starts after `from_ns`, or the last before it; nullopt at the ends.
  [[nodiscard]] std::optional<std::size_t> neighbour(Ns from_ns, Direction direction) const;
  /// "Mark 3": the first number that no mark has.
  [[nodiscard]] std::string free_name() const;
  /// Takes over what another has and this lacks.
  void merge(const Bookmarks& other);

  friend bool operator==(const Bookmarks&, const Bookmarks&) = default;
};

/// One JSON object that says whose it is.
std::string bookmarks_text(const Bookmarks& bookmarks);

/// Strict: a text that is not whole, or not ours, is an error (WrongFormat; Unsupported of a newer
/// version), never half of it taken.
Result<Bookmarks> parse_bookmarks(const std::string& text);

}  // namespace lanescope
