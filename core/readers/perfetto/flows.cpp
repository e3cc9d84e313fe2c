#include "core/readers/perfetto/flows.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/base/check.h"
#include "core/readers/rows/row_sink.h"

namespace lanescope::perfetto {

void Flows::add(const FlowEvent& event) {
  const FlowPhase phase = event.terminates ? FlowPhase::End : FlowPhase::Step;
  batch_->flows.push_back({event.time_ns, event.id, event.place, event.lane, 0, phase, false});
  carriers_.push_back({event.lane, event.category});
  LANESCOPE_CHECK(carriers_.size() == batch_->flows.size(),
                  "a carrier for each of {} flows, not {}", batch_->flows.size(), carriers_.size());
}

void Flows::bind(const FlowRun& run, RawRef slice) {
  if (slice == kNoRef) return;
  LANESCOPE_CHECK(std::size_t{run.first} + run.count <= batch_->flows.size(),
                  "{} flows from {} among {}", run.count, run.first, batch_->flows.size());
  for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
    batch_->flows[i].carrier = slice;
    batch_->flows[i].on_slice = true;
  }
}

std::uint16_t Flows::kind(std::string_view name) {
  const LocalId text = tables_->text(json_token(name));
  return static_cast<std::uint16_t>(tables_->flow_kinds.add({text, text}));
}

void Flows::finish_flow(std::span<const std::uint32_t> halves, const Tracks& tracks) {
  LANESCOPE_CHECK(!halves.empty(), "a flow of {} halves has some", halves.size());
  const bool gpu = std::ranges::any_of(
      halves, [&](std::uint32_t half) { return tracks.is_gpu(carriers_[half].lane); });
  const bool operators = halves.size() > 1 && std::ranges::all_of(halves, [&](std::uint32_t half) {
                           return carriers_[half].category == CategoryKind::CpuOp;
                         });
  const std::uint16_t number = kind(gpu ? "ac2g" : operators ? "fwdbwd" : "flow");
  bool ended = false;
  for (const std::uint32_t& at : halves) {
    LANESCOPE_CHECK(at < batch_->flows.size(), "one of {} flows, not {}", batch_->flows.size(), at);
    RawFlow& half = batch_->flows[at];
    half.kind = number;
    const bool first = &at == &halves.front() || ended;
    ended = half.phase == FlowPhase::End;
    if (first && !ended) half.phase = FlowPhase::Start;
    if (&at == &halves.back() && !first) half.phase = FlowPhase::End;
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
    std::size_t end = begin + 1;
    while (end < order.size() && flows[order[end]].id == flows[order[begin]].id) ++end;
    finish_flow(std::span(order).subspan(begin, end - begin), tracks);
    begin = end;
  }
}

}  // namespace lanescope::perfetto
