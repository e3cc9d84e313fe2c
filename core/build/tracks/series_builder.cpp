#include "core/build/tracks/series_builder.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/base/check.h"
#include "core/build/tracks/memory_ties.h"
#include "core/build/tracks/run_sort.h"

namespace lanescope {
namespace {

/// Smallest and largest value of each run of kRun samples.
template <typename T>
void build_runs(std::span<const T> values, Column<float>& low, Column<float>& high) {
  const std::size_t runs = (values.size() + CounterTrack::kRun - 1) / CounterTrack::kRun;
  make_columns(runs, low, high);
  for (std::size_t r = 0; r < runs; ++r) {
    const auto run = values.subspan(
        r * CounterTrack::kRun,
        std::min<std::size_t>(CounterTrack::kRun, values.size() - r * CounterTrack::kRun));
    const auto [least, most] = std::minmax_element(run.begin(), run.end());
    low[r] = static_cast<float>(*least);
    high[r] = static_cast<float>(*most);
  }
}

struct InstantRef {
  const RawInstant* raw;
  const WorkerMap* map;
  const RawMemory* memory;  // null for other instants

  /// Orders instants of the same time; the position in the file only decides between equal ones.
  [[nodiscard]] auto tie() const {
    return std::tuple(map->texts[raw->name], map->categories[raw->category],
                      fallback_order(memory != nullptr ? *memory : RawMemory{}),
                      raw->place.offset());
  }
};

bool is_admitted(const SeriesInput& in, const WorkerMap& map, const RawInstant& raw) {
  return in.plausible.admits(map.tracks[raw.track], raw.time_ns, raw.time_ns);
}

std::vector<InstantRef> sorted_instants(const SeriesInput& in,
                                        std::vector<std::uint32_t>& track_begin) {
  track_begin.assign(in.tables.tracks.size() + 1, 0);
  for (const RawBatch& batch : in.batches) {
    const WorkerMap& map = in.tables.workers[batch.worker];
    for (const RawInstant& raw : batch.instants) {
      if (is_admitted(in, map, raw)) ++track_begin[index_of(map.tracks[raw.track]) + 1];
    }
  }
  std::partial_sum(track_begin.begin(), track_begin.end(), track_begin.begin());
  std::vector<InstantRef> refs(track_begin.back());
  std::vector<std::uint32_t> next(track_begin.begin(), track_begin.end() - 1);
  for (const RawBatch& batch : in.batches) {
    const WorkerMap& map = in.tables.workers[batch.worker];
    auto memory = batch.memory.begin();
    for (std::uint32_t i = 0; i < batch.instants.size(); ++i) {
      const RawInstant& raw = batch.instants[i];
      const bool is_memory = memory != batch.memory.end() && memory->instant == i;
      const RawMemory* const its = is_memory ? &*memory++ : nullptr;
      if (is_admitted(in, map, raw))
        refs[next[index_of(map.tracks[raw.track])]++] = {&raw, &map, its};
    }
    LANESCOPE_CHECK(memory == batch.memory.end(),
                    "an instant for each of {} memory records, in their order; {} have none",
                    batch.memory.size(), batch.memory.end() - memory);
  }
  const auto earlier = [](const InstantRef& a, const InstantRef& b) {
    return a.raw->time_ns != b.raw->time_ns ? a.raw->time_ns < b.raw->time_ns : a.tie() < b.tie();
  };
  for (std::size_t t = 0; t + 1 < track_begin.size(); ++t) {
    LANESCOPE_CHECK(next[t] == track_begin[t + 1],
                    "instants of track {} up to {}, where the next track's begin, not to {}", t,
                    track_begin[t + 1], next[t]);
    const auto begin = refs.begin() + track_begin[t];
    const auto end = refs.begin() + track_begin[t + 1];
    run_sort(std::span(begin, end), earlier);
  }
  return refs;
}

std::shared_ptr<const MemoryTrack> build_memory(std::vector<MemoryRef>& refs) {
  LANESCOPE_CHECK(!refs.empty(), "a record: the device is known by one");
  sort_records(refs);
  auto track = std::make_shared<MemoryTrack>();
  const std::size_t n = refs.size();
  track->device_type = refs.front().raw->device_type;
  track->device_id = refs.front().raw->device_id;
  track->events = n;
  track->has_totals =
      std::ranges::any_of(refs, [](const MemoryRef& r) { return r.raw->has_totals; });
  make_columns(n, track->time_ns, track->address, track->bytes, track->allocated, track->reserved,
               track->event);
  std::int64_t running = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const RawMemory& raw = *refs[i].raw;
    running = saturating_add(running, raw.bytes);
    if (raw.has_totals) running = raw.allocated;
    track->time_ns[i] = refs[i].time_ns;
    track->address[i] = raw.address;
    track->bytes[i] = raw.bytes;
    track->allocated[i] = running;
    track->reserved[i] = raw.reserved;
    track->event[i] = refs[i].event;
    track->peak_allocated = i == 0 ? running : std::max(track->peak_allocated, running);
    track->peak_reserved = std::max(track->peak_reserved, raw.reserved);
  }
  build_runs(std::as_const(track->allocated).span(), track->run_min, track->run_max);
  return track;
}

}  // namespace

BuiltInstants build_instants(const SeriesInput& in) {
  auto table = std::make_shared<InstantTable>();
  const std::vector<InstantRef> refs = sorted_instants(in, table->track_begin);
  table->first_id = EventId{in.slice_count};
  make_columns(refs.size(), table->time_ns, table->name, table->category, table->place);
  std::map<std::pair<std::int32_t, std::int32_t>, std::vector<MemoryRef>> devices;
  for (std::uint32_t i = 0; i < refs.size(); ++i) {
    const auto& [raw, map, memory] = refs[i];
    table->time_ns[i] = raw->time_ns;
    table->name[i] = map->texts[raw->name];
    table->category[i] = map->categories[raw->category];
    table->place[i] = raw->place;
    if (memory == nullptr) continue;
    devices[{memory->device_type, memory->device_id}].push_back(
        {memory, raw->time_ns, raw->place.offset(), EventId{in.slice_count + i}});
  }
  BuiltInstants out;
  out.instants = std::move(table);
  for (auto& [device, list] : devices) out.memory.push_back(build_memory(list));
  return out;
}

std::vector<std::shared_ptr<const CounterTrack>> build_counters(const SeriesInput& in) {
  LANESCOPE_CHECK(in.tables.counter_process_names.size() == in.tables.counters.size(),
                  "the process's name for each of {} counters, not {}", in.tables.counters.size(),
                  in.tables.counter_process_names.size());
  struct Sample {
    Ns time_ns;
    double value;
  };
  std::vector<std::vector<Sample>> samples(in.tables.counters.size());
  for (const RawBatch& batch : in.batches) {
    const WorkerMap& map = in.tables.workers[batch.worker];
    for (const RawCounter& raw : batch.counters) {
      const std::uint32_t counter = map.counters[raw.counter];
      if (in.plausible.admits_counter(counter, raw.time_ns))
        samples[counter].push_back({raw.time_ns, raw.value});
    }
  }
  std::vector<std::shared_ptr<const CounterTrack>> tracks;
  for (std::size_t c = 0; c < samples.size(); ++c) {
    std::vector<Sample>& list = samples[c];
    if (list.empty()) continue;
    run_sort(std::span(list), [](const Sample& a, const Sample& b) {
      return a.time_ns != b.time_ns ? a.time_ns < b.time_ns : a.value < b.value;
    });
    auto track = std::make_shared<CounterTrack>();
    track->process = in.tables.counters[c].process;
    track->process_name = in.tables.counter_process_names[c];
    track->name = in.tables.counters[c].name;
    track->series = in.tables.counters[c].series;
    track->events = list.size();
    make_columns(list.size(), track->time_ns, track->value);
    track->min = track->max = list.front().value;
    for (std::size_t i = 0; i < list.size(); ++i) {
      track->time_ns[i] = list[i].time_ns;
      track->value[i] = list[i].value;
      track->min = std::min(track->min, list[i].value);
      track->max = std::max(track->max, list[i].value);
    }
    build_runs(std::as_const(track->value).span(), track->run_min, track->run_max);
    tracks.push_back(std::move(track));
  }
  const StringTable& strings = *in.tables.strings;
  std::ranges::sort(tracks, {}, [&](const auto& t) {
    return std::tuple(strings[t->process], strings[t->name], strings[t->series]);
  });
  return tracks;
}

}  // namespace lanescope
