#include "core/view/overview/foreign_trace.h"

#include <algorithm>

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
  found.figures = {{"Time covered", format_duration(trace.extent.length_ns()), "",
                    "From the first event to the end of the last one.", "", EventId::None},
                   {"Threads", count_text(static_cast<std::uint64_t>(threads)), "",
                    "Threads and other tracks that have slices.", "", EventId::None},
                   {"Slices", count_text(trace.slice_count), "", "Events that have a duration.",
                    "Selection", EventId::None}};
  if (longest.event != EventId::None) {
    found.figures.push_back({"Longest slice", format_duration(longest.length_ns),
                             utf8_head(trace.text(longest.name), kLongestName),
                             "The slice with the longest duration.", "", longest.event});
  }
  return found;
}

}  // namespace lanescope
