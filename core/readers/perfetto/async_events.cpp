// Track events that are async ranges or instants between them.
#include <fmt/format.h>

#include "core/readers/perfetto/event_rows.h"

namespace lanescope::perfetto {
namespace {

AsyncPhase phase_of(EventType type) {
  return type == EventType::Begin ? AsyncPhase::Begin
         : type == EventType::End ? AsyncPhase::End
                                  : AsyncPhase::Instant;
}

}  // namespace

RawAsync TrackEvents::raw_async(LocalId lane, EventType type) {
  RawAsync span;
  span.time_ns = time_ns_;
  span.place = place_;
  span.name = event_.name;
  span.track = lane;
  span.category = event_.category.number;
  span.lane = rows_.sink.lane(lane, span.category);
  span.phase = phase_of(type);
  return span;
}

/// A span that begins and ends with an id, anywhere in the process. Those of one category share a
/// lane, as in Chrome's JSON.
void TrackEvents::async(const Sequence& sequence, EventType type) {
  const LegacyEvent& legacy = *event_.rare->legacy;
  const std::string_view token =
      rows_.tables.texts[StringId{rows_.tables.categories[event_.category.number].text}];
  const std::string_view name = token.size() < 2 ? "async" : token.substr(1, token.size() - 2);
  const std::int64_t pid = legacy.pid.value_or(sequence.pid);
  const std::size_t node = rows_.tracks.of_name(pid, std::string(name), name);
  RawAsync span = raw_async(rows_.tracks.host_lane(node), type);
  span.id = hash_text(fmt::format("{} {} {} {} {}", legacy.id_kind, legacy.scope, legacy.id,
                                  legacy.id_kind == 'g' ? 0 : pid, name));
  (void)take_flows(span.track, std::nullopt);
  rows_.sink.async(span);
}

/// The same in a file of this program, on a track that is marked.
void TrackEvents::span(std::size_t node, EventType type) {
  const LocalId lane = rows_.tracks.host_lane(node);
  if (type != EventType::End) (void)take_flows(lane, std::nullopt);
  rows_.spans.add(node, raw_async(lane, type));
}

}  // namespace lanescope::perfetto
