#include <array>
#include <optional>

#include "core/analysis/host/forward_twins.h"
#include "core/analysis/ops/groups.h"
#include "core/base/threads/work.h"
#include "core/store/each_slice.h"
#include "core/store/nesting_stack.h"

namespace lanescope {
namespace {

/// The phase that the name of an annotation or operator implies for everything inside it.
std::optional<Phase> phase_of_name(std::string_view name) {
  if (name.starts_with("autograd::engine::evaluate_function")) return Phase::Backward;
  if (name.starts_with("Optimizer.")) return Phase::Optimizer;
  if (name.starts_with("enumerate(Data")) return Phase::DataLoading;
  return std::nullopt;
}

/// The evidence for phases: names, and forward twins.
struct PhaseSigns {
  std::vector<std::optional<Phase>> of_name;
  ForwardTwins twins;

  [[nodiscard]] Phase of(const TrackChunk& chunk, std::uint32_t slice, Phase around) const {
    if (const auto own = of_name[index_of(chunk.name[slice])]) return *own;
    if (around != Phase::Forward) return around;
    return twins.of(chunk.id_of(slice)) != EventId::None ? Phase::Backward : Phase::Forward;
  }
};

void add_thread(const Snapshot& snapshot, const TrackChunk& chunk, const PhaseSigns& signs,
                std::vector<Phase>& phases) {
  NestingStack open(snapshot.info.whole_microseconds ? 1000 : 0);
  count_work(Work::Events, chunk.size());
  for (std::uint32_t i = 0; i < chunk.size(); ++i) {
    const std::uint32_t slice = chunk.in_time_order(i);
    const CategoryKind kind = snapshot.kind_of(chunk.category[slice]);
    if (kind != CategoryKind::CpuOp && kind != CategoryKind::UserAnnotation) continue;
    const std::uint32_t above = open[open.push(chunk.range(slice), slice)].parent;
    const Phase around =
        above == kNoParent ? Phase::Forward : phases[index_of(chunk.id_of(open[above].value))];
    phases[index_of(chunk.id_of(slice))] = signs.of(chunk, slice, around);
  }
}

}  // namespace

std::string_view phase_title(Phase phase) {
  constexpr std::array kNames = {"forward", "backward", "optimizer", "data loading"};
  return kNames[static_cast<std::size_t>(phase)];
}

std::vector<Phase> op_phases(const Snapshot& snapshot) {
  PhaseSigns signs{{}, ForwardTwins(snapshot)};
  for (std::uint32_t i = 0; i < snapshot.strings->size(); ++i)
    signs.of_name.push_back(phase_of_name(snapshot.text(StringId{i})));
  std::vector<Phase> phases(snapshot.slice_count);
  for_each_chunk(snapshot, TrackKind::CpuThread, [&](const Track&, const TrackChunk& chunk) {
    add_thread(snapshot, chunk, signs, phases);
  });
  return phases;
}

}  // namespace lanescope
