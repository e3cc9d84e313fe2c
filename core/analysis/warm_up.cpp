#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/analysis/gpu_events.h"
#include "core/analysis/statistics.h"
#include "core/analysis/step_ranges.h"
#include "core/analysis/thresholds.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 6> kWarmUpCalls = {
    "cudaMalloc", "hipMalloc", "cuModuleLoad", "cuLibraryLoad", "hipModuleLoad", "cuMemCreate"};
/// torch.compile times its own stages under names that end so.
constexpr std::string_view kCompileStage = "(dynamo_timed)";

bool is_warm_up_sign(CategoryKind kind, std::string_view name) {
  if (kind == CategoryKind::CpuOp || kind == CategoryKind::UserAnnotation) {
    return name.ends_with(kCompileStage);
  }
  return kind == CategoryKind::HostCall &&
         std::any_of(kWarmUpCalls.begin(), kWarmUpCalls.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

class WarmUp {
 public:
  WarmUp(const Snapshot& snapshot, std::span<const StepRange> steps)
      : snapshot_(snapshot), steps_(steps) {}

  std::size_t steps() {
    find_host_signs();
    find_new_kernels();
    const std::size_t most = std::min(steps_.size() / 2, signs_end_ + thresholds::kMostWarmUpSteps);
    for (std::size_t k = signs_end_; k <= most; ++k) {
      const Band band = band_from(k);
      if (!band.holds_all) continue;
      // A long step later on is no reason to call the usual ones in front of it a warm-up.
      const bool was_longer = k > signs_end_ && length(k - 1) > band.high;
      return was_longer ? k : signs_end_;
    }
    return 0;
  }

 private:
  void find_host_signs() {
    std::vector<std::uint8_t> known(snapshot_.strings->size());  // by name: 0 unknown, 1 no, 2 yes
    for (const Track& track : snapshot_.tracks) {
      if (track.kind != TrackKind::CpuThread) continue;
      for (const auto& chunk : track.chunks) {
        for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
          std::uint8_t& sign = known[index_of(chunk->name[slice])];
          const CategoryKind kind = snapshot_.kind_of(chunk->category[slice]);
          if (sign == 0) sign = is_warm_up_sign(kind, snapshot_.text(chunk->name[slice])) ? 2 : 1;
          if (sign == 2) mark(chunk->start_ns[slice]);
        }
      }
    }
  }

  /// The first step of the trace has nothing to compare with: its kernels are no sign.
  void find_new_kernels() {
    std::unordered_map<StringId, Ns> first;
    for_each_gpu_event(
        snapshot_, whole_window(),
        [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
          if (kind != CategoryKind::Kernel) return;
          const auto launch = snapshot_.find_slice(chunk.link[slice]);
          const Ns time_ns =
              launch ? launch->chunk->start_ns[launch->slice] : chunk.start_ns[slice];
          const auto [at, fresh] = first.try_emplace(chunk.name[slice], time_ns);
          if (!fresh) at->second = std::min(at->second, time_ns);
        });
    for (const auto& [name, time_ns] : first) {
      if (steps_.size() > 1 && time_ns >= steps_[1].range.begin_ns) mark(time_ns);
    }
  }

  void mark(Ns time_ns) {
    const auto after =
        std::upper_bound(steps_.begin(), steps_.end(), time_ns,
                         [](Ns time, const StepRange& step) { return time < step.range.begin_ns; });
    if (after == steps_.begin() || !std::prev(after)->range.contains(time_ns)) return;
    signs_end_ = std::max(signs_end_, static_cast<std::size_t>(after - steps_.begin()));
  }

  /// What the steps from `first` on take.
  struct Band {
    double high = 0;
    bool holds_all = false;
  };
  [[nodiscard]] Band band_from(std::size_t first) const {
    std::vector<double> lengths;
    for (std::size_t i = first; i < steps_.size(); ++i) lengths.push_back(length(i));
    const double middle = median_of(lengths);
    const double limit = thresholds::kOutlierDeviations * median_deviation_of(lengths);
    const bool holds_all = std::all_of(lengths.begin(), lengths.end(), [&](double length) {
      return length >= middle - limit && length <= middle + limit;
    });
    return {middle + limit, holds_all};
  }
  [[nodiscard]] double length(std::size_t step) const {
    return static_cast<double>(steps_[step].range.length_ns());
  }

  const Snapshot& snapshot_;
  std::span<const StepRange> steps_;
  std::size_t signs_end_ = 0;  // no step from here on has a sign
};

}  // namespace

std::size_t count_warm_up_steps(const Snapshot& snapshot, std::span<const StepRange> steps) {
  return steps.empty() ? 0 : WarmUp(snapshot, steps).steps();
}

}  // namespace lanescope
