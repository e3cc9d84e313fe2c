#include "core/analysis/events/warm_up_signs.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/statistics.h"
#include "core/base/threads/work.h"
#include "core/store/each_slice.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 4> kSignNames = {"allocation", "module_load", "compilation",
                                                        "new_kernel"};
constexpr std::array<std::string_view, 2> kAllocations = {"cudaMalloc", "hipMalloc"};
constexpr std::array<std::string_view, 3> kModuleLoads = {"cuModuleLoad", "cuLibraryLoad",
                                                          "hipModuleLoad"};
/// The suffix of the annotations in which torch.compile times its own stages.
constexpr std::string_view kCompileStage = "(dynamo_timed)";

template <std::size_t kCount>
bool starts_with_any(std::string_view text, const std::array<std::string_view, kCount>& starts) {
  return std::ranges::any_of(starts,
                             [&](std::string_view start) { return text.starts_with(start); });
}

std::optional<WarmUpSignKind> sign_of(CategoryKind kind, std::string_view name) {
  if (kind == CategoryKind::CpuOp || kind == CategoryKind::UserAnnotation) {
    if (name.ends_with(kCompileStage)) return WarmUpSignKind::Compilation;
    return std::nullopt;
  }
  if (kind != CategoryKind::HostCall) return std::nullopt;
  count_work(Work::NameBytes, name.size());
  // Stream-ordered allocations come from a pool, in every step.
  const bool pooled = name.find("Async") != std::string_view::npos;
  if ((starts_with_any(name, kAllocations) && !pooled) || name.starts_with("cuMemCreate")) {
    return WarmUpSignKind::Allocation;
  }
  return starts_with_any(name, kModuleLoads) ? std::optional(WarmUpSignKind::ModuleLoad)
                                             : std::nullopt;
}

/// Calls `mark(kind, time_ns, name, event)` for each sign on host threads.
template <typename Mark>
void visit_host_signs(const Snapshot& snapshot, const Mark& mark) {
  // By name: 0 unknown, 1 none, else kind + 2.
  std::vector<std::uint8_t> known(snapshot.strings->size());
  for_each_slice(snapshot, TrackKind::CpuThread,
                 [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
                   std::uint8_t& sign = known[index_of(chunk.name[slice])];
                   if (sign == 0) {
                     const auto found = sign_of(snapshot.kind_of(chunk.category[slice]),
                                                snapshot.text(chunk.name[slice]));
                     sign = found ? static_cast<std::uint8_t>(2 + static_cast<int>(*found)) : 1;
                   }
                   if (sign == 1) return;
                   mark(static_cast<WarmUpSignKind>(sign - 2), chunk.start_ns[slice],
                        chunk.name[slice], chunk.id_of(slice));
                 });
}

/// The same for kernels that are first launched at `from_ns` or later.
template <typename Mark>
void visit_new_kernels(const Snapshot& snapshot, Ns from_ns, const Mark& mark) {
  struct First {
    Ns launched_ns = kMaxNs;
    EventId event = EventId::None;
  };
  std::vector<First> first(snapshot.strings->size());  // by name
  SliceFinder launches(snapshot);
  for_each_gpu_event(
      snapshot, whole_window(),
      [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        if (kind != CategoryKind::Kernel) return;
        const auto launch = launches.find(chunk.link[slice]);
        const Ns time_ns = launch ? launch->chunk->start_ns[launch->slice] : chunk.start_ns[slice];
        First& known = first[index_of(chunk.name[slice])];
        if (known.event == EventId::None || time_ns < known.launched_ns)
          known = {time_ns, chunk.id_of(slice)};
      });
  for (std::size_t name = 0; name < first.size(); ++name) {
    const First& one = first[name];
    if (one.event != EventId::None && one.launched_ns >= from_ns)
      mark(WarmUpSignKind::NewKernel, one.launched_ns, StringId(name), one.event);
  }
}

/// The range of lengths of steady steps.
struct Band {
  double high = 0;
  bool holds_all = false;
};
Band band_of(std::span<const double> lengths, double deviations) {
  const double middle = median_of({lengths.begin(), lengths.end()});
  const double limit = deviations * median_deviation_of(lengths);
  const bool holds_all = std::ranges::all_of(
      lengths, [&](double length) { return length >= middle - limit && length <= middle + limit; });
  return {middle + limit, holds_all};
}

/// How many at the start all take longer than steady steps.
std::size_t leading_longer(std::span<const double> lengths, const Band& steady) {
  const auto normal =
      std::ranges::find_if(lengths, [&](double length) { return length <= steady.high; });
  return static_cast<std::size_t>(normal - lengths.begin());
}

}  // namespace

std::string_view warm_up_sign_name(WarmUpSignKind kind) {
  return kSignNames[static_cast<std::size_t>(kind)];
}

std::vector<WarmUpSign> find_warm_up_signs(const Snapshot& snapshot,
                                           std::span<const StepRange> steps) {
  if (steps.empty()) return {};
  // By the text of the name, so the order does not depend on how the trace was read.
  std::map<std::tuple<std::size_t, WarmUpSignKind, std::string_view>, WarmUpSign> signs;
  const auto mark = [&](WarmUpSignKind kind, Ns time_ns, StringId name, EventId event) {
    const auto after = std::ranges::upper_bound(
        steps, time_ns, {}, [](const StepRange& step) { return step.range.begin_ns; });
    if (after == steps.begin() || !std::prev(after)->range.contains(time_ns)) return;
    const auto step = static_cast<std::size_t>(after - steps.begin()) - 1;
    WarmUpSign& sign = signs[{step, kind, snapshot.text(name)}];
    if (sign.count == 0) sign = {step, kind, name, event, 0};
    sign.event = std::min(sign.event, event);
    ++sign.count;
  };
  visit_host_signs(snapshot, mark);
  // There is nothing to compare the first step with, so its kernels are not signs.
  if (steps.size() > 1) visit_new_kernels(snapshot, steps[1].range.begin_ns, mark);
  std::vector<WarmUpSign> out;
  for (const auto& [key, sign] : signs) out.push_back(sign);
  return out;
}

std::size_t count_warm_up_steps(std::span<const StepRange> steps, std::span<const WarmUpSign> signs,
                                const Thresholds& thresholds) {
  std::size_t signs_end = 0;  // no step from here on has a sign
  for (const WarmUpSign& sign : signs) signs_end = std::max(signs_end, sign.step + 1);
  std::vector<double> lengths;
  for (const StepRange& step : steps)
    lengths.push_back(static_cast<double>(step.range.length_ns()));
  const std::size_t most = std::min(steps.size() / 2, signs_end + thresholds::kMostWarmUpSteps);
  for (std::size_t k = signs_end; k <= most && k < steps.size(); ++k) {
    const Band band =
        band_of(std::span(lengths).subspan(k), thresholds.outlier_deviations * kDeviationScale);
    if (!band.holds_all) continue;
    // A long step later on does not make the normal steps before it warm-up.
    return signs_end + leading_longer(std::span(lengths).subspan(signs_end, k - signs_end), band);
  }
  return 0;
}

std::size_t count_warm_up_steps(const Snapshot& snapshot, std::span<const StepRange> steps,
                                const Thresholds& thresholds) {
  return count_warm_up_steps(steps, find_warm_up_signs(snapshot, steps), thresholds);
}

}  // namespace lanescope
