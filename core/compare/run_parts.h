// What the time of each sample was spent on. Every instant of a GPU is attributed to a single part
// (a kernel that ran, or an operator) or to an idle class. Of several GPUs, times are the mean, so
// the parts and the idle time always add up to the recorded time.
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/host/idle_class.h"
#include "core/analysis/results.h"
#include "core/compare/run_samples.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// How GPU time is grouped. For host time, Kernel groups by operator.
enum class PartLevel : std::uint8_t {
  Kernel,  // by the name of the kernel, copy or fill
  Op,      // by the innermost operator that launched it, with its input shapes, and its collective
           // and group; of a CUDA graph, by the one that was captured
  Module,  // by the modules it was launched or captured from, outermost first
};
inline constexpr std::size_t kPartLevels = 3;
/// "kernel", "op", "module", as in text output.
std::string_view part_level_name(PartLevel level);

/// The kind of a single part; at the operator level, GPU work without an operator is a Kernel.
enum class PartKind : std::uint8_t { Kernel, Op, Module };

/// Per-sample values; all lists are as long as RunSamples::samples.
struct RunPart {
  PartKind kind = PartKind::Kernel;
  std::string name;                 // of the kernel or operator; module names joined by /
  std::string shapes;               // of an operator; "" if not in the trace
  std::string collective;           // of a record_param_comms, "allreduce"; "" if not in the trace
  std::string group;                // its process group, "0 · default_pg"
  std::vector<StringId> ops;        // up to 8 operators that launched the kernel
  std::vector<EventId> events;      // those launched within a sample, by id
  EventId example = EventId::None;  // the longest in `events`, or the longest of all if empty
  Ns first_ns = kMaxNs;             // earliest launch
  /// Share of the sample's recorded time; the mean of the GPUs. Where work of one GPU overlaps,
  /// time goes to computation before communication before memory, and within a class to what
  /// started first. Work that is hidden behind other work gets none of the step.
  std::vector<Ns> wall_ns;
  std::vector<Ns> sum_ns;  // plain sum of the durations of work launched in the sample, on all GPUs
  std::vector<std::uint64_t> counts;  // launched in the sample, on all GPUs
};

struct RunParts {
  PartLevel level = PartLevel::Kernel;
  bool of_gpu = false;   // false: self time of operators on the thread that runs the steps
  std::size_t gpus = 0;  // that ran work from the first to the last sample; their mean is given
  std::vector<RunPart> parts;  // by kind, name, then shapes
  /// Time that no part has, by class: GPU idle time; for host time, what the thread did outside
  /// operators.
  std::array<std::vector<Ns>, kIdleClasses> idle_ns;
  /// The event blamed for the longest idle interval of each class within the samples, or None.
  std::array<EventId, kIdleClasses> idle_example{};
  std::vector<Ns> busy_ns;       // the sum of the parts' wall_ns
  std::vector<Ns> paused_ns;     // the recording was paused, and no part is known to have run
  std::vector<Ns> recorded_ns;   // the sample minus paused_ns; busy and idle time add up to it
  bool shapes_left_out = false;  // too many operators to read their shapes
  bool shapes_merged = false;    // operators are told apart by name alone, see merge_shapes
};

/// Input of find_run_parts.
struct PartsInput {
  const AnalysisResults& results;
  const RunSamples& samples;
  bool of_gpu = true;  // false also for a trace with GPU events, if the other run has none
  std::stop_token stop = {};
};

/// Pure; complete snapshots only; not for the UI thread. Cost: a sweep over the GPU events, the
/// idle analysis, and for operators reading the arguments of each that launched something. After a
/// stop, the result is incomplete.
RunParts find_run_parts(const PartsInput& in, PartLevel level);

}  // namespace lanescope
