#include "core/readers/perfetto/flows.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/readers/rows/row_sink.h"

namespace lanescope::perfetto {

void Flows::add(std::uint64_t id, Ns time_ns, LocalId lane, Place place, bool terminates) {
  const FlowPhase phase = terminates ? FlowPhase::End : FlowPhase::Step;
  batch_->flows.push_back({time_ns, id, place, lane, 0, phase, false});
  lanes_.push_back(lane);
}

void Flows::bind(const FlowRun& run, RawRef slice) {
  if (slice == kNoRef) return;
  for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
    batch_->flows[i].carrier = slice;
    batch_->flows[i].on_slice = true;
  }
}

std::uint16_t Flows::kind(const char* name) {
  const LocalId text = tables_->text(json_token(name));
  return static_cast<std::uint16_t>(tables_->flow_kinds.add({text, text}));
}

void Flows::finish_flow(const std::vector<std::uint32_t>& order, std::size_t begin, std::size_t end,
                        bool gpu) {
  const std::uint16_t number = kind(gpu ? "ac2g" : "flow");
  bool ended = false;
  for (std::size_t i = begin; i < end; ++i) {
    RawFlow& half = batch_->flows[order[i]];
    half.kind = number;
    const bool first = i == begin || ended;
    ended = half.phase == FlowPhase::End;
    if (first && !ended) half.phase = FlowPhase::Start;
    const bool last = i + 1 == end;
    if (last && !first) half.phase = FlowPhase::End;
  }
}

void Flows::finish(const Tracks& tracks) {
  const std::vector<RawFlow>& flows = batch_->flows;
  std::vector<std::uint32_t> order(flows.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple(flows[a].id, flows[a].time_ns, a) <
           std::tuple(flows[b].id, flows[b].time_ns, b);
  });
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    bool gpu = false;
    for (; end < order.size() && flows[order[end]].id == flows[order[begin]].id; ++end)
      gpu |= tracks.is_gpu(lanes_[order[end]]);
    finish_flow(order, begin, end, gpu);
    begin = end;
  }
}

}  // namespace lanescope::perfetto
