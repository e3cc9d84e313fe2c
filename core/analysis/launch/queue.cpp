#include "core/analysis/launch/queue.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/analysis/events/distribution.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/launch_call.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

/// When each piece of work starts and stops waiting.
struct Waiting {
  std::vector<Ns> from_ns, until_ns;  // each sorted before use
};

/// Calls visit(time, length) after each arrival and departure. At equal times, arrivals come first.
template <typename Visit>
void for_each_change(Waiting& waiting, const Visit& visit) {
  // A stream runs work in the order of launch, so mostly both are sorted.
  if (!std::ranges::is_sorted(waiting.from_ns)) std::ranges::sort(waiting.from_ns);
  if (!std::ranges::is_sorted(waiting.until_ns)) std::ranges::sort(waiting.until_ns);
  std::size_t from = 0;
  std::int64_t length = 0;
  for (const Ns until_ns : waiting.until_ns) {
    for (; from < waiting.from_ns.size() && waiting.from_ns[from] <= until_ns; ++from) {
      visit(waiting.from_ns[from], ++length);
    }
    visit(until_ns, --length);
  }
  for (; from < waiting.from_ns.size(); ++from) visit(waiting.from_ns[from], ++length);
}

void make_curve(Waiting& waiting, StreamQueue& lane) {
  lane.time_ns.reserve(2 * waiting.from_ns.size());
  lane.length.reserve(2 * waiting.from_ns.size());
  for_each_change(waiting, [&](Ns time_ns, std::int64_t length) {
    if (!lane.time_ns.empty() && lane.time_ns.back() == time_ns) {
      lane.length.back() = length;
    } else {
      lane.time_ns.push_back(time_ns);
      lane.length.push_back(length);
    }
  });
}

/// The smallest length that is not exceeded for at least `share` of the time.
std::int64_t weighted_quantile(const std::vector<double>& time_of_length, double share,
                               double whole) {
  double sum = 0;
  std::int64_t longest = 0;
  for (std::size_t length = 0; length < time_of_length.size(); ++length) {
    if (time_of_length[length] <= 0) continue;
    longest = static_cast<std::int64_t>(length);
    sum += time_of_length[length];
    if (sum >= share * whole) break;
  }
  return longest;
}

void add_statistics(const Waiting& waiting, std::int64_t full_from, StreamQueue& lane) {
  const Ns last_launch_ns = waiting.from_ns.back();
  lane.max = *std::ranges::max_element(lane.length);
  // No length is negative: nothing leaves before it arrives.
  std::vector<double> time_of_length(static_cast<std::size_t>(lane.max) + 1);
  double weighted = 0, whole = 0;
  for (std::size_t i = 0; i + 1 < lane.time_ns.size(); ++i) {
    const Ns begin_ns = lane.time_ns[i], end_ns = lane.time_ns[i + 1];
    const Ns part_ns = saturating_sub(end_ns, begin_ns);
    const auto part = static_cast<double>(part_ns);
    time_of_length[static_cast<std::size_t>(lane.length[i])] += part;
    weighted += part * static_cast<double>(lane.length[i]);
    whole += part;
    if (lane.length[i] >= full_from) {
      lane.full_ns = saturating_add(lane.full_ns, part_ns);
    }
    if (lane.length[i] <= 0 && begin_ns < last_launch_ns) {
      const Ns until_ns = std::min(end_ns, last_launch_ns);
      lane.starved_ns = saturating_add(lane.starved_ns, saturating_sub(until_ns, begin_ns));
    }
  }
  lane.span_ns = saturating_sub(lane.time_ns.back(), lane.time_ns.front());
  lane.launching_ns = saturating_sub(last_launch_ns, waiting.from_ns.front());
  lane.mean = whole > 0 ? weighted / whole : 0;
  lane.p50 = weighted_quantile(time_of_length, 0.5, whole);
  lane.p95 = weighted_quantile(time_of_length, 0.95, whole);
}

QueueChanges changes_of(Waiting& waiting) {
  std::vector<std::int64_t> lengths;
  for_each_change(waiting, [&](Ns, std::int64_t length) { lengths.push_back(length); });
  QueueChanges out;
  out.count = lengths.size();
  const auto count = static_cast<double>(lengths.size());
  for (const std::int64_t length : lengths) out.mean += static_cast<double>(length) / count;
  double squares = 0;
  for (const std::int64_t length : lengths) {
    squares += std::pow(static_cast<double>(length) - out.mean, 2);
  }
  if (lengths.size() > 1) out.std = std::sqrt(squares / (count - 1));
  std::ranges::sort(lengths);
  out.min = quantile_of_sorted(lengths, 0);
  out.p25 = quantile_of_sorted(lengths, 0.25);
  out.p50 = quantile_of_sorted(lengths, 0.5);
  out.p75 = quantile_of_sorted(lengths, 0.75);
  out.max = quantile_of_sorted(lengths, 1);
  return out;
}

/// One stream's queue; `raw` has the times without corrections for clocks, as HolisticTraceAnalysis
/// uses them.
struct Stream {
  StreamQueue lane;
  Waiting waiting, raw;
  EventId call = EventId::None;  // of the last event

  void expect(std::size_t launches) {
    for (std::vector<Ns>* times : {&waiting.from_ns, &waiting.until_ns})
      times->reserve(times->size() + launches);
  }
  void add(const TimeRange& call_range, Ns leaves_ns) {
    lane.early += leaves_ns < call_range.begin_ns;
    waiting.from_ns.push_back(call_range.begin_ns);
    waiting.until_ns.push_back(std::max(leaves_ns, call_range.begin_ns));
  }
};

using Streams = std::map<std::pair<std::int64_t, std::int64_t>, Stream>;  // by device and stream

Stream& stream_of(Streams& streams, const Track& track) {
  Stream& stream = streams[{track.device, track.stream}];
  stream.lane.device = track.device;
  stream.lane.stream = track.stream;
  stream.lane.track = track.id;
  return stream;
}

}  // namespace

LaunchQueue analyse_queue(const Snapshot& snapshot, const AnalysisWindow& window,
                          QueueUntil until) {
  Streams streams;
  LaunchQueue out;
  SliceFinder calls(snapshot);
  TrackId last = TrackId::None;
  Stream* of_track = nullptr;
  for_each_gpu_event(
      snapshot, window,
      [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice, CategoryKind) {
        out.has_gpu_events = true;
        const EventId link = chunk.link[slice];
        if (!admits_gpu_event(snapshot, window, chunk.start_ns[slice], link)) return;
        const auto call = find_launch_call(calls, link);
        if (!call) return;
        const TimeRange range = chunk.range(slice);
        const Ns leaves_ns = until == QueueUntil::Start ? range.begin_ns : range.end_ns;
        if (track.id != last) {
          last = track.id;
          of_track = &stream_of(streams, track);
          of_track->expect(chunk.size());
        }
        Stream& stream = *of_track;
        ++stream.lane.events;
        const bool as_hta = window.kind == WindowKind::Hta;
        if (as_hta || stream.call != call->event) {
          stream.add(call->range, leaves_ns);
        } else if (until == QueueUntil::End) {
          Ns& until_ns = stream.waiting.until_ns.back();
          until_ns = std::max(until_ns, leaves_ns);
        }
        stream.call = call->event;
        if (as_hta) stream.raw.until_ns.push_back(leaves_ns);
      });
  for (auto& [number, stream] : streams) {
    make_curve(stream.waiting, stream.lane);
    add_statistics(stream.waiting, window.thresholds->full_queue, stream.lane);
    if (window.kind == WindowKind::Hta) {
      stream.raw.from_ns = stream.waiting.from_ns;
      stream.lane.hta = changes_of(stream.raw);
    }
    out.lanes.push_back(std::move(stream.lane));
  }
  return out;
}

}  // namespace lanescope
