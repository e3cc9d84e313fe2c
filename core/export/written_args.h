// The arguments of written events: those that the event has, and what a reader of torch.profiler's
// traces needs to put it on its lane and to link it to its launch.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/analysis/search/event_query.h"
#include "core/base/text/json_value.h"
#include "core/store/snapshot.h"

namespace lanescope {

class WrittenArgs {
 public:
  /// `with_lanes`: tells the device and the stream of GPU work whose lane's ids do not. Cost: of a
  /// format other than JSON, that of reading all calls and all GPU work.
  WrittenArgs(const Snapshot& trace, const ReadEvent& read, bool with_lanes);

  /// `args`: the event's own. `link`: TrackChunk::link of a slice; None for instants.
  [[nodiscard]] JsonObject of(const Track& track, CategoryKind kind, JsonObject args, EventId event,
                              EventId link) const;

 private:
  enum class Numbers : std::uint8_t {
    AsRead,  // the correlations of the file lead to the same launches
    Given,   // they do not, or there are none: calls without a number of their own get one here
  };
  void find_numbers(const ReadEvent& read);
  /// Whether a number that no call is found by still tells what launched its work.
  [[nodiscard]] bool keeps(std::int64_t number) const;
  [[nodiscard]] std::int64_t number_of(EventId call) const;
  [[nodiscard]] EventId call_of(EventId link) const;
  void number(const Track& track, CategoryKind kind, JsonObject& args, EventId event,
              EventId link) const;
  void tell_lane(const Track& track, CategoryKind kind, JsonObject& args) const;

  const Snapshot& trace_;
  const bool is_recording_, is_json_, with_lanes_;
  Numbers numbers_ = Numbers::AsRead;
  // Of Given.
  std::unordered_map<std::int64_t, EventId> calls_;  // by number in the file; None: of several
  std::unordered_map<EventId, std::int64_t> kept_;   // numbers of one call each
  std::int64_t most_kept_ = 0;                       // given numbers are larger
};

}  // namespace lanescope
