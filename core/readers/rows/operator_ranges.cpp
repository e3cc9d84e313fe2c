#include "core/readers/rows/operator_ranges.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/build/tracks/raw_events.h"
#include "core/store/engine_call.h"
#include "core/store/nesting_stack.h"

namespace lanescope {

void OperatorRanges::note(std::uint64_t process, const Range& range, const RangeText& text) {
  const bool engine_call = text.name.starts_with(kAutogradEngineCall);
  if (!engine_call && !text.sequence) return;
  if (range.times.begin_ns < -kLargestTime || range.times.end_ns > kLargestTime) return;
  numbered_[process][range.track].push_back(
      {range.times,
       {text.sequence.value_or(-1), range.track, range.times.begin_ns, range.place},
       engine_call});
}

/// An operator directly in a call of the engine is a backward one.
void OperatorRanges::sort_out(std::vector<Numbered>& ranges, AutogradPairs& pairs) {
  std::ranges::sort(ranges, {}, [](const Numbered& one) {
    return std::pair(one.times.begin_ns, -one.times.end_ns);
  });
  NestingStack open(0);
  for (std::uint32_t i = 0; i < ranges.size(); ++i) {
    LANESCOPE_CHECK(i == 0 || ranges[i - 1].times.begin_ns <= ranges[i].times.begin_ns,
                    "ranges by their begins, but {} is before its neighbor", i);
    const std::uint32_t parent = open[open.push(ranges[i].times, i)].parent;
    if (ranges[i].engine_call) continue;
    const bool called = parent != kNoParent && ranges[open[parent].value].engine_call;
    called ? pairs.backward(ranges[i].op) : pairs.forward(ranges[i].op);
  }
}

void OperatorRanges::add_arrows(RowSink& sink) {
  for (auto& [process, tracks] : numbered_) {
    AutogradPairs pairs(true);
    LANESCOPE_CHECK(!tracks.empty(), "a track with operators of process {}", process);
    for (auto& [track, ranges] : tracks) sort_out(ranges, pairs);
    for (const auto& [forward, backward] : pairs.take()) {
      sink.arrow("fwdbwd", {forward.track, forward.begin_ns, forward.place},
                 {backward.track, backward.begin_ns, backward.place});
    }
  }
  numbered_.clear();
}

}  // namespace lanescope
