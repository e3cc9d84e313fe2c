// What analyses and findings judge by, in one table: each limit has a name, a unit, a default and a
// meaning, and can be changed at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/analysis/events/gpu_peaks.h"
#include "core/base/result.h"

namespace lanescope {

// One line each: the group it is listed in, its name, its default and its meaning. Times are in ns,
// sizes in bytes, shares in per cent; TIMES is a plain factor.
// clang-format off
#define LANESCOPE_THRESHOLDS(NS, BYTES, PCT, COUNT, TIMES)                                         \
  PCT("Findings", finding_floor, 1, "A finding that gives back less of a step is left out")        \
  PCT("Findings", explained_share, 80,                                                             \
      "A finding is dropped when others explain this share of its time")                           \
  PCT("Findings", idle, 15, "Idle time of the GPU, of the steps")                                  \
  PCT("Findings", host_between_ops, 5, "Idle time while the host does other things than PyTorch")  \
  NS("Findings", long_host_piece, 200'000,                                                         \
      "Host work longer than this counts as more than launch preparation")                         \
  PCT("Findings", unexplained_wait, 5, "Idle time with work in the queue and no reason for it")    \
  PCT("Findings", data_loading, 5, "Idle time while data is loaded")                               \
  PCT("Findings", launch_bound, 10,                                                                \
      "Idle time because launching is slow, if kernels are tiny too")                              \
  PCT("Findings", tiny_kernel_share, 30, "Kernels that are tiny, of all, where launching is slow") \
  PCT("Findings", long_launches, 1, "Time in launch calls that are outliers")                      \
  PCT("Findings", full_queue_time, 5, "Time with a full launch queue")                             \
  PCT("Findings", drained, 2, "Idle time behind waits for values from the GPU")                    \
  PCT("Findings", pageable_copies, 1, "Time in copies through pageable memory")                    \
  PCT("Findings", driver_allocations, 1, "Time in which the driver allocates after warm-up")       \
  PCT("Findings", wasted_memory, 30,                                                               \
      "Memory reserved but not used, of what is reserved at the peak")                             \
  BYTES("Findings", least_waste, std::int64_t{1} << 30U,                                           \
      "Reserved but unused memory that is worth a finding at all")                                 \
  PCT("Findings", full_memory, 90, "Memory in use at the peak, of what the GPU has")               \
  PCT("Findings", exposed_communication, 10, "Communication that nothing hides, of the steps")     \
  PCT("Findings", slow_collective, 50,                                                             \
      "A collective is slow below this share of the best rate of its size")                        \
  PCT("Findings", kernel_time, 80,                                                                 \
      "The longest kernels that make up this share of time are looked at")                         \
  PCT("Findings", low_occupancy, 25, "Estimated occupancy is low below this")                      \
  PCT("Findings", empty_kernels, 5, "Time in which long kernels leave the GPU empty")              \
  PCT("Findings", plain_float, 10, "Time in matrix products in plain float32")                     \
  TIMES("Findings", tensor_core_gain, 1.5,                                                         \
      "Tensor cores are faster by this factor at least, or not advised")                           \
  PCT("Findings", memory_bound, 50,                                                                \
      "Operators limited by bandwidth, of the time the GPU computes")                              \
  PCT("Findings", eager_kernels, 30, "Kernels outside of compiled code, where there is some")      \
  PCT("Findings", least_compiled, 5,                                                               \
      "Kernels inside of compiled code, below which it is not looked at")                          \
  TIMES("Steps", outlier_deviations, 3,                                                            \
      "A step off the median by this many scaled median deviations")                               \
  PCT("Steps", tb_last_step, 80,                                                                   \
      "TensorBoard drops a last step with fewer launches than this share")                         \
  NS("Idle time", kernel_delay, 30'000,                                                            \
      "A shorter gap is how long kernels take to follow each other")                               \
  COUNT("Idle time", poll_loop, 3, "cudaEventQuery calls in a row that count as a polling loop")   \
  NS("Launches", short_kernel_call, 50'000,                                                        \
      "Launch calls up to this count where they outlast their kernel")                             \
  NS("Launches", long_launch, 50'000, "A launch call that takes longer is an outlier")             \
  NS("Launches", long_delay, 100'000,                                                              \
      "Work that starts later than this after its call is delayed")                                \
  COUNT("Launches", full_queue, 1000, "Launches that wait in a queue that counts as full")         \
  NS("Launches", tiny_kernel, 10'000, "A shorter kernel is tiny")                                  \
  TIMES("Data loading", first_batch, 5,                                                            \
      "A batch this many times the median is the first of an epoch")                               \
  TIMES("Memory", memory_spike, 1.2, "A peak this many times the median of the steps stands out")  \
  BYTES("Memory", leak_growth, std::int64_t{1} << 20U,                                             \
      "Growth with every step above this is a leak")                                               \
  PCT("Memory", leak_growth_of_peak, 0.1,                                                          \
      "Growth with every step above this share of the peak is a leak")                             \
  COUNT("Memory", leak_steps, 3, "Steps that must be seen to tell a leak")                         \
  PCT("Memory", leak_suspect_steps, 80, "Steps in which a suspect leaves memory behind")           \
  COUNT("Memory", leak_age, 2, "Steps that memory must outlive to be left behind")                 \
  NS("Memory", churn_lifetime, 100'000, "Blocks that live shorter are churn")                      \
  COUNT("Memory", cache_flush, 2, "Frees in a row before an allocation that empty the cache")      \
  BYTES("Copies", small_copy, std::int64_t{64} << 10U, "A copy of fewer bytes is small")           \
  COUNT("Copies", many_small_copies, 100, "More small copies in a step are many")                  \
  COUNT("Communication", compared_runs, 5,                                                         \
      "Runs of a kernel beside and off collectives needed to compare them")                        \
  PCT("GPU", low_gpu_util, 50, "Utilisation is low below this")                                    \
  PCT("GPU", reached_ceiling, 30,                                                                  \
      "Work that reaches less of the roofline is bound by neither side")                           \
  COUNT("GPU", thin_product, 16, "Products with at most so many rows are those of decoding")       \
  PCT("GPU", host_share, 20, "Host time in a step that makes it overhead-bound")                   \
  PCT("GPU", modelled_share, 60, "Time that must be modelled to tell compute- from memory-bound")  \
  COUNT("Patterns", fusible_run, 3, "Tiny elementwise kernels in a row that could be one")         \
  COUNT("Patterns", loop_selects, 10, "Selects in a row that are a loop over a tensor")            \
  PCT("Patterns", loop_share, 1, "Share of a step that such a loop of selects must take")          \
  COUNT("Patterns", loop_launches, 32, "Launches of one kernel in a row that are a loop")          \
  COUNT("Patterns", product_alignment, 8,                                                          \
      "Sizes of half-precision products should be multiples of this")                              \
  TIMES("Patterns", recompile, 10,                                                                 \
      "A compiled region this many times its median is compiled anew")                             \
  NS("Ranks", clock_deviation, 1'000'000,                                                          \
      "Ends of collectives may deviate so far from the common clock, or")                          \
  PCT("Ranks", clock_deviation_of_step, 5,                                                         \
      "… this share of the median step; else a rank is not aligned")                               \
  PCT("Ranks", straggler_last, 50, "Collectives a rank is the last to reach, that is a straggler") \
  PCT("Ranks", straggler_wait, 2, "Time that the other ranks wait for it, of the steps")
// clang-format on

/// The values. Default constructed: those of the table.
struct Thresholds {
#define LANESCOPE_NS(group, name, value, meaning) std::int64_t name##_ns = value;
#define LANESCOPE_BYTES(group, name, value, meaning) std::int64_t name##_bytes = value;
#define LANESCOPE_PCT(group, name, value, meaning) double name##_pct = value;
#define LANESCOPE_COUNT(group, name, value, meaning) std::int64_t name = value;
#define LANESCOPE_TIMES(group, name, value, meaning) double name = value;
  LANESCOPE_THRESHOLDS(LANESCOPE_NS, LANESCOPE_BYTES, LANESCOPE_PCT, LANESCOPE_COUNT,
                       LANESCOPE_TIMES)
#undef LANESCOPE_NS
#undef LANESCOPE_BYTES
#undef LANESCOPE_PCT
#undef LANESCOPE_COUNT
#undef LANESCOPE_TIMES
  std::vector<GpuPeaks> gpu_peaks;  // that the user knows; before those of the table

  friend bool operator==(const Thresholds&, const Thresholds&) = default;
};

enum class ThresholdUnit : std::uint8_t { Nanoseconds, Bytes, Percent, Count, Times };
/// "ns", "bytes", "%", "count", "times": what the number in JSON is in.
std::string_view threshold_unit_name(ThresholdUnit unit);

/// A line of the table.
struct Threshold {
  std::string_view group, name;
  ThresholdUnit unit;
  std::variant<std::int64_t Thresholds::*, double Thresholds::*> member;
  std::string_view meaning;

  /// In the unit; whole for all but Percent and Times.
  [[nodiscard]] double value_in(const Thresholds& thresholds) const;
  [[nodiscard]] double usual() const { return value_in({}); }
  /// "30us", "64KiB", "5%", "3", "1.5": as parse() takes it.
  [[nodiscard]] std::string text_of(double value) const;
  /// Takes a unit or, without one, the unit of the JSON. Errors: Invalid.
  [[nodiscard]] Result<double> parse(std::string_view text) const;
  /// `value` is one that parse() gave.
  void put(double value, Thresholds& thresholds) const;
};

/// In the order of the table: groups lie together.
std::span<const Threshold> threshold_table();
/// Null when there is none of that name.
const Threshold* find_threshold(std::string_view name);
/// Sets what "tiny_kernel=8us" says. Errors: Invalid, in one line that lists what there is.
std::optional<Error> set_threshold(std::string_view assignment, Thresholds& thresholds);
/// Those that are not the default, in the order of the table.
std::vector<const Threshold*> changed_thresholds(const Thresholds& thresholds);
/// "tiny_kernel = 8us (default 10us)".
std::string changed_threshold_text(const Threshold& threshold, double value);

/// Thresholds to hand on: copying costs a counter. Never changes.
class SharedThresholds {
 public:
  SharedThresholds() = default;  // the defaults
  explicit SharedThresholds(const Thresholds& thresholds)
      : changed_(std::make_shared<const Thresholds>(thresholds)) {}

  const Thresholds& operator*() const { return changed_ ? *changed_ : kDefaults; }
  const Thresholds* operator->() const { return &**this; }
  friend bool operator==(const SharedThresholds& a, const SharedThresholds& b) {
    return a.changed_ == b.changed_ || *a == *b;
  }

 private:
  static constexpr Thresholds kDefaults{};
  std::shared_ptr<const Thresholds> changed_;  // null: the defaults
};

/// Constants that are no judgement: how far is looked, and what counts as a sample at all.
namespace thresholds {

/// So many steps at most are taken for a warm-up, besides those that show signs of it.
inline constexpr std::size_t kMostWarmUpSteps = 100;

/// Rows of a table whose Python source is looked up.
inline constexpr std::size_t kMostSources = 200;

/// Sequences: an operator has one of at least so many kernels, and operators have a period when
/// this share of them comes again after it, so many times.
inline constexpr std::size_t kLeastOpSequence = 3;
inline constexpr double kLeastPeriodMatch = 0.8;
inline constexpr std::size_t kLeastPeriods = 3;

/// Ranks: clocks of traces longer than this are seen to drift.
inline constexpr std::int64_t kLeastDriftNs = 10'000'000'000;

}  // namespace thresholds
}  // namespace lanescope
