// From packets of track events and of GPUs to rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/readers/perfetto/clocks.h"
#include "core/readers/perfetto/flows.h"
#include "core/readers/perfetto/launch_numbers.h"
#include "core/readers/perfetto/own_members.h"
#include "core/readers/perfetto/packets/packet.h"
#include "core/readers/perfetto/pairing.h"
#include "core/readers/perfetto/sequence.h"
#include "core/readers/perfetto/track_event.h"
#include "core/readers/perfetto/track_spans.h"
#include "core/readers/perfetto/tracks.h"

namespace lanescope::perfetto {

/// What all packets are read into.
struct Rows {
  RowSink& sink;
  WorkerTables& tables;
  RawBatch& batch;
  Names& names;
  Tracks& tracks;
  Flows& flows;
  Pairing& pairing;
  LaunchNumbers& launches;
  Clocks& clocks;
  OwnMembers& own;
  TrackSpans& spans;
};

class TrackEvents {
 public:
  explicit TrackEvents(const Rows& rows) : rows_(rows) {}

  /// `fields` is one of `events`. False if the packet is broken. Without a time, it is reported.
  bool read(const PacketBytes& packet, const EventFieldsList& events, const EventFields& fields,
            Sequence& sequence, const std::optional<Ns>& time_ns);
  /// Events on the stream that are on their queue too.
  [[nodiscard]] std::uint64_t repeated() const { return repeated_; }

 private:
  std::optional<Ns> legacy_time(Sequence& sequence);
  [[nodiscard]] EventType type_of(bool& complete) const;
  std::size_t node_of(Sequence& sequence);
  std::size_t node_of(std::uint64_t uuid, Sequence& sequence);
  RawAsync raw_async(LocalId lane, EventType type);
  void async(const Sequence& sequence, EventType type);
  void span(std::size_t node, EventType type);
  void timed(Sequence& sequence, EventType type, bool complete);
  void name_legacy(const Sequence& sequence);
  LocalId lane_of(std::size_t node, const EventArguments& arguments);
  void extra_counters(Sequence& sequence);
  void counter(Sequence& sequence);
  void sample(Sequence& sequence, std::uint64_t uuid, double value);
  void slice(std::size_t node, Sequence& sequence, bool complete);
  [[nodiscard]] bool is_own(std::string_view name) const;
  void instant(std::size_t node, const Sequence& sequence);
  void memory(LocalId lane, const EventArguments& arguments);
  std::uint32_t correlation_of(const EventArguments& arguments);
  std::uint32_t launched_by(std::size_t node, const EventArguments& arguments);
  FlowRun take_flows(LocalId lane, std::optional<std::int64_t> autograd);
  void plain_end(const EventFieldsList& events, const EventFields& fields, Sequence& sequence);
  void end(std::size_t node, Sequence& sequence, bool has_arguments, const FlowRun& flows);

  Rows rows_;
  TrackEvent event_;
  Place place_;
  Ns time_ns_ = 0;
  std::uint64_t repeated_ = 0;
};

class GpuEvents {
 public:
  explicit GpuEvents(const Rows& rows) : rows_(rows) {}

  bool read_stage(const PacketBytes& packet, std::string_view message, const Sequence& sequence,
                  std::optional<Ns> time_ns);
  bool read_counters(const PacketBytes& packet, std::string_view message, const Sequence& sequence,
                     std::optional<Ns> time_ns);
  bool read_memory(const PacketBytes& packet, std::string_view message, std::optional<Ns> time_ns);

 private:
  struct Stage;
  bool take_specifications(std::string_view message);
  std::string_view queue_of(const Stage& stage, const Sequence& sequence) const;
  std::string_view stage_of(const Stage& stage, const Sequence& sequence, bool& compute) const;

  struct WorkKind {
    std::int64_t gpu;
    bool compute;
    std::string queue, stage;
    EventCategory category;
    LocalId track;
  };
  struct CounterKey {
    std::uint32_t sequence;
    std::int64_t gpu;
    std::uint32_t id;
    friend auto operator<=>(const CounterKey&, const CounterKey&) = default;
  };
  const WorkKind& kind_of(std::int64_t gpu, std::string_view queue, std::string_view stage,
                          bool compute);
  LocalId counter_of(const CounterKey& key, const std::vector<CounterName>* interned);

  Rows rows_;
  std::vector<WorkKind> kinds_;
  std::vector<std::string_view> values_;  // of the packet at hand
  // Of drivers that tell queues and stages once, and refer to their positions.
  std::vector<std::string> queues_, stages_;
  std::map<CounterKey, std::string> counters_;
};

}  // namespace lanescope::perfetto
