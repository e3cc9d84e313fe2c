// Track events as rows.
#include <algorithm>

#include "core/base/text/json_text.h"
#include "core/readers/perfetto/event_rows.h"
#include "core/readers/perfetto/missing_texts.h"
#include "core/store/own_members.h"

namespace lanescope::perfetto {
namespace {

constexpr Ns kUs = 1'000;

bool is_linked(CategoryKind kind) {
  return is_gpu_work(kind) || kind == CategoryKind::HostCall || kind == CategoryKind::CpuOp ||
         kind == CategoryKind::GpuSync || kind == CategoryKind::GpuAnnotation ||
         kind == CategoryKind::ProfilerRange;
}

/// Below 0 are ids of nothing, as -1.
std::uint64_t written_id(std::optional<std::int64_t> id) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(id.value_or(0), 0));
}

Ns times_us(std::int64_t us) {
  constexpr std::int64_t kMost = kLargestTime / kUs;
  // What is beyond is set aside and reported.
  return us > kMost ? kLargestTime + 1 : us < -kMost ? -kLargestTime - 1 : us * kUs;
}

}  // namespace

/// Times of old events are in µs of MONOTONIC, and most are the difference to the one before.
std::optional<Ns> TrackEvents::legacy_time(Sequence& sequence) {
  std::int64_t us = 0;
  if (event_.rare->absolute_us) {
    us = *event_.rare->absolute_us;
  } else {
    sequence.legacy_us = saturating_add(sequence.legacy_us, *event_.rare->delta_us);
    us = sequence.legacy_us;
  }
  if (us < 0) return std::nullopt;
  return rows_.clocks.boottime(sequence.number, kMonotonic,
                               static_cast<std::uint64_t>(times_us(us)));
}

EventType TrackEvents::type_of(bool& complete) const {
  if (event_.type || !event_.rare->legacy) return event_.type.value_or(EventType::Unknown);
  switch (event_.rare->legacy->phase) {
    case 'X':
      complete = true;
      return EventType::Begin;
    case 'B':
    case 'b':
    case 'S':
      return EventType::Begin;
    case 'E':
    case 'e':
    case 'F':
      return EventType::End;
    case 'I':
    case 'i':
    case 'n':
    case 'T':
    case 'p':
      return EventType::Instant;
    default:
      return EventType::Unknown;
  }
}

void TrackEvents::name_legacy(const Sequence& sequence) {
  if (event_.name != kNoLocal) return;
  if (event_.rare->legacy && event_.rare->legacy->name_id) {
    if (const LocalId* found = sequence.names.find(*event_.rare->legacy->name_id))
      event_.name = *found;
  }
  if (event_.name == kNoLocal) event_.name = rows_.names.empty_text();
}

std::size_t TrackEvents::node_of(Sequence& sequence) {
  if (const auto& uuid = event_.track ? event_.track : sequence.track)
    return node_of(*uuid, sequence);
  const bool other = event_.rare->legacy && (event_.rare->legacy->pid || event_.rare->legacy->tid);
  const std::int64_t pid = other ? event_.rare->legacy->pid.value_or(sequence.pid) : sequence.pid;
  const std::int64_t tid = other ? event_.rare->legacy->tid.value_or(sequence.tid) : sequence.tid;
  return rows_.tracks.of_thread(pid, tid);
}

std::size_t TrackEvents::node_of(std::uint64_t uuid, Sequence& sequence) {
  if (sequence.last_node == SIZE_MAX || sequence.last_uuid != uuid) {
    sequence.last_uuid = uuid;
    sequence.last_node = rows_.tracks.of_uuid(uuid);
  }
  return sequence.last_node;
}

LocalId TrackEvents::lane_of(std::size_t node, const EventArguments& arguments) {
  const TrackRole role = role_of(event_.category.kind);
  switch (role) {
    case TrackRole::Gpu:
    case TrackRole::GpuAnnotation:
    case TrackRole::GpuSync: {
      const auto [gpu, stream] = arguments.device && arguments.stream
                                     ? std::pair(*arguments.device, *arguments.stream)
                                     : rows_.tracks.gpu_and_stream(node);
      return rows_.tracks.lane_of(
          {node, role, arguments.device.value_or(gpu), arguments.stream.value_or(stream)});
    }
    case TrackRole::Profiler:
    case TrackRole::Samples:
    case TrackRole::State:
      return rows_.tracks.lane_of({node, role, -1, -1});
    default:
      return rows_.tracks.host_lane(node);
  }
}

void TrackEvents::sample(Sequence& sequence, std::uint64_t uuid, double value) {
  const std::size_t index = rows_.tracks.of_uuid(uuid);
  const TrackNode& node = rows_.tracks.node(index);
  value *= static_cast<double>(node.multiplier);
  if (node.is_incremental) value = sequence.sums[uuid] += value;
  rows_.sink.sample(rows_.tracks.counter(index), time_ns_, value, place_);
}

FlowRun TrackEvents::take_flows(LocalId lane, std::optional<std::int64_t> autograd) {
  // The event is set aside.
  if (time_ns_ > kLargestTime || time_ns_ < -kLargestTime) return {rows_.flows.next(), 0};
  FlowRun run{rows_.flows.next(), static_cast<std::uint32_t>(event_.flows.size())};
  for (const FlowId& flow : event_.flows)
    rows_.flows.add(
        {flow.id, time_ns_, place_, lane, event_.category.kind, flow.terminates, autograd});
  return run;
}

/// PyTorch's launches and their work have one correlation and one flow; others have a flow only.
std::uint32_t TrackEvents::correlation_of(const EventArguments& arguments) {
  if (const std::uint64_t id = written_id(arguments.correlation); id != 0)
    return rows_.launches.of_written(id);
  if (!event_.rare->gpu_events.empty()) return rows_.launches.of_works(event_.rare->gpu_events);
  const bool is_work = is_gpu_work(event_.category.kind);
  if (event_.flows.empty() || (!is_work && event_.category.kind != CategoryKind::HostCall))
    return 0;
  for (const FlowId& flow : event_.flows) {
    if (is_work || !flow.terminates) return rows_.launches.of_flow(flow.id);
  }
  return 0;
}

/// Each process counts its correlations from 1.
std::uint32_t TrackEvents::launched_by(std::size_t node, const EventArguments& arguments) {
  if (arguments.external_id) return rows_.launches.of_written(written_id(arguments.external_id));
  if (!arguments.correlation) return 0;
  if (event_.category.kind == CategoryKind::HostCall) return rows_.launches.of_call_on(node);
  if (!is_gpu_work(event_.category.kind)) return 0;
  if (arguments.process) return rows_.launches.of_work_by_process(*arguments.process);
  return arguments.thread ? rows_.launches.of_work_by_thread(*arguments.thread) : 0;
}

void TrackEvents::slice(std::size_t node, Sequence& sequence, bool complete) {
  // Whoever submits GPU work is a call, also where nothing says so.
  if (!event_.rare->gpu_events.empty() && event_.category.kind == CategoryKind::Other)
    event_.category = rows_.names.category("gpu_runtime");
  const CategoryKind kind = event_.category.kind;
  const EventArguments arguments =
      is_linked(kind) ? arguments_of(event_, sequence) : EventArguments();
  BegunSlice begun;
  RowSink::Slice& slice = begun.slice;
  slice.track = lane_of(node, arguments);
  slice.category = event_.category.number;
  slice.name = event_.name;
  slice.begin_ns = slice.end_ns = time_ns_;
  slice.place = place_;
  slice.correlation = correlation_of(arguments);
  slice.external_id = launched_by(node, arguments);
  slice.links = is_gpu_work(kind);
  if (arguments.collective) rows_.tables.collectives.insert(slice.name);
  begun.flows = take_flows(slice.track, arguments.sequence_number);
  if (!complete) return rows_.pairing.begin(node, sequence, begun);
  const Ns end_ns = saturating_add(time_ns_, times_us(event_.rare->legacy->duration_us));
  slice.end_ns =
      rows_.sink.range(time_ns_, end_ns, place_.offset(), rows_.sink.text_of(slice.name)).end_ns;
  rows_.pairing.complete(begun);
}

/// Half of all events: without names and defaults that would have to be looked up for them.
void TrackEvents::plain_end(const EventFieldsList& events, const EventFields& fields,
                            Sequence& sequence) {
  const std::size_t node = fields.has_track ? node_of(fields.track, sequence)
                           : sequence.track ? node_of(*sequence.track, sequence)
                                            : rows_.tracks.of_thread(sequence.pid, sequence.tid);
  if (rows_.tracks.node(node).has_spans) {
    event_.category = {};  // not of the event before: that of the begin counts
    return span(node, EventType::End);
  }
  if (!rows_.tracks.repeats_others(node))
    end(node, sequence, !events.annotations(fields).empty(), {});
}

void TrackEvents::end(std::size_t node, Sequence& sequence, bool has_arguments,
                      const FlowRun& flows) {
  rows_.pairing.end(node, sequence,
                    {time_ns_, place_, rows_.names.empty_text(), has_arguments, flows});
}

void TrackEvents::memory(LocalId lane, const EventArguments& arguments) {
  RawMemory memory;
  memory.device_type = static_cast<std::int32_t>(arguments.device_type.value_or(0));
  memory.device_id = static_cast<std::int32_t>(arguments.device_id.value_or(-1));
  memory.has_totals = arguments.allocated.has_value();
  memory.index = arguments.index.value_or(-1);
  memory.address = arguments.address.value_or(0);
  memory.bytes = arguments.bytes.value_or(0);
  memory.allocated = arguments.allocated.value_or(0);
  memory.reserved = arguments.reserved.value_or(0);
  rows_.sink.memory(lane, time_ns_, place_, memory);
}

/// Of a file that this program wrote.
bool TrackEvents::is_own(std::string_view name) const {
  return strip_quotes(rows_.tables.texts[StringId{event_.name}]) == name &&
         strip_quotes(
             rows_.tables.texts[StringId{rows_.tables.categories[event_.category.number].text}]) ==
             kMembersCategory;
}

void TrackEvents::instant(std::size_t node, const Sequence& sequence) {
  if (is_own(kMembersEvent)) return rows_.own.take(event_.annotations, rows_.tracks, rows_.flows);
  if (is_own(kArrowEvent)) return (void)take_flows(rows_.tracks.host_lane(node), std::nullopt);
  if (rows_.tracks.node(node).has_spans) return span(node, EventType::Instant);
  const bool is_memory = rows_.tables.texts[StringId{event_.name}] == "\"[memory]\"";
  const EventArguments arguments = is_memory ? arguments_of(event_, sequence) : EventArguments();
  const LocalId lane = lane_of(node, arguments);
  (void)take_flows(lane, arguments.sequence_number);
  if (is_memory && arguments.bytes) return memory(lane, arguments);
  rows_.sink.instant(lane, event_.category.number, event_.name, time_ns_, place_);
}

void TrackEvents::extra_counters(Sequence& sequence) {
  const auto& counts =
      event_.rare->extra_counters.empty() ? sequence.extra_counters : event_.rare->extra_counters;
  for (std::size_t i = 0; i < std::min(counts.size(), event_.rare->extra_counts.size()); ++i)
    sample(sequence, counts[i], static_cast<double>(event_.rare->extra_counts[i]));
  const auto& values =
      event_.rare->extra_doubles.empty() ? sequence.extra_doubles : event_.rare->extra_doubles;
  for (std::size_t i = 0; i < std::min(values.size(), event_.rare->extra_values.size()); ++i)
    sample(sequence, values[i], event_.rare->extra_values[i]);
}

void TrackEvents::counter(Sequence& sequence) {
  const auto& uuid = event_.track ? event_.track : sequence.track;
  if (!uuid || !event_.value)
    return rows_.sink.lost(Issue::UnusableCounter, place_.offset(), "track_event");
  sample(sequence, *uuid, *event_.value);
}

bool TrackEvents::read(const PacketBytes& packet, const EventFieldsList& events,
                       const EventFields& fields, Sequence& sequence,
                       const std::optional<Ns>& packet_time_ns) {
  if (!fields.whole) return false;
  place_ = packet.place;
  note_missing_texts(events, fields, sequence, place_.offset(), rows_.sink);
  if (fields.is_plain_end() && packet_time_ns) {
    time_ns_ = *packet_time_ns;
    plain_end(events, fields, sequence);
    return true;
  }
  event_.take(events, fields, sequence, rows_.names);
  const bool is_legacy = event_.rare->delta_us || event_.rare->absolute_us;
  std::optional<Ns> legacy_ns;
  if (is_legacy) legacy_ns = legacy_time(sequence);
  const std::optional<Ns>& time_ns = is_legacy ? legacy_ns : packet_time_ns;
  if (!time_ns) {
    rows_.sink.lost(Issue::UnusableTime, place_.offset(), "track_event");
    return true;
  }
  time_ns_ = *time_ns;
  extra_counters(sequence);
  name_legacy(sequence);
  bool complete = false;
  const EventType type = type_of(complete);
  if (type == EventType::Counter) {
    counter(sequence);
  } else if (type == EventType::Unknown) {
    rows_.sink.lost(Issue::UnsupportedPhase, place_.offset(), "track_event");
  } else {
    timed(sequence, type, complete);
  }
  return true;
}

void TrackEvents::timed(Sequence& sequence, EventType type, bool complete) {
  constexpr std::string_view kAsync = "benSTpF";
  if (event_.rare->legacy && !event_.type &&
      kAsync.find(event_.rare->legacy->phase) != std::string_view::npos)
    return async(sequence, type);
  const std::size_t node = node_of(sequence);
  if (rows_.tracks.node(node).has_spans && type != EventType::Instant) {
    span(node, type);
  } else if (rows_.tracks.repeats_others(node)) {
    repeated_ += type == EventType::Begin ? 1U : 0U;
  } else if (type == EventType::Begin) {
    slice(node, sequence, complete);
  } else if (type == EventType::End) {
    const FlowRun flows =
        event_.flows.empty() ? FlowRun() : take_flows(rows_.pairing.lane_of(node), std::nullopt);
    end(node, sequence, !event_.annotations.empty(), flows);
  } else {
    instant(node, sequence);
  }
}

}  // namespace lanescope::perfetto
