// Finds the nearest operator of some kind around GPU work, visiting each operator once.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/host/known_events.h"
#include "core/analysis/host/site.h"
#include "core/store/snapshot.h"

namespace lanescope {

class EnclosingOps {
 public:
  /// `wanted` is called once per name.
  EnclosingOps(const Snapshot& snapshot, std::function<bool(std::string_view)> wanted)
      : snapshot_(snapshot),
        wanted_(std::move(wanted)),
        known_(snapshot.strings->size()),
        found_(snapshot.slice_count) {}

  /// The innermost wanted operator around the launch of a GPU event, given its entry in
  /// TrackChunk::link; None if there is none. Cost: over all calls, linear in the operators.
  EventId around(EventId link) {
    passed_.clear();
    EventId op = innermost_op(snapshot_, link);
    EventId found = EventId::None;
    while (op != EventId::None) {
      if (const auto known = found_.find(op)) {
        found = *known;
        break;
      }
      passed_.push_back(op);
      const auto at = snapshot_.find_slice(op);
      if (is_wanted(at->chunk->name[at->slice])) {
        found = op;
        break;
      }
      op = at->chunk->link[at->slice];
    }
    for (const EventId one : passed_) found_.set(one, found);
    return found;
  }

 private:
  bool is_wanted(StringId name) {
    std::uint8_t& known = known_[index_of(name)];
    if (known == 0) known = wanted_(snapshot_.text(name)) ? 2 : 1;
    return known == 2;
  }

  const Snapshot& snapshot_;
  std::function<bool(std::string_view)> wanted_;
  std::vector<std::uint8_t> known_;  // by name: 0 unknown, 1 no, 2 yes
  KnownEvents found_;
  std::vector<EventId> passed_;  // by around()
};

}  // namespace lanescope
