// The arguments of written events: those that the event has, and what a reader of torch.profiler's
// traces needs to put it on its lane and to link it to its launch.
#pragma once

#include <cstdint>

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
    Given,   // they do not, or there are none: calls are numbered here
  };
  [[nodiscard]] bool numbers_hold(const ReadEvent& read) const;
  [[nodiscard]] EventId call_of(EventId link) const;
  void number(const Track& track, CategoryKind kind, JsonObject& args, EventId event,
              EventId link) const;
  void tell_lane(const Track& track, CategoryKind kind, JsonObject& args) const;

  const Snapshot& trace_;
  const bool is_recording_, is_json_, with_lanes_;
  Numbers numbers_ = Numbers::AsRead;
};

}  // namespace lanescope
