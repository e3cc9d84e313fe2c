#include "core/analysis/ops/phases.h"

#include <optional>

#include "core/analysis/host/forward_twins.h"
#include "core/base/threads/work.h"
#include "core/store/nesting_stack.h"

namespace lanescope {
namespace {

/// What a range or operator says about all that runs inside it.
std::optional<Phase> phase_of_name(std::string_view name) {
  if (name.starts_with("autograd::engine::evaluate_function")) return Phase::Backward;
  if (name.starts_with("Optimizer.")) return Phase::Optimizer;
  if (name.starts_with("enumerate(Data")) return Phase::DataLoading;
  return std::nullopt;
}

class PhaseFinder {
 public:
  explicit PhaseFinder(const Snapshot& snapshot)
      : snapshot_(snapshot), twins_(snapshot), phases_(snapshot.slice_count) {
    for (std::uint32_t i = 0; i < snapshot.strings->size(); ++i) {
      of_name_.push_back(phase_of_name(snapshot.text(StringId{i})));
    }
  }

  std::vector<Phase> find() {
    for (const Track& track : snapshot_.tracks) {
      if (track.kind == TrackKind::CpuThread && !track.chunks.empty()) {
        add_thread(*track.chunks.front());
      }
    }
    return std::move(phases_);
  }

 private:
  void add_thread(const TrackChunk& chunk) {
    NestingStack open(snapshot_.info.whole_microseconds ? 1000 : 0);
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      const CategoryKind kind = snapshot_.kind_of(chunk.category[slice]);
      if (kind != CategoryKind::CpuOp && kind != CategoryKind::UserAnnotation) continue;
      const std::uint32_t above = open[open.push(chunk.range(slice), slice)].parent;
      const Phase around =
          above == kNoParent ? Phase::Forward : phases_[index_of(chunk.id_of(open[above].value))];
      phases_[index_of(chunk.id_of(slice))] = phase_of(chunk, slice, around);
    }
  }

  [[nodiscard]] Phase phase_of(const TrackChunk& chunk, std::uint32_t slice, Phase around) const {
    if (const auto own = of_name_[index_of(chunk.name[slice])]) return *own;
    if (around != Phase::Forward) return around;
    return twins_.of(chunk.id_of(slice)) != EventId::None ? Phase::Backward : Phase::Forward;
  }

  const Snapshot& snapshot_;
  ForwardTwins twins_;
  std::vector<std::optional<Phase>> of_name_;
  std::vector<Phase> phases_;
};

}  // namespace

std::string_view phase_title(Phase phase) {
  switch (phase) {
    case Phase::Forward:
      return "forward";
    case Phase::Backward:
      return "backward";
    case Phase::Optimizer:
      return "optimizer";
    case Phase::DataLoading:
      return "data loading";
  }
  return "";
}

std::vector<Phase> op_phases(const Snapshot& snapshot) {
  return PhaseFinder(snapshot).find();
}

}  // namespace lanescope
