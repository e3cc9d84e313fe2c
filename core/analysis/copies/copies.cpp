#include "core/analysis/copies/copies.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "core/analysis/copies/series.h"
#include "core/analysis/copies/sizes.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/statistics.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/host/site.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

/// When one of two merged lists is active, as a merged list.
std::vector<TimeRange> either(std::span<const TimeRange> a, std::span<const TimeRange> b) {
  std::vector<TimeRange> ranges(a.size() + b.size());
  std::ranges::merge(a, b, ranges.begin(), {}, &TimeRange::begin_ns, &TimeRange::begin_ns);
  return merged(ranges);
}

struct Copy {
  const TimelineEvent* event = nullptr;
  std::size_t row = 0;
  StringId op = StringId::Empty;
  CopySize size;
};

using RouteKey = std::tuple<std::string, std::string, std::string>;

class CopyReader {
 public:
  CopyReader(const AnalysisResults& in, const std::vector<StepRange>& steps,
             const DeviceTimeline& timeline)
      : in_(in),
        snapshot_(in.trace),
        steps_(steps),
        timeline_(timeline),
        small_bytes_(in.window.thresholds->small_copy_bytes) {}

  /// `of_host`: of the copies between host and GPU; null if no sizes can be read. `all`: whether to
  /// read those of other copies.
  CopyDevice read(const std::vector<CopySize>* of_host, bool all) {
    out_.device = timeline_.device;
    out_.window_ns = timeline_.window.length_ns();
    collect();
    if (of_host != nullptr) take_sizes(*of_host, all);
    add_copies();
    add_rates();
    add_exposed();
    const bool any_size =
        std::ranges::any_of(copies_, [](const Copy& c) { return c.size.bytes.has_value(); });
    if (steps_.size() > 1 && any_size) {
      out_.repeated = repeated();
      out_.round_trips = round_trips();
    }
    sort_rows();
    return std::move(out_);
  }

 private:
  void collect() {
    SliceFinder slices(snapshot_);
    std::unordered_map<StringId, std::size_t> by_name;
    std::map<RouteKey, std::size_t> by_route;
    for_each_copy(timeline_, [&](const TimelineEvent& event) {
      const auto [at, fresh] = by_name.try_emplace(event.name, 0);
      if (fresh) at->second = row_of(by_route, copy_route(event.kind, snapshot_.text(event.name)));
      const StringId op = slice_name(slices, innermost_op(slices, event.link));
      copies_.push_back({&event, at->second, op, {}});
    });
  }

  std::size_t row_of(std::map<RouteKey, std::size_t>& by_route, CopyRoute route) {
    const auto [at, fresh] =
        by_route.try_emplace(RouteKey{route.kind, route.from, route.to}, out_.rows.size());
    if (fresh) out_.rows.emplace_back().route = std::move(route);
    return at->second;
  }

  [[nodiscard]] bool crosses_host(const Copy& copy) const {
    return out_.rows[copy.row].route.leaves_or_enters_host();
  }

  void take_sizes(const std::vector<CopySize>& of_host, bool all) {
    auto next = of_host.begin();
    std::vector<UnsizedCopy> others;
    for (Copy& copy : copies_) {
      if (crosses_host(copy)) {
        copy.size = *next++;
      } else if (all) {
        others.push_back({copy.event, &copy.size});
      }
    }
    read_copy_sizes(snapshot_, in_.read, others);
  }

  void add_copies() {
    struct Growing {
      CopyOrigin origin;
      Ns longest_ns = -1;
    };
    std::map<std::pair<std::size_t, StringId>, Growing> origins;
    for (const Copy& copy : copies_) {
      CopyRow& row = out_.rows[copy.row];
      auto& [origin, longest_ns] = origins[{copy.row, copy.op}];
      const Ns length_ns = copy.event->range.length_ns();
      if (length_ns > longest_ns) origin.longest = copy.event->event;
      longest_ns = std::max(longest_ns, length_ns);
      origin.op = copy.op;
      ++origin.count;
      ++row.count;
      origin.total_ns = saturating_add(origin.total_ns, length_ns);
      row.total_ns = saturating_add(row.total_ns, length_ns);
      if (!copy.size.bytes) continue;
      ++row.sized;
      origin.bytes = saturating_add(origin.bytes, *copy.size.bytes);
      row.bytes = saturating_add(row.bytes, *copy.size.bytes);
      if (*copy.size.bytes < small_bytes_) ++row.small;
    }
    for (const auto& [key, growing] : origins) {
      out_.rows[key.first].origins.push_back(growing.origin);
    }
  }

  [[nodiscard]] double nanoseconds_at_rate(const Copy& copy) const {
    if (snapshot_.info.whole_microseconds && copy.size.gb_per_s > 0)
      return static_cast<double>(*copy.size.bytes) / copy.size.gb_per_s;
    return static_cast<double>(std::max<Ns>(copy.event->range.length_ns(), 1));
  }

  void add_rates() {
    std::vector<std::vector<double>> rates(out_.rows.size());
    std::vector<double> took_ns(out_.rows.size());
    std::vector<std::vector<RatedCopy>> rated(out_.rows.size());
    for (const Copy& copy : copies_) {
      if (!copy.size.bytes) continue;
      rates[copy.row].push_back(copy.size.gb_per_s);
      took_ns[copy.row] += nanoseconds_at_rate(copy);
      rated[copy.row].push_back({copy.event->range, copy.size.gb_per_s});
    }
    for (std::size_t i = 0; i < out_.rows.size(); ++i) {
      if (rates[i].empty()) continue;
      CopyRow& row = out_.rows[i];
      const auto [least, most] = std::minmax_element(rates[i].begin(), rates[i].end());
      row.min_gb_per_s = *least;
      row.max_gb_per_s = *most;
      row.median_gb_per_s = median_of(rates[i]);
      row.mean_gb_per_s = static_cast<double>(row.bytes) / took_ns[i];
      row.series = copy_rate_series(rated[i]);
      row.rated = std::move(rated[i]);
    }
  }

  void add_exposed() {
    const std::vector<TimeRange> others =
        either(timeline_.busy(GpuClass::Compute), timeline_.busy(GpuClass::Communication));
    const auto exposed = [&](std::span<const TimeRange> memory) {
      Ns ns = 0;
      for (const TimeRange& range : memory) {
        const Ns alone_ns = saturating_sub(length_of(range), length_inside(others, range));
        ns = saturating_add(ns, alone_ns);
      }
      return ns;
    };
    std::vector<std::vector<TimeRange>> of_row(out_.rows.size());
    for (const Copy& copy : copies_) {
      const TimeRange& range = copy.event->range;
      of_row[copy.row].push_back({std::max(range.begin_ns, timeline_.window.begin_ns),
                                  std::min(range.end_ns, timeline_.window.end_ns)});
    }
    for (std::size_t i = 0; i < of_row.size(); ++i) {
      out_.rows[i].exposed_ns = exposed(merged(of_row[i]));
    }
    out_.exposed_ns = exposed(timeline_.busy(GpuClass::Memory));
  }

  [[nodiscard]] std::optional<std::size_t> step_of(const Copy& copy) const {
    return step_of_gpu_event(snapshot_, steps_, copy.event->range.begin_ns, copy.event->link);
  }
  [[nodiscard]] bool crosses(const Copy& copy) const {
    return copy.size.bytes && *copy.size.bytes > 0 && crosses_host(copy);
  }

  [[nodiscard]] std::vector<RepeatedCopy> repeated() const {
    struct Seen {
      RepeatedCopy copy;
      std::size_t steps = 0, last_step = SIZE_MAX;
    };
    std::map<std::tuple<std::size_t, StringId, std::int64_t>, Seen> seen;
    for (const Copy& copy : copies_) {
      const auto step = crosses(copy) ? step_of(copy) : std::nullopt;
      if (!step) continue;
      Seen& one = seen[{copy.row, copy.op, *copy.size.bytes}];
      if (one.copy.count == 0) {
        one.copy = {copy.row, copy.op, *copy.size.bytes, 0, 0, copy.event->event};
      }
      ++one.copy.count;
      one.copy.total_ns = saturating_add(one.copy.total_ns, copy.event->range.length_ns());
      // Copies are sorted by start, not by step, so a step may recur; it counts once.
      if (one.last_step == SIZE_MAX || *step > one.last_step) {
        one.last_step = *step;
        ++one.steps;
      }
    }
    std::vector<RepeatedCopy> out;
    for (const auto& [key, one] : seen) {
      if (one.steps == steps_.size()) out.push_back(one.copy);
    }
    std::ranges::stable_sort(out, std::greater(), &RepeatedCopy::total_ns);
    return out;
  }

  [[nodiscard]] std::vector<RoundTrip> round_trips() const {
    struct Out {
      EventId event;
      TimeRange range;
    };
    std::map<std::pair<std::size_t, std::int64_t>, std::vector<Out>> waiting;  // by step, bytes
    std::map<std::int64_t, RoundTrip> trips;                                   // by bytes
    for (const Copy& copy : copies_) {
      const auto step = crosses(copy) ? step_of(copy) : std::nullopt;
      if (!step) continue;
      auto& out = waiting[{*step, *copy.size.bytes}];
      if (out_.rows[copy.row].route.kind == "DtoH") {
        out.push_back({copy.event->event, copy.event->range});
      } else if (!out.empty() && out.back().range.end_ns <= copy.event->range.begin_ns) {
        RoundTrip& trip = trips[*copy.size.bytes];
        trip.bytes = *copy.size.bytes;
        if (trip.count++ == 0) {
          trip.first_out = out.back().event;
          trip.first_back = copy.event->event;
        }
        trip.total_ns = saturating_add(trip.total_ns, out.back().range.length_ns());
        trip.total_ns = saturating_add(trip.total_ns, copy.event->range.length_ns());
        out.pop_back();
      }
    }
    std::vector<RoundTrip> all;
    for (const auto& [bytes, trip] : trips) all.push_back(trip);
    std::ranges::stable_sort(all, std::greater(), [](const RoundTrip& trip) {
      return static_cast<double>(trip.bytes) * static_cast<double>(trip.count);
    });
    return all;
  }

  /// Sorts the rows by time, and updates indices of rows.
  void sort_rows() {
    std::vector<std::size_t> order(out_.rows.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, std::greater(),
                             [&](std::size_t row) { return out_.rows[row].total_ns; });
    std::vector<CopyRow> rows;
    std::vector<std::size_t> place(order.size());
    for (const std::size_t i : order) {
      place[i] = rows.size();
      rows.push_back(std::move(out_.rows[i]));
    }
    out_.rows = std::move(rows);
    if (out_.repeated) {
      for (RepeatedCopy& copy : *out_.repeated) copy.row = place[copy.row];
    }
    for (CopyRow& row : out_.rows) finish_origins(row.origins);
  }

  void finish_origins(std::vector<CopyOrigin>& origins) const {
    std::ranges::sort(origins, [&](const CopyOrigin& a, const CopyOrigin& b) {
      if (a.total_ns != b.total_ns) return a.total_ns > b.total_ns;
      return snapshot_.text(a.op) < snapshot_.text(b.op);
    });
    for (std::size_t i = 0; i < std::min(origins.size(), thresholds::kMostSources); ++i) {
      const auto copy = snapshot_.find_slice(origins[i].longest);
      if (copy) origins[i].source = source_frame(snapshot_, copy->chunk->link[copy->slice]);
    }
  }

  const AnalysisResults& in_;
  const Snapshot& snapshot_;
  const std::vector<StepRange>& steps_;
  const DeviceTimeline& timeline_;
  std::int64_t small_bytes_;  // smaller copies are small
  std::vector<Copy> copies_;
  CopyDevice out_;
};

CopyTable copy_table(const AnalysisResults& in, bool all_sizes) {
  CopyTable table;
  const std::vector<StepRange> steps = in.of<StepRanges>()->in(in.window);
  table.steps = steps.size();
  table.sizes_read = true;
  const auto timelines = in.of<DeviceTimelines>();
  const auto of_host = in.of<HostCopySizes>();
  for (std::size_t i = 0; i < timelines->devices.size(); ++i) {
    const auto& sizes = of_host->devices[i];
    table.sizes_read = table.sizes_read && sizes.has_value();
    CopyDevice device =
        CopyReader(in, steps, timelines->devices[i]).read(sizes ? &*sizes : nullptr, all_sizes);
    if (!device.rows.empty()) table.devices.push_back(std::move(device));
  }
  return table;
}

}  // namespace

CopyTable analyse_copies(const AnalysisResults& in) {
  return copy_table(in, true);
}

HostCopies analyse_host_copies(const AnalysisResults& in) {
  return {copy_table(in, false)};
}

}  // namespace lanescope
