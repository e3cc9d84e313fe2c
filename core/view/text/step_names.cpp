#include "core/view/text/step_names.h"

#include <fmt/format.h>

#include "core/analysis/steps/chosen_steps.h"
#include "core/base/text/sentences/one_line.h"

namespace lanescope {
namespace {

constexpr std::size_t kLongestName = 60;

bool can_have_steps(TrackKind kind) {
  return kind == TrackKind::CpuThread || kind == TrackKind::Async || kind == TrackKind::Other ||
         kind == TrackKind::GpuAnnotation;
}

}  // namespace

std::string steps_source(const Snapshot& trace) {
  if (trace.steps.empty()) return "";
  return fmt::format("ranges named '{}'{}", one_line(steps_pattern(trace), kLongestName),
                     trace.chosen_steps.empty() ? "" : " (chosen)");
}

std::string unusual_steps_source(const Snapshot& trace) {
  const bool usual = trace.chosen_steps.empty() && steps_pattern(trace).starts_with("ProfilerStep");
  return usual ? "" : steps_source(trace);
}

/// The annotation of a stream repeats one of a thread, which is the step.
std::vector<std::string> step_names_of(const Snapshot& trace, EventId event) {
  const auto slice = trace.find_slice(event);
  if (!slice || !can_have_steps(slice->track->kind)) return {};
  const CategoryKind kind = trace.kind_of(slice->chunk->category[slice->slice]);
  if (kind == CategoryKind::Overhead || kind == CategoryKind::TraceSpan) return {};
  const std::string_view name = trace.text(slice->chunk->name[slice->slice]);
  if (name.empty()) return {};
  std::vector<std::string> names{numbered_pattern(name)};
  if (names.front() != name) names.emplace_back(name);
  return names;
}

}  // namespace lanescope
