// The limits that analyses and findings use, in one table. Each has a name, a unit, a default and a
// description, and can be changed at run time.
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

// One line each: the group under which it is listed, its name, default and description. Times are
// in ns, sizes in bytes, shares in percent; TIMES is a plain factor.
// clang-format off
#define LANESCOPE_THRESHOLDS(NS, BYTES, PCT, COUNT, TIMES)                                         \
  PCT("Findings", finding_floor, 1, "Findings with less potential gain are omitted")               \
  PCT("Findings", explained_share, 80,                                                             \
      "A finding is dropped when others explain this share of its time")                           \
  PCT("Findings", idle, 15, "GPU idle time, as a share of step time")                              \
  PCT("Findings", host_between_ops, 5, "Idle time while the host runs non-PyTorch code")           \
  NS("Findings", long_host_piece, 200'000,                                                         \
      "Longer host work counts as more than preparing a launch")                                   \
  PCT("Findings", unexplained_wait, 5, "Unexplained idle time with work in the queue")             \
  PCT("Findings", data_loading, 5, "Idle time during data loading")                                \
  PCT("Findings", launch_bound, 10,                                                                \
      "Idle time due to slow launching, if kernels are tiny too")                                  \
  PCT("Findings", tiny_kernel_share, 30, "Share of tiny kernels where launching is slow")          \
  PCT("Findings", long_launches, 1, "Time in outlier launch calls")                                \
  PCT("Findings", full_queue_time, 5, "Time with a full launch queue")                             \
  PCT("Findings", drained, 2, "Idle time after waits for values from the GPU")                     \
  PCT("Findings", pageable_copies, 1, "Time in copies through pageable memory")                    \
  PCT("Findings", driver_allocations, 1, "Time in driver allocations after warm-up")               \
  PCT("Findings", wasted_memory, 30,                                                               \
      "Reserved but unused memory, as a share of reserved at the peak")                            \
  BYTES("Findings", least_waste, std::int64_t{1} << 30U,                                           \
      "Minimum reserved but unused memory for a finding")                                          \
  PCT("Findings", full_memory, 90, "Memory in use at the peak, as a share of GPU memory")          \
  PCT("Findings", exposed_communication, 10, "Exposed communication, as a share of step time")     \
  PCT("Findings", slow_collective, 50,                                                             \
      "A collective is slow below this share of the best rate for its size")                       \
  PCT("Findings", kernel_time, 80,                                                                 \
      "Only the longest kernels that make up this share of time are checked")                      \
  PCT("Findings", low_occupancy, 25, "Estimated occupancy below this is low")                      \
  PCT("Findings", empty_kernels, 5, "Time in which long kernels underuse the GPU")                 \
  PCT("Findings", plain_float, 10, "Time in plain float32 matmuls")                                \
  TIMES("Findings", tensor_core_gain, 1.5,                                                         \
      "Minimum speedup by tensor cores to recommend them")                                         \
  PCT("Findings", memory_bound, 50,                                                                \
      "Bandwidth-bound operators, as a share of GPU compute time")                                 \
  PCT("Findings", eager_kernels, 30, "Kernels outside compiled code, if there is any")             \
  PCT("Findings", least_compiled, 5,                                                               \
      "Minimum share of kernels in compiled code to report others")                                \
  PCT("Findings", sampled_wait, 20, "Waits of one kind, as a share of the main thread's samples")  \
  PCT("Findings", hot_python, 40, "One Python function, as a share of the sampled time")  \
  COUNT("Findings", least_samples, 50, "Minimum number of samples to judge a thread by")           \
  TIMES("Steps", outlier_deviations, 3,                                                            \
      "A step this many scaled MADs from the median is an outlier")                                \
  PCT("Steps", tb_last_step, 80,                                                                   \
      "TensorBoard drops a last step with fewer launches than this share")                         \
  NS("Idle time", kernel_delay, 30'000,                                                            \
      "A shorter gap is normal kernel-to-kernel latency")                                          \
  COUNT("Idle time", poll_loop, 3, "cudaEventQuery calls in a row that count as a polling loop")   \
  NS("Launches", short_kernel_call, 50'000,                                                        \
      "Launch calls up to this long count if they outlast their kernel")                           \
  NS("Launches", long_launch, 50'000, "A longer launch call is an outlier")                        \
  NS("Launches", long_delay, 100'000,                                                              \
      "Work that starts later than this after its call is delayed")                                \
  COUNT("Launches", full_queue, 1000, "Waiting launches at which a queue counts as full")          \
  NS("Launches", tiny_kernel, 10'000, "A shorter kernel is tiny")                                  \
  TIMES("Data loading", first_batch, 5,                                                            \
      "A batch this many times the median is the first of an epoch")                               \
  TIMES("Memory", memory_spike, 1.2, "A peak this many times the median of the steps is a spike")  \
  BYTES("Memory", leak_growth, std::int64_t{1} << 20U,                                             \
      "Growth per step above this is a leak")                                                      \
  PCT("Memory", leak_growth_of_peak, 0.1,                                                          \
      "Growth per step above this share of the peak is a leak")                                    \
  COUNT("Memory", leak_steps, 3, "Minimum number of steps to detect a leak")                       \
  PCT("Memory", leak_suspect_steps, 80, "Share of steps in which a suspect leaves memory behind")  \
  COUNT("Memory", leak_age, 2, "Steps that memory must outlive to count as left behind")           \
  NS("Memory", churn_lifetime, 100'000, "Shorter-lived blocks are churn")                          \
  COUNT("Memory", cache_flush, 2, "Frees in a row before an allocation that mean a cache flush")   \
  BYTES("Copies", small_copy, std::int64_t{64} << 10U, "A copy of fewer bytes is small")           \
  COUNT("Copies", many_small_copies, 100, "More small copies per step are too many")               \
  COUNT("Communication", compared_runs, 5,                                                         \
      "Launches of a kernel needed both with and without collectives")                             \
  PCT("GPU", low_gpu_util, 50, "Utilization below this is low")                                    \
  PCT("GPU", reached_ceiling, 30,                                                                  \
      "Work that reaches less of the roofline is bound by neither")                                \
  COUNT("GPU", thin_product, 16, "Matmuls with at most this many rows count as decoding")          \
  PCT("GPU", host_share, 20, "Host time in a step that makes it overhead-bound")                   \
  PCT("GPU", modelled_share, 60, "Time that must be modeled to tell compute- from memory-bound")   \
  COUNT("Patterns", fusible_run, 3, "Tiny elementwise kernels in a row that could be fused")       \
  COUNT("Patterns", loop_selects, 10, "Selects in a row that count as a loop over a tensor")       \
  PCT("Patterns", loop_share, 1, "Share of a step that such a loop of selects must take")          \
  COUNT("Patterns", loop_launches, 32, "Launches of one kernel in a row that count as a loop")     \
  COUNT("Patterns", product_alignment, 8,                                                          \
      "Sizes of half-precision matmuls should be multiples of this")                               \
  TIMES("Patterns", recompile, 10,                                                                 \
      "A compiled region this many times its median is a recompile")                               \
  NS("Ranks", clock_deviation, 1'000'000,                                                          \
      "Ends of collectives may deviate this far from the common clock, or")                        \
  PCT("Ranks", clock_deviation_of_step, 5,                                                         \
      "… this share of the median step; else a rank is not aligned")                               \
  PCT("Ranks", straggler_last, 50, "Share of collectives that a straggler reaches last")           \
  PCT("Ranks", straggler_wait, 2, "Time the other ranks wait for it, as a share of step time")
// clang-format on

/// The values. Default-constructed, they are those of the table.
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
  std::vector<GpuPeaks> gpu_peaks;  // added by the user; take precedence over the built-in ones

  friend bool operator==(const Thresholds&, const Thresholds&) = default;
};

enum class ThresholdUnit : std::uint8_t { Nanoseconds, Bytes, Percent, Count, Times };
/// "ns", "bytes", "%", "count", "times": the unit of the number in JSON.
std::string_view threshold_unit_name(ThresholdUnit unit);

/// A line of the table.
struct Threshold {
  std::string_view group, name;
  ThresholdUnit unit;
  std::variant<std::int64_t Thresholds::*, double Thresholds::*> member;
  std::string_view meaning;

  /// In `unit`; an integer except for Percent and Times.
  [[nodiscard]] double value_in(const Thresholds& thresholds) const;
  [[nodiscard]] double usual() const { return value_in({}); }
  /// "30us", "64KiB", "5%", "3", "1.5": a text that parse() accepts.
  [[nodiscard]] std::string text_of(double value) const;
  /// The text may have a suffix; without one the number is in `unit`. Errors: Invalid.
  [[nodiscard]] Result<double> parse(std::string_view text) const;
  /// `value` must come from parse().
  void put(double value, Thresholds& thresholds) const;
};

/// In the order of the table, where each group is contiguous.
std::span<const Threshold> threshold_table();
/// Null if there is none with that name.
const Threshold* find_threshold(std::string_view name);
/// Applies an assignment such as "tiny_kernel=8us". Errors: Invalid, with a one-line message.
std::optional<Error> set_threshold(std::string_view assignment, Thresholds& thresholds);
/// Those that differ from the default, in the order of the table.
std::vector<const Threshold*> changed_thresholds(const Thresholds& thresholds);
/// "tiny_kernel = 8us (default 10us)".
std::string changed_threshold_text(const Threshold& threshold, double value);

/// Shared, immutable thresholds; cheap to copy.
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

/// Constants that users cannot change: limits on searches and minimum sample sizes.
namespace thresholds {

/// The maximum number of steps that count as warm-up, in addition to those that show signs of it.
inline constexpr std::size_t kMostWarmUpSteps = 100;

/// The maximum number of rows per table whose Python source is looked up.
inline constexpr std::size_t kMostSources = 200;

/// Sequences: the minimum number of kernels in an operator's sequence; the minimum share of
/// operators that must recur one period later, and the minimum number of periods.
inline constexpr std::size_t kLeastOpSequence = 3;
inline constexpr double kLeastPeriodMatch = 0.8;
inline constexpr std::size_t kLeastPeriods = 3;

/// Ranks: clock drift is estimated for traces longer than this.
inline constexpr std::int64_t kLeastDriftNs = 10'000'000'000;

}  // namespace thresholds
}  // namespace lanescope
