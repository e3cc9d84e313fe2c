// Who had the time of each sample: every instant belongs to one part, a kernel that ran or an
// operator, or to the class of an idle stretch, so that the parts add up to what was recorded of
// it.
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

/// What GPU time is told apart by. On the host alone a kernel level is one of operators.
enum class PartLevel : std::uint8_t {
  Kernel,  // the name of the kernel, copy or fill
  Op,      // the innermost operator that launched it, with its input shapes
  Module,  // the modules it was launched from, outermost first
};
inline constexpr std::size_t kPartLevels = 3;
/// "kernel", "op", "module": as in the text face.
std::string_view part_level_name(PartLevel level);

/// What a part is, where a level can not name all: GPU work without an operator is a kernel.
enum class PartKind : std::uint8_t { Kernel, Op, Module };

/// Numbers a sample, all lists as long as RunSamples::samples.
struct RunPart {
  PartKind kind = PartKind::Kernel;
  std::string name;                 // of the kernel or the operator; of modules with / between
  std::string shapes;               // of operators, "" where the trace does not say
  std::vector<StringId> ops;        // operators that launched a kernel, by their first launch
  std::vector<EventId> events;      // those launched in a sample, by id
  EventId example = EventId::None;  // the longest of them; of none the longest of all
  Ns first_ns = kMaxNs;             // when the host first asked for it
  /// Of the sample's own time, what was recorded of it. Where GPU work overlaps, the instant is
  /// computing's before communication's before memory's, and of equals of the one that began first:
  /// what runs in the shadow of other work takes none of the step.
  std::vector<Ns> wall_ns;
  std::vector<Ns> sum_ns;             // plain sum of the durations of those launched in the sample
  std::vector<std::uint64_t> counts;  // launched in the sample
};

struct RunParts {
  PartLevel level = PartLevel::Kernel;
  bool of_gpu = false;  // false: the self time of operators on the thread that runs the steps
  std::vector<RunPart> parts;  // by name, then shapes
  /// What no part has: why the GPU idled; on the host alone what the thread did outside operators.
  std::array<std::vector<Ns>, kIdleClasses> idle_ns;
  /// What was to blame for the longest stretch of a class in the samples; None where nothing is.
  std::array<EventId, kIdleClasses> idle_example{};
  std::vector<Ns> busy_ns;       // the sum of the parts' wall_ns
  std::vector<Ns> paused_ns;     // the recording was paused, and no part ran as far as is known
  std::vector<Ns> recorded_ns;   // the sample without that: busy and idle add up to it
  bool shapes_left_out = false;  // too many operators to read their shapes
};

/// What of a run the parts are made of.
struct PartsInput {
  const AnalysisResults& results;
  const RunSamples& samples;
  bool of_gpu = true;  // false also for a trace with GPU events, beside one that has none
  std::stop_token stop = {};
};

/// Pure; complete snapshots only; not for the thread that draws. Cost: a sweep over the GPU events,
/// the analysis of idle time, and for operators the text of each that launched something. A stop
/// gives parts that are not whole.
RunParts find_run_parts(const PartsInput& in, PartLevel level);

}  // namespace lanescope
