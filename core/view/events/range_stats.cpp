#include "core/view/events/range_stats.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <tuple>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/events/statistics.h"
#include "core/base/text/ascii_case.h"
#include "core/view/colors/color_title.h"
#include "core/view/text/names/differing_part.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kStride = 1U << 16;  // slices between checks of the stop token

/// The slices of a row that overlap a range; both starts and ends ascend along a row.
std::pair<std::uint32_t, std::uint32_t> overlapping(const RowSlices& row, TimeRange range) {
  const auto begin = row.start_ns.begin();
  auto first = static_cast<std::uint32_t>(
      std::lower_bound(begin, row.start_ns.end(), range.begin_ns) - begin);
  if (first > 0 && row.start_ns[first - 1] + row.dur_ns[first - 1] > range.begin_ns) --first;
  const auto last =
      static_cast<std::uint32_t>(std::lower_bound(begin, row.start_ns.end(), range.end_ns) - begin);
  return {first, std::max(first, last)};
}

/// Calls visit(chunk, slice, clipped range) for the slices of a track in a range; false if stopped.
template <typename Visit>
bool each_in_range(const Track& track, TimeRange range, const std::stop_token& stop,
                   const Visit& visit) {
  for (const auto& chunk : track.chunks) {
    for (const Row& row : chunk->rows) {
      const auto [first, last] = overlapping(chunk->slices_of(row), range);
      for (std::uint32_t i = first; i < last; ++i) {
        if ((i - first) % kStride == 0 && stop.stop_requested()) return false;
        const TimeRange whole = chunk->range(row.first + i);
        visit(*chunk, row.first + i,
              TimeRange{std::max(whole.begin_ns, range.begin_ns),
                        std::min(whole.end_ns, range.end_ns)});
      }
    }
  }
  return true;
}

/// Sums by (name, kind). Name ids are dense, so names are looked up by index, not hashed; the few
/// names that occur under several kinds are chained.
class NameSums {
 public:
  explicit NameSums(std::size_t names) : first_(names, kNone) {}

  NameStats& of(StringId name, CategoryKind kind) {
    std::uint32_t* place = &first_[index_of(name)];
    while (*place != kNone) {
      if (entries_[*place].stats.kind == kind) return entries_[*place].stats;
      place = &entries_[*place].next;
    }
    *place = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({{name, kind, 0, 0, 0, EventId::None}, kNone});
    return entries_.back().stats;
  }

  [[nodiscard]] std::vector<NameStats> sorted(const Snapshot& snapshot) const {
    std::vector<NameStats> out;
    out.reserve(entries_.size());
    for (const Entry& entry : entries_) out.push_back(entry.stats);
    std::sort(out.begin(), out.end(), [&](const NameStats& a, const NameStats& b) {
      return std::tuple(b.total_ns, snapshot.text(a.name), a.kind) <
             std::tuple(a.total_ns, snapshot.text(b.name), b.kind);
    });
    return out;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  struct Entry {
    NameStats stats;
    std::uint32_t next;
  };
  std::vector<std::uint32_t> first_;
  std::vector<Entry> entries_;
};

/// When at least one of a device's streams is busy, merged.
std::vector<TimeRange> device_busy(const Snapshot& snapshot, std::int64_t device, TimeRange range,
                                   const std::stop_token& stop) {
  std::vector<TimeRange> work;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::GpuStream || track.device != device) continue;
    const auto add = [&](const TrackChunk& chunk, std::uint32_t slice, TimeRange clipped) {
      if (is_gpu_work(snapshot.kind_of(chunk.category[slice]))) work.push_back(clipped);
    };
    if (!each_in_range(track, range, stop, add)) return {};
  }
  if (!std::ranges::is_sorted(work, {}, &TimeRange::begin_ns))
    std::ranges::sort(work, {}, &TimeRange::begin_ns);
  return merged(work);
}

Ns total_length(const std::vector<TimeRange>& list) {
  Ns total_ns = 0;
  for (const TimeRange& range : list) total_ns = saturating_add(total_ns, length_of(range));
  return total_ns;
}

/// The order in which kinds are offered.
constexpr std::array kKindOrder{
    CategoryKind::Kernel,         CategoryKind::DeviceWork,     CategoryKind::Memcpy,
    CategoryKind::Memset,         CategoryKind::CpuOp,          CategoryKind::HostCall,
    CategoryKind::PythonFunction, CategoryKind::UserAnnotation, CategoryKind::GpuAnnotation,
    CategoryKind::GpuSync,        CategoryKind::ProfilerRange,  CategoryKind::Overhead,
    CategoryKind::SampledFrame,   CategoryKind::SampledLine,    CategoryKind::NativeFrame,
    CategoryKind::ThreadState,    CategoryKind::Other};

Ns mean_ns(const NameStats& row) {
  if (row.count == 0) return 0;
  // Rounded as in the other tables, where the mean of the same slices would differ otherwise.
  return rounded_ns(static_cast<double>(row.total_ns) / static_cast<double>(row.count));
}

double share_of(const NameStats& row, const TimeRange& range) {
  return range.empty() ? 0
                       : static_cast<double>(row.total_ns) / static_cast<double>(range.length_ns());
}

/// Ascending order; ties keep the order of range_stats.
bool less_by(RangeColumn column, const Snapshot& snapshot, const NameStats& a, const NameStats& b) {
  switch (column) {
    case RangeColumn::Name:
      return snapshot.text(a.name) < snapshot.text(b.name);
    case RangeColumn::Role:
      return role_of(a.kind, classify_name(snapshot.text(a.name))) <
             role_of(b.kind, classify_name(snapshot.text(b.name)));
    case RangeColumn::Calls:
      return a.count < b.count;
    case RangeColumn::Mean:
      return mean_ns(a) < mean_ns(b);
    case RangeColumn::Max:
      return a.max_ns < b.max_ns;
    case RangeColumn::Total:
    case RangeColumn::Share:
      break;
  }
  return a.total_ns < b.total_ns;
}

RangeTableRow format_row(const Snapshot& snapshot, const NameStats& stats, const TimeRange& range) {
  const std::string_view name = snapshot.text(stats.name);
  const ColorRole role = role_of(stats.kind, classify_name(name));
  return {.name = short_name(name),
          .role = std::string(color_title(stats.kind, name)),
          .calls = count_text(stats.count),
          .total = format_duration(stats.total_ns),
          .share = format_share(share_of(stats, range)),
          .mean = format_duration(mean_ns(stats)),
          .max = format_duration(stats.max_ns),
          .longest = stats.longest,
          .color = role,
          .shade = shade_of(name)};
}

std::vector<RangeKind> kinds_of(const RangeStats& stats) {
  std::vector<RangeKind> kinds;
  for (const CategoryKind kind : kKindOrder) {
    const auto names =
        std::ranges::count_if(stats.names, [kind](const NameStats& n) { return n.kind == kind; });
    if (names == 0) continue;
    const std::string title = capitalized(kind_title(kind));
    kinds.push_back({kind, title, title + "  " + format_count(names)});
  }
  return kinds;
}

std::string facts_of(const RangeStats& stats, std::span<const NameStats> rows) {
  std::uint64_t calls = 0;
  for (const NameStats& row : rows) calls += row.count;
  std::string facts = format_duration(stats.range.length_ns());
  facts += " · " + counted(calls, "event");
  for (const DeviceStats& device : stats.devices) {
    if (stats.devices.size() > 2) break;
    facts += " · GPU " + std::to_string(device.device) + " busy " + format_share(device.share);
  }
  return facts;
}

}  // namespace

std::string_view kind_title(CategoryKind kind) {
  constexpr std::array<std::string_view, kCategoryKinds> kTitles{"other",
                                                                 "CPU operators",
                                                                 "annotations",
                                                                 "Python functions",
                                                                 "runtime calls",
                                                                 "kernels",
                                                                 "copies",
                                                                 "memsets",
                                                                 "device work",
                                                                 "profiler ranges",
                                                                 "GPU annotations",
                                                                 "GPU sync",
                                                                 "profiler overhead",
                                                                 "profiler spans",
                                                                 "instants",
                                                                 "sampled functions",
                                                                 "sampled lines",
                                                                 "thread states",
                                                                 "native functions"};
  return kTitles[static_cast<std::size_t>(kind)];
}

RangeStats range_stats(const Snapshot& snapshot, TimeRange range, std::span<const TrackId> tracks,
                       const std::stop_token& stop) {
  RangeStats out;
  out.range = range;
  NameSums names(snapshot.strings->size());
  std::array<KindStats, kCategoryKinds> kinds{};
  const auto add = [&](const TrackChunk& chunk, std::uint32_t slice, TimeRange clipped) {
    const CategoryKind kind = snapshot.kind_of(chunk.category[slice]);
    const Ns length_ns = clipped.length_ns();
    NameStats& name = names.of(chunk.name[slice], kind);
    ++name.count;
    name.total_ns = saturating_add(name.total_ns, length_ns);
    if (length_ns > name.max_ns || name.longest == EventId::None) {
      name.max_ns = length_ns;
      name.longest = chunk.id_of(slice);
    }
    KindStats& sums = kinds[static_cast<std::size_t>(kind)];
    ++sums.count;
    sums.total_ns = saturating_add(sums.total_ns, length_ns);
    ++out.slices;
  };
  for (const Track& track : snapshot.tracks) {
    const bool wanted = tracks.empty() || std::ranges::find(tracks, track.id) != tracks.end();
    if (wanted && !each_in_range(track, range, stop, add)) return out;
  }
  out.names = names.sorted(snapshot);
  for (std::size_t k = 0; k < kCategoryKinds; ++k) {
    kinds[k].kind = static_cast<CategoryKind>(k);
    if (kinds[k].count > 0) out.kinds.push_back(kinds[k]);
  }
  std::ranges::stable_sort(out.kinds, std::greater<>(), &KindStats::total_ns);
  const UnknownTimes unknown(snapshot);
  std::set<std::int64_t> devices;
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::GpuStream && track.slices > 0) devices.insert(track.device);
  }
  for (const std::int64_t device : devices) {
    const std::vector<TimeRange> busy = device_busy(snapshot, device, range, stop);
    const Ns busy_ns = total_length(busy);
    const Ns recorded_ns = range.length_ns() - paused_length(unknown.of(device), busy, range);
    out.devices.push_back(
        {device, busy_ns,
         static_cast<double>(busy_ns) / static_cast<double>(std::max<Ns>(1, recorded_ns))});
  }
  out.complete = !stop.stop_requested();
  return out;
}

Ns device_busy_ns(const Snapshot& snapshot, std::int64_t device, TimeRange range,
                  const std::stop_token& stop) {
  return total_length(device_busy(snapshot, device, range, stop));
}

RangeTable build_range_table(const Snapshot& snapshot, const RangeStats& stats,
                             const RangeTableQuery& query) {
  std::vector<NameStats> rows;
  for (const NameStats& row : stats.names) {
    if (!query.kind || row.kind == *query.kind) rows.push_back(row);
  }
  std::ranges::stable_sort(rows, [&](const NameStats& a, const NameStats& b) {
    return query.falling ? less_by(query.sort, snapshot, b, a)
                         : less_by(query.sort, snapshot, a, b);
  });
  RangeTable table;
  table.kinds = kinds_of(stats);
  table.facts = facts_of(stats, rows);
  table.sampled = !rows.empty() && std::ranges::all_of(rows, [](const NameStats& row) {
    return is_sampled(row.kind);
  });
  table.rows.reserve(rows.size());
  for (const NameStats& row : rows) table.rows.push_back(format_row(snapshot, row, stats.range));
  std::vector<std::string> titles;
  std::vector<std::string_view> wholes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    titles.push_back(table.rows[i].name);
    wholes.push_back(snapshot.text(rows[i].name));
  }
  tell_names_apart(titles, wholes);
  const std::vector<std::uint32_t> parts =
      differing_parts(std::vector<std::string_view>(titles.begin(), titles.end()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    table.rows[i].name = std::move(titles[i]);
    table.rows[i].differs_at = parts[i];
  }
  return table;
}

std::optional<CategoryKind> usual_kind(const RangeStats& stats) {
  const auto has = [&stats](CategoryKind kind) {
    return std::ranges::any_of(stats.names, [kind](const NameStats& n) { return n.kind == kind; });
  };
  for (const CategoryKind kind : {CategoryKind::Kernel, CategoryKind::DeviceWork,
                                  CategoryKind::CpuOp, CategoryKind::SampledFrame}) {
    if (has(kind)) return kind;
  }
  return std::nullopt;
}

}  // namespace lanescope
