#include "core/view/overview/foreign_trace.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/text/utf8.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kLongestName = 48;  // bytes

bool has_known_events(const Snapshot& trace) {
  return std::ranges::any_of(trace.categories, [&](const Category& category) {
    if (category.kind == CategoryKind::Other) return false;
    const auto count = trace.counts.by_category.find(std::string(trace.text(category.name)));
    return count != trace.counts.by_category.end() && count->second > 0;
  });
}

struct LongestSlice {
  Ns length_ns = -1;
  EventId event = EventId::None;
  StringId name = StringId::Empty;
};

LongestSlice longest_slice(const AnalysisResults& in) {
  LongestSlice longest;
  for (const Track& track : in.trace.tracks) {
    for (const auto& chunk : track.chunks) {
      if (in.stop.stop_requested()) return longest;
      for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
        const Ns length_ns = chunk->range(slice).length_ns();
        if (length_ns > longest.length_ns)
          longest = {length_ns, chunk->id_of(slice), chunk->name[slice]};
      }
    }
  }
  return longest;
}

/// The time that most events cover: a few that are far from all others, as of another clock, would
/// make it say nothing about the rest.
struct Coverage {
  TimeRange bulk;
  std::uint64_t far = 0;  // events outside
  Ns away_ns = 0;         // from the bulk to the farthest
};

/// Farther away than the bulk is long, that often, and it is no part of it.
constexpr Ns kFarTimes = 100;
/// Of so many events, one more may be far.
constexpr std::size_t kEventsPerFar = 10;
/// Of fewer, none is: there is no bulk.
constexpr std::size_t kLeastEvents = 4;

/// Slices, instants and samples of counters.
std::vector<TimeRange> events_by_start(const AnalysisResults& in) {
  std::vector<TimeRange> events;
  events.reserve(in.trace.slice_count);
  for (const Track& track : in.trace.tracks) {
    for (const auto& chunk : track.chunks) {
      if (in.stop.stop_requested()) return events;
      for (std::uint32_t slice = 0; slice < chunk->size(); ++slice)
        events.push_back(chunk->range(slice));
    }
  }
  const auto add = [&](const auto& times) {
    for (const Ns time_ns : times) events.push_back({time_ns, time_ns});
  };
  if (in.trace.instants) add(in.trace.instants->time_ns);
  for (const auto& counter : in.trace.counters) add(counter->time_ns);
  std::ranges::sort(events, {}, &TimeRange::begin_ns);
  return events;
}

/// Leaves out what is at either end behind a gap that dwarfs the rest.
Coverage coverage_of(const AnalysisResults& in) {
  const std::vector<TimeRange> events = events_by_start(in);
  const std::size_t most =
      events.size() < kLeastEvents ? 0 : std::max<std::size_t>(1, events.size() / kEventsPerFar);
  Coverage found{in.trace.extent};
  std::vector<Ns> end_ns(events.size());  // of all events up to this one
  for (std::size_t i = 0; i < events.size(); ++i)
    end_ns[i] = std::max(i == 0 ? kMinNs : end_ns[i - 1], events[i].end_ns);
  const auto dwarfs = [](Ns gap_ns, TimeRange bulk) {
    return gap_ns / kFarTimes > bulk.length_ns();
  };
  for (std::size_t far = 1; far <= most; ++far) {
    const std::size_t first_far = events.size() - far;
    const TimeRange late_out{events.front().begin_ns, end_ns[first_far - 1]};
    if (dwarfs(saturating_sub(events[first_far].begin_ns, late_out.end_ns), late_out))
      found = {late_out, far, saturating_sub(events.back().begin_ns, late_out.end_ns)};
    const TimeRange early_out{events[far].begin_ns, end_ns.back()};
    if (dwarfs(saturating_sub(early_out.begin_ns, end_ns[far - 1]), early_out))
      found = {early_out, far, saturating_sub(early_out.begin_ns, events.front().begin_ns)};
  }
  return found;
}

/// "1 event 311.8 h later".
std::string far_text(const AnalysisResults& in, const Coverage& coverage) {
  if (coverage.far == 0) return "";
  const bool later = coverage.bulk.begin_ns == in.trace.extent.begin_ns;
  return counted(coverage.far, "event") + (coverage.far == 1 ? " " : " up to ") +
         format_duration(coverage.away_ns) + (later ? " later" : " earlier");
}

}  // namespace

bool is_foreign(const Snapshot& trace) {
  if (!trace.complete || trace.slice_count == 0 || trace.info.format == "lanescope-capture")
    return false;
  const bool on_device =
      std::ranges::any_of(trace.tracks, [](const Track& t) { return t.device >= 0; });
  return !on_device && trace.steps.empty() && trace.memory.empty() && !has_known_events(trace);
}

ForeignFigures foreign_figures_insight(const AnalysisResults& in) {
  const Snapshot& trace = in.trace;
  const auto threads =
      std::ranges::count_if(trace.tracks, [](const Track& t) { return t.slices > 0; });
  const LongestSlice longest = longest_slice(in);
  ForeignFigures found;
  const Coverage coverage = coverage_of(in);
  found.figures = {
      {"Time covered", format_duration(coverage.bulk.length_ns()), far_text(in, coverage),
       coverage.far == 0 ? "From the first event to the end of the last one."
                         : "From the first event to the end of the last one, without the few that "
                           "are far from all others.",
       "", EventId::None},
      {"Threads", count_text(static_cast<std::uint64_t>(threads)), "",
       "Threads and other tracks that have slices.", "", EventId::None},
      {"Slices", count_text(trace.slice_count), "", "Events that have a duration.", "Selection",
       EventId::None}};
  if (longest.event != EventId::None) {
    found.figures.push_back({"Longest slice", format_duration(longest.length_ns),
                             utf8_head(trace.text(longest.name), kLongestName),
                             "The slice with the longest duration.", "", longest.event});
  }
  return found;
}

}  // namespace lanescope
