#include "core/ranks/summary/op_shapes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/analysis/events/event_arguments.h"
#include "core/analysis/ops/groups.h"

namespace lanescope {
namespace {

/// Of fused optimizers, which take all weights at once, the shapes say no more than the others'.
constexpr std::size_t kLongestShapes = 400;

/// The range whose calls are read.
TimeRange shaped_range(const Snapshot& trace, std::span<const StepFacts> steps) {
  std::vector<TimeRange> steady;
  for (const StepFacts& step : steps) {
    if (step.whole && !step.warm_up && !step.paused) steady.push_back(step.range);
  }
  return steady.empty() ? trace.extent : steady[steady.size() / 2];
}

std::vector<EventId> calls_in(const Snapshot& trace, const TimeRange& range,
                              const std::set<std::string_view>& ops) {
  std::vector<EventId> calls;
  for (const Track& track : trace.tracks) {
    if (track.kind != TrackKind::CpuThread || !track.bounds.overlaps(range)) continue;
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
        if (!range.contains(chunk->start_ns[slice]) ||
            trace.kind_of(chunk->category[slice]) != CategoryKind::CpuOp ||
            !ops.contains(trace.text(chunk->name[slice])))
          continue;
        calls.push_back(chunk->id_of(slice));
        if (calls.size() == kMostShapedCalls) return calls;
      }
    }
  }
  return calls;
}

}  // namespace

std::vector<SummaryShape> op_shapes(const AnalysisResults& in, std::span<const StepFacts> steps,
                                    std::span<const std::string> ops) {
  const std::set<std::string_view> named(ops.begin(), ops.end());
  const std::vector<EventId> calls = calls_in(in.trace, shaped_range(in.trace, steps), named);
  std::map<std::pair<std::string, std::string>, std::uint64_t> counts;
  read_arguments(
      in.trace, calls, kInputShapes, in.read,
      [&](std::size_t i, const JsonValue& args) {
        const JsonValue* shapes = input_shapes(args);
        if (shapes == nullptr) return;
        std::string text = shapes_text(*shapes);
        const auto at = in.trace.find_slice(calls[i]);
        if (!at || text.size() > kLongestShapes) return;
        ++counts[{std::string(in.trace.text(at->chunk->name[at->slice])), std::move(text)}];
      },
      in.stop);
  std::vector<SummaryShape> out;
  for (const auto& [key, count] : counts) out.push_back({key.first, key.second, count});
  return out;
}

}  // namespace lanescope
