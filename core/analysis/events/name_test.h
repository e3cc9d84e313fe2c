// A question about names, asked once of each name, however many events bear it: reading a name
// takes as long as it is, and a trace may give a megabyte to a million events.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/threads/work.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// One thread at a time; refers to the snapshot. Cost: a byte for each name of the trace.
class NameTest {
 public:
  using Answer = bool (*)(std::string_view name);

  NameTest(const Snapshot& snapshot, Answer answer)
      : snapshot_(snapshot), answer_(answer), known_(snapshot.strings->size()) {}

  bool operator()(StringId name) {
    std::uint8_t& known = known_[index_of(name)];
    if (known == 0) {
      const std::string_view text = snapshot_.text(name);
      count_work(Work::NameBytes, text.size());
      known = answer_(text) ? 2 : 1;
    }
    return known == 2;
  }

 private:
  const Snapshot& snapshot_;
  Answer answer_;
  std::vector<std::uint8_t> known_;  // by name: 0 unknown, 1 no, 2 yes
};

}  // namespace lanescope
