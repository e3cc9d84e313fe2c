// A predicate on names, evaluated once per name however many events have it: the cost grows with
// the name's length, and a million events may share a name of a megabyte.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/threads/work.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// For what is asked about a name and takes more than its text. Not thread-safe. Memory: a byte for
/// each name of the trace.
class NameFilter {
 public:
  explicit NameFilter(const Snapshot& snapshot) : known_(snapshot.strings->size()) {}

  /// `answer()` is called once per name.
  template <typename Answer>
  bool operator()(StringId name, const Answer& answer) {
    std::uint8_t& known = known_[index_of(name)];
    if (known == 0) known = answer() ? 2 : 1;
    return known == 2;
  }

 private:
  std::vector<std::uint8_t> known_;  // by name: 0 unknown, 1 no, 2 yes
};

/// By the text of the name. Not thread-safe; refers to the snapshot. Memory: as NameFilter.
class NameTest {
 public:
  using Answer = bool (*)(std::string_view name);

  NameTest(const Snapshot& snapshot, Answer answer)
      : snapshot_(snapshot), answer_(answer), known_(snapshot) {}

  bool operator()(StringId name) {
    return known_(name, [&] {
      const std::string_view text = snapshot_.text(name);
      count_work(Work::NameBytes, text.size());
      return answer_(text);
    });
  }

 private:
  const Snapshot& snapshot_;
  Answer answer_;
  NameFilter known_;
};

}  // namespace lanescope
