#include "core/view/overview/sampled_trace.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/store/recording_marks.h"
#include "core/store/snapshot.h"

namespace lanescope {
namespace {

/// Also with the profiler's own marks, which say nothing about the program.
bool may_be_beside(CategoryKind kind) {
  return is_sampled(kind) || kind == CategoryKind::Other || kind == CategoryKind::Overhead ||
         kind == CategoryKind::TraceSpan;
}

bool is_trigger_mark(const Snapshot& trace, std::uint32_t instant) {
  return trace.text(trace.instants->name[instant]).starts_with(kTriggerMark);
}

/// The marks that the recorder itself has put among the annotations.
std::uint64_t recorder_marks(const Snapshot& trace) {
  std::uint64_t marks = 0;
  for (std::uint32_t i = 0; trace.instants && i < trace.instants->size(); ++i)
    marks += is_trigger_mark(trace, i) ? 1 : 0;
  return marks;
}

bool has_events(const Snapshot& trace, const Category& category) {
  const auto count = trace.counts.by_category.find(std::string(trace.text(category.name)));
  if (count == trace.counts.by_category.end() || count->second == 0) return false;
  return category.kind != CategoryKind::UserAnnotation || count->second > recorder_marks(trace);
}

}  // namespace

bool holds_only_samples(const Snapshot& trace) {
  if (!trace.complete || !trace.steps.empty() || !trace.memory.empty()) return false;
  const auto of_device = [](const Track& track) { return track.device >= 0; };
  const auto of_samples = [](const Track& track) {
    return is_sampled(track.kind) && track.slices > 0;
  };
  return std::ranges::any_of(trace.tracks, of_samples) &&
         std::ranges::none_of(trace.tracks, of_device) &&
         std::ranges::none_of(trace.categories, [&](const Category& category) {
           return !may_be_beside(category.kind) && has_events(trace, category);
         });
}

}  // namespace lanescope
