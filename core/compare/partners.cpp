#include "core/compare/partners.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "core/analysis/host/stacks.h"
#include "core/analysis/ops/modules.h"
#include "core/base/threads/work.h"
#include "core/compare/cpp_spelling.h"
#include "core/store/each_slice.h"
#include "core/store/gpu_lanes.h"

namespace lanescope {
namespace {

using Hash = std::uint64_t;

Hash joined(Hash a, Hash b) {
  // The mixing step of splitmix64, so that the order matters.
  Hash x = a * 0x9E3779B97F4A7C15ULL + b;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31U);
}

enum Pass : std::size_t { kExact, kNormal, kFlat, kPasses };

/// The keys that identify an event, one per pass.
using Keys = std::array<Hash, kPasses>;

struct Entry {
  Hash key = 0;
  Ns start_ns = 0;
  EventId event = EventId::None;
};

/// The ranges of the samples on the GPU: those of the steps' annotations there, which also have the
/// copies before the first kernel; without them, as the samples are timed. By time.
std::vector<TimeRange> gpu_ranges(const Snapshot& trace, const RunSamples& runs) {
  std::vector<TimeRange> timed;
  std::unordered_map<StringId, std::size_t> of_name;
  for (const RunSample& sample : runs.samples) {
    if (runs.by == AlignBy::Steps) of_name.emplace(sample.name, timed.size());
    timed.push_back(sample.range);
  }
  std::vector<TimeRange> marked(timed.size(), TimeRange{kMaxNs, kMinNs});
  for_each_slice(trace, TrackKind::GpuAnnotation,
                 [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
                   const auto at = of_name.find(chunk.name[slice]);
                   if (at == of_name.end()) return;
                   TimeRange& range = marked[at->second];
                   range.begin_ns = std::min(range.begin_ns, chunk.range(slice).begin_ns);
                   range.end_ns = std::max(range.end_ns, chunk.range(slice).end_ns);
                 });
  for (std::size_t i = 0; i < timed.size(); ++i) {
    if (marked[i].begin_ns == kMaxNs) marked[i] = timed[i];
  }
  if (!std::ranges::is_sorted(marked, {}, &TimeRange::begin_ns)) return timed;
  for (std::size_t i = 0; i + 1 < marked.size(); ++i)
    marked[i].end_ns = std::min(marked[i].end_ns, marked[i + 1].begin_ns);
  return marked;
}

/// The events of one run with their keys.
class KeyedRun {
 public:
  KeyedRun(const Snapshot& trace, const RunSamples& runs, const std::stop_token& stop)
      : trace_(trace),
        stop_(stop),
        host_(host_ranges(trace, runs)),
        gpu_(gpu_ranges(trace, runs)),
        keys_(trace.slice_count) {
    hash_names();
    hash_modules();
    // Launches come before the work they launched.
    for (const bool gpu : {false, true}) {
      for (const Track& track : trace.tracks) {
        if (is_gpu_lane(track.kind) != gpu || stop_.stop_requested()) continue;
        for (const auto& chunk : track.chunks) add(track, *chunk);
      }
    }
  }

  /// Events without a partner, by key and time.
  [[nodiscard]] std::vector<Entry> entries(Pass pass, const std::vector<EventId>& partners) const {
    std::vector<Entry> entries;
    for (const Track& track : trace_.tracks) {
      for (const auto& chunk : track.chunks) {
        count_work(Work::Events, chunk->size());
        for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
          const EventId event = chunk->id_of(slice);
          if (partners[index_of(event)] != EventId::None) continue;
          entries.push_back({keys_[index_of(event)][pass], chunk->start_ns[slice], event});
        }
      }
    }
    std::ranges::sort(entries, {}, [](const Entry& entry) {
      return std::tuple(entry.key, entry.start_ns, entry.event);
    });
    return entries;
  }

 private:
  void hash_names() {
    const std::size_t count = trace_.strings->size();
    names_.resize(count);
    normal_names_.resize(count);
    const std::hash<std::string_view> hash;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::string_view text = trace_.text(StringId{i});
      names_[i] = hash(text.starts_with("ProfilerStep#") ? "ProfilerStep#" : text);
      normal_names_[i] = hash(normal_name(cpp_spelling(text)));
    }
  }

  void hash_modules() {
    HostStacks stacks;
    find_module_stacks(trace_, stacks, stop_);
    module_of_event_ = std::move(stacks.of_event);
    module_paths_.resize(stacks.nodes.size());
    for (std::size_t i = 1; i < stacks.nodes.size(); ++i) {
      const HostStacks::Node& node = stacks.nodes[i];
      module_paths_[i] = joined(module_paths_[node.parent], names_[index_of(node.frame)]);
    }
  }

  /// A number for the sample that contains a time (odd), or for the time between two samples
  /// (even).
  [[nodiscard]] static Hash segment_at(const std::vector<TimeRange>& samples, Ns time_ns) {
    const auto next = std::ranges::upper_bound(samples, time_ns, {}, &TimeRange::end_ns);
    const auto before = static_cast<Hash>(next - samples.begin());
    return 2 * before + (next != samples.end() && next->contains(time_ns) ? 1 : 0);
  }
  /// What runs on the host belongs to the step it starts in there, even if steps are timed on the
  /// GPU, where they begin later; GPU work belongs to the step that launched it.
  [[nodiscard]] Hash segment_of(const Track& track, Ns start_ns,
                                const std::optional<SliceRef>& around) const {
    if (!is_gpu_lane(track.kind)) return segment_at(host_, start_ns);
    if (around) return segment_at(host_, around->chunk->start_ns[around->slice]);
    return segment_at(gpu_, start_ns);
  }

  [[nodiscard]] Hash module_path(EventId event) const {
    return module_of_event_.empty() ? 0 : module_paths_[module_of_event_[index_of(event)]];
  }

  void add(const Track& track, const TrackChunk& chunk) {
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      const EventId event = chunk.id_of(slice), cause = chunk.link[slice];
      const auto kind = static_cast<Hash>(trace_.kind_of(chunk.category[slice]));
      const auto around = trace_.find_slice(cause);
      const std::uint32_t name = index_of(chunk.name[slice]);
      Keys& keys = keys_[index_of(event)];
      const Keys outer = around ? keys_[index_of(cause)] : Keys{};
      const Hash place = joined(segment_of(track, chunk.start_ns[slice], around), kind);
      keys[kExact] = joined(joined(place, outer[kExact]), joined(module_path(event), names_[name]));
      keys[kNormal] = joined(joined(place, outer[kNormal]), normal_names_[name]);
      keys[kFlat] = joined(place, normal_names_[name]);
    }
  }

  const Snapshot& trace_;
  const std::stop_token& stop_;
  std::vector<TimeRange> host_, gpu_;       // by sample
  std::vector<Hash> names_, normal_names_;  // by StringId
  std::vector<std::uint32_t> module_of_event_;
  std::vector<Hash> module_paths_;  // by stack node
  std::vector<Keys> keys_;          // by EventId
};

/// Pairs events with the same key in order.
void pair_up(const std::vector<Entry>& a, const std::vector<Entry>& b, Partners& found) {
  auto next_a = a.begin(), next_b = b.begin();
  while (next_a != a.end() && next_b != b.end()) {
    if (next_a->key < next_b->key) {
      ++next_a;
    } else if (next_b->key < next_a->key) {
      ++next_b;
    } else {
      found.of_a[index_of(next_a->event)] = next_b->event;
      found.of_b[index_of(next_b->event)] = next_a->event;
      ++found.pairs;
      ++next_a;
      ++next_b;
    }
  }
}

}  // namespace

Partners find_partners(const Snapshot& a, const Snapshot& b, const AlignedRuns& runs,
                       const std::stop_token& stop) {
  Partners found;
  found.of_a.assign(a.slice_count, EventId::None);
  found.of_b.assign(b.slice_count, EventId::None);
  const KeyedRun run_a(a, runs.a, stop), run_b(b, runs.b, stop);
  for (std::size_t pass = 0; pass < kPasses && !stop.stop_requested(); ++pass) {
    pair_up(run_a.entries(static_cast<Pass>(pass), found.of_a),
            run_b.entries(static_cast<Pass>(pass), found.of_b), found);
  }
  found.only_a = a.slice_count - found.pairs;
  found.only_b = b.slice_count - found.pairs;
  return found;
}

}  // namespace lanescope
