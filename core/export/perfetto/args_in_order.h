// ArgsInOrder: reads events that are written track by track. From a compressed file each jump back
// decodes much of it again, so that many events are read at once, in the order of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/search/event_query.h"
#include "core/base/text/json_value.h"
#include "core/store/snapshot.h"

namespace lanescope::perfetto {

class ArgsInOrder {
 public:
  struct Placed {
    std::uint64_t offset = 0;  // in the file
    EventId event{};
  };

  /// `events`: all that will be asked for, in that order. `read` must outlive this.
  ArgsInOrder(const ReadEvent& read, std::vector<Placed> events);

  /// What ReadEvent returns for the next one, which must be `event`.
  std::optional<JsonValue> next(EventId event);

 private:
  /// A compromise: more need fewer passes over the file, and memory for their arguments.
  static constexpr std::size_t kAtOnce = 1U << 15U;
  void read_ahead();

  const ReadEvent& read_;
  std::vector<Placed> events_;
  std::size_t at_ = 0;     // the next one, in events_
  std::size_t first_ = 0;  // the event of ahead_[0]
  std::vector<std::optional<JsonValue>> ahead_;
};

}  // namespace lanescope::perfetto
