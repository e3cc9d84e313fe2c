#include "core/readers/perfetto/flows.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/base/check.h"
#include "core/base/radix_sort.h"
#include "core/readers/rows/row_sink.h"
#include "core/store/own_members.h"

namespace lanescope::perfetto {
namespace {

/// Far from ids that programs count or take from addresses: 2^64 / golden ratio.
constexpr std::uint64_t kFarId = 0x9E3779B97F4A7C15;

}  // namespace

void Flows::add(const FlowEvent& event) {
  const FlowPhase phase = event.terminates ? FlowPhase::End : FlowPhase::Step;
  batch_->flows.push_back({event.time_ns, event.id, event.place, event.lane, 0, phase, false});
  carriers_.push_back({event.lane, event.category, event.autograd});
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

void Flows::bind_end(const FlowRun& run, RawRef slice, Ns begin_ns) {
  if (slice == kNoRef) return;
  for (std::uint32_t i = run.first; i < run.first + run.count; ++i) begins_[i] = {slice, begin_ns};
}

/// Not where that would change the order of the halves, which is that of the arrow.
void Flows::move_to_begins(std::span<const std::uint32_t> halves) {
  Ns before_ns = kMinNs;
  for (const std::uint32_t at : halves) {
    RawFlow& half = batch_->flows[at];
    const auto begin = begins_.find(at);
    if (begin != begins_.end() && begin->second.time_ns >= before_ns) {
      half.time_ns = begin->second.time_ns;
      half.carrier = begin->second.slice;
      half.on_slice = true;
    }
    before_ns = half.time_ns;
  }
}

std::uint16_t Flows::number_of(FlowName name) {
  constexpr std::array<std::string_view, 3> kNames = {"ac2g", "fwdbwd", "flow"};
  const auto index = static_cast<std::size_t>(name);
  if (!numbers_[index]) {
    const LocalId text = tables_->text(json_token(kNames[index]));
    numbers_[index] = static_cast<std::uint16_t>(tables_->flow_kinds.add({text, text}));
  }
  return *numbers_[index];
}

void Flows::take_written(std::span<const WrittenFlowKind> kinds) {
  written_.clear();
  for (const WrittenFlowKind& kind : kinds) {
    const LocalId category = kind.category ? tables_->text(json_token(*kind.category)) : kNoLocal;
    const LocalId name = tables_->text(json_token(kind.name));
    written_.push_back(static_cast<std::uint16_t>(tables_->flow_kinds.add({category, name})));
  }
}

/// Operators that hand each other work have flows too: only those of autograd share its number.
bool Flows::is_autograd(std::span<const std::uint32_t> halves) const {
  return halves.size() > 1 && std::ranges::all_of(halves, [&](std::uint32_t half) {
           const Carrier& one = carriers_[half];
           return one.category == CategoryKind::CpuOp && one.autograd &&
                  one.autograd == carriers_[halves.front()].autograd;
         });
}

/// An end may come before its start, where two clocks differ: each half is what it was.
bool Flows::finish_written(std::span<const std::uint32_t> halves) {
  const std::uint64_t id = batch_->flows[halves.front()].id;
  const std::uint64_t kind = (id & ~kNumberedFlow) >> kFlowKindShift;
  if (kind >= written_.size()) return false;
  const bool is_own_id = (id & kNumberedFlow) == 0;
  bool open = false;
  for (const std::uint32_t at : halves) {
    RawFlow& half = batch_->flows[at];
    half.kind = written_[kind];
    if (is_own_id) half.id = id & ((std::uint64_t{1} << kFlowKindShift) - 1);
    const bool ends = half.phase == FlowPhase::End;
    if (!ends && !open) half.phase = FlowPhase::Start;
    open = !ends;
  }
  return true;
}

void Flows::finish_flow(std::span<const std::uint32_t> halves, const Tracks& tracks) {
  LANESCOPE_CHECK(!halves.empty(), "a flow of {} halves has some", halves.size());
  const bool gpu = std::ranges::any_of(
      halves, [&](std::uint32_t half) { return tracks.is_gpu(carriers_[half].lane); });
  const std::uint16_t number = number_of(gpu                   ? FlowName::ToGpu
                                         : is_autograd(halves) ? FlowName::Operators
                                                               : FlowName::Other);
  bool ended = false;
  std::uint64_t reused = 0;
  for (const std::uint32_t& at : halves) {
    LANESCOPE_CHECK(at < batch_->flows.size(), "one of {} flows, not {}", batch_->flows.size(), at);
    RawFlow& half = batch_->flows[at];
    half.kind = number;
    const bool first = &at == &halves.front() || ended;
    // A flow that begins behind the end of another is one of its own: it gets an id of its own.
    if (ended && half.phase != FlowPhase::End) ++reused;
    half.id += reused * kFarId;
    ended = half.phase == FlowPhase::End;
    if (first && !ended) half.phase = FlowPhase::Start;
    if (&at == &halves.back() && !first) half.phase = FlowPhase::End;
  }
}

void Flows::finish(const Tracks& tracks) {
  std::vector<KeyedRow> order;
  order.reserve(batch_->flows.size());
  for (const RawFlow& flow : batch_->flows)
    order.push_back({flow.id, static_cast<std::uint32_t>(order.size())});
  radix_sort(order);
  std::vector<std::uint32_t> halves;
  for (std::size_t i = 0; i < order.size(); ++i) {
    halves.push_back(order[i].row);
    if (i + 1 < order.size() && order[i + 1].key == order[i].key) continue;
    std::ranges::sort(halves, {}, [this](std::uint32_t half) {
      return std::pair(batch_->flows[half].time_ns, half);
    });
    if (!finish_written(halves)) finish_flow(halves, tracks);
    if (!begins_.empty()) move_to_begins(halves);
    halves.clear();
  }
}

}  // namespace lanescope::perfetto
