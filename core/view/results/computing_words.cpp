#include "core/view/results/computing_words.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/in_progress.h"

namespace lanescope {
namespace {

using Words = std::pair<std::string_view, std::string_view>;
constexpr std::array<Words, 48> kWords = {{{"AllStepActivity", "activity by step"},
                                           {"Allocations", "allocations"},
                                           {"AllocatorTable", "the allocator"},
                                           {"AnnotationTable", "annotations"},
                                           {"BoundTable", "what bounds the steps"},
                                           {"CollectiveCalls", "collectives"},
                                           {"CommTable", "communication"},
                                           {"CompileTable", "compilation"},
                                           {"CopyTable", "copies"},
                                           {"CounterTable", "hardware counters"},
                                           {"CriticalPath", "the critical path"},
                                           {"DataLoading", "data loading"},
                                           {"SampledWorkers", "data loading"},
                                           {"DeviceTimelines", "GPU timelines"},
                                           {"FindingTable", "findings"},
                                           {"FindingsModel", "findings"},
                                           {"FlameTree", "call paths"},
                                           {"GpuPeriods", "steps"},
                                           {"GpuTime", "GPU time"},
                                           {"GpuWaits", "waits for the GPU"},
                                           {"GraphOrigins", "origins of CUDA graphs"},
                                           {"HostActivities", "activity of threads"},
                                           {"HostAnnotations", "annotations"},
                                           {"HostCopies", "copies"},
                                           {"HostCopySizes", "copies"},
                                           {"HostTime", "time of host threads"},
                                           {"IdleLanes", "idle time"},
                                           {"IdleTime", "idle time"},
                                           {"InstantOps", "operators"},
                                           {"KernelShapes", "shapes of kernels"},
                                           {"KernelTable", "kernels"},
                                           {"LaunchQueue", "launch queues"},
                                           {"LaunchShapes", "launch shapes"},
                                           {"LaunchTable", "launches"},
                                           {"LeakTable", "leaks"},
                                           {"MemoryTable", "memory"},
                                           {"ModuleTree", "modules"},
                                           {"OpTable", "operators"},
                                           {"PathClassTimes", "the critical path"},
                                           {"PatternTable", "patterns"},
                                           {"RooflineTable", "the roofline"},
                                           {"SequenceTable", "sequences of kernels"},
                                           {"StepRanges", "steps"},
                                           {"StepTable", "steps"},
                                           {"SyncStalls", "sync stalls"},
                                           {"UtilTable", "occupancy"},
                                           {"WarmUpSigns", "warm-up"},
                                           {"WarmUpSteps", "warm-up"}}};

}  // namespace

std::string computing_words(std::span<const std::string> results) {
  std::vector<std::string_view> said;
  for (const std::string& result : results) {
    const auto words = std::ranges::find(kWords, result, &Words::first);
    if (words != kWords.end() && std::ranges::find(said, words->second) == said.end())
      said.push_back(words->second);
  }
  std::string text = "Computing";
  if (!said.empty()) text += " " + std::string(said[0]);
  if (said.size() > 1) text += " and " + std::string(said[1]);
  return text + "…";
}

std::string computing_words(const Snapshot& trace) {
  return computing_words(results_in_progress(trace));
}

}  // namespace lanescope
