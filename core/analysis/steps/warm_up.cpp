#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/statistics.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/steps/warmup.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 2> kAllocations = {"cudaMalloc", "hipMalloc"};
constexpr std::array<std::string_view, 3> kModuleLoads = {"cuModuleLoad", "cuLibraryLoad",
                                                          "hipModuleLoad"};
/// torch.compile times its own stages under names that end so.
constexpr std::string_view kCompileStage = "(dynamo_timed)";

template <std::size_t kCount>
bool starts_with_any(std::string_view text, const std::array<std::string_view, kCount>& starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return text.starts_with(start); });
}

std::optional<WarmUpSignKind> sign_of(CategoryKind kind, std::string_view name) {
  if (kind == CategoryKind::CpuOp || kind == CategoryKind::UserAnnotation) {
    if (name.ends_with(kCompileStage)) return WarmUpSignKind::Compilation;
    return std::nullopt;
  }
  if (kind != CategoryKind::HostCall) return std::nullopt;
  count_work(Work::NameBytes, name.size());
  // Calls that allocate in the order of a stream take from a pool, in every step.
  const bool pooled = name.find("Async") != std::string_view::npos;
  if ((starts_with_any(name, kAllocations) && !pooled) || name.starts_with("cuMemCreate")) {
    return WarmUpSignKind::Allocation;
  }
  return starts_with_any(name, kModuleLoads) ? std::optional(WarmUpSignKind::ModuleLoad)
                                             : std::nullopt;
}

/// Finds the signs of all steps.
class SignFinder {
 public:
  SignFinder(const Snapshot& snapshot, std::span<const StepRange> steps)
      : snapshot_(snapshot), steps_(steps) {}

  std::vector<WarmUpSign> run() {
    find_host_signs();
    find_new_kernels();
    std::vector<WarmUpSign> signs;
    for (const auto& [key, sign] : signs_) signs.push_back(sign);
    return signs;
  }

 private:
  void find_host_signs() {
    // By name: 0 unknown, 1 none, else the kind and 2.
    std::vector<std::uint8_t> known(snapshot_.strings->size());
    for (const Track& track : snapshot_.tracks) {
      if (track.kind != TrackKind::CpuThread) continue;
      for (const auto& chunk : track.chunks) {
        count_work(Work::Events, chunk->size());
        for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
          std::uint8_t& sign = known[index_of(chunk->name[slice])];
          if (sign == 0) {
            const auto found = sign_of(snapshot_.kind_of(chunk->category[slice]),
                                       snapshot_.text(chunk->name[slice]));
            sign = found ? static_cast<std::uint8_t>(2 + static_cast<int>(*found)) : 1;
          }
          if (sign == 1) continue;
          mark(static_cast<WarmUpSignKind>(sign - 2), chunk->start_ns[slice], chunk->name[slice],
               chunk->id_of(slice));
        }
      }
    }
  }

  /// The first step of the trace has nothing to compare with: its kernels are no sign.
  void find_new_kernels() {
    struct First {
      Ns launched_ns;
      EventId event;
    };
    std::unordered_map<StringId, First> first;
    for_each_gpu_event(
        snapshot_, whole_window(),
        [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
          if (kind != CategoryKind::Kernel) return;
          const auto launch = snapshot_.find_slice(chunk.link[slice]);
          const Ns time_ns =
              launch ? launch->chunk->start_ns[launch->slice] : chunk.start_ns[slice];
          const First one{time_ns, chunk.id_of(slice)};
          const auto [at, fresh] = first.try_emplace(chunk.name[slice], one);
          if (!fresh && time_ns < at->second.launched_ns) at->second = one;
        });
    for (const auto& [name, one] : first) {
      if (steps_.size() > 1 && one.launched_ns >= steps_[1].range.begin_ns) {
        mark(WarmUpSignKind::NewKernel, one.launched_ns, name, one.event);
      }
    }
  }

  void mark(WarmUpSignKind kind, Ns time_ns, StringId name, EventId event) {
    const auto after =
        std::upper_bound(steps_.begin(), steps_.end(), time_ns,
                         [](Ns time, const StepRange& step) { return time < step.range.begin_ns; });
    if (after == steps_.begin() || !std::prev(after)->range.contains(time_ns)) return;
    const auto step = static_cast<std::size_t>(after - steps_.begin()) - 1;
    // By the name's text, so that the order is the same however the trace was read.
    WarmUpSign& sign = signs_[{step, kind, snapshot_.text(name)}];
    if (sign.count == 0) sign = {step, kind, name, event, 0};
    sign.event = std::min(sign.event, event);
    ++sign.count;
  }

  const Snapshot& snapshot_;
  std::span<const StepRange> steps_;
  std::map<std::tuple<std::size_t, WarmUpSignKind, std::string_view>, WarmUpSign> signs_;
};

class WarmUp {
 public:
  WarmUp(std::span<const StepRange> steps, std::span<const WarmUpSign> signs,
         const Thresholds& thresholds)
      : steps_(steps), deviations_(thresholds.outlier_deviations * kDeviationScale) {
    for (const WarmUpSign& sign : signs) signs_end_ = std::max(signs_end_, sign.step + 1);
  }

  [[nodiscard]] std::size_t steps() const {
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
  /// What the steps from `first` on take.
  struct Band {
    double high = 0;
    bool holds_all = false;
  };
  [[nodiscard]] Band band_from(std::size_t first) const {
    std::vector<double> lengths;
    for (std::size_t i = first; i < steps_.size(); ++i) lengths.push_back(length(i));
    const double middle = median_of(lengths);
    const double limit = deviations_ * median_deviation_of(lengths);
    const bool holds_all = std::all_of(lengths.begin(), lengths.end(), [&](double length) {
      return length >= middle - limit && length <= middle + limit;
    });
    return {middle + limit, holds_all};
  }
  [[nodiscard]] double length(std::size_t step) const {
    return static_cast<double>(steps_[step].range.length_ns());
  }

  std::span<const StepRange> steps_;
  double deviations_;
  std::size_t signs_end_ = 0;  // no step from here on has a sign
};

}  // namespace

std::vector<WarmUpSign> find_warm_up_signs(const Snapshot& snapshot,
                                           std::span<const StepRange> steps) {
  if (steps.empty()) return {};
  return SignFinder(snapshot, steps).run();
}

std::size_t count_warm_up_steps(std::span<const StepRange> steps, std::span<const WarmUpSign> signs,
                                const Thresholds& thresholds) {
  return steps.empty() ? 0 : WarmUp(steps, signs, thresholds).steps();
}

std::size_t count_warm_up_steps(const Snapshot& snapshot, std::span<const StepRange> steps,
                                const Thresholds& thresholds) {
  return count_warm_up_steps(steps, find_warm_up_signs(snapshot, steps), thresholds);
}

}  // namespace lanescope
