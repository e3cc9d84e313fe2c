#include "core/analysis/patterns/patterns.h"

#include <algorithm>
#include <array>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/gpu_peaks.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/recorder.h"
#include "core/analysis/patterns/finders.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

struct PatternText {
  std::string_view name, title;
};

constexpr std::array<PatternText, kPatterns> kTexts = {{
    {"extra_copy", "filled on the host, then copied to the GPU: create it there"},
    {"for_loop_indexing", "indexing slice by slice in a loop: index all at once"},
    {"float32_product", "float32 matmuls without tensor cores: allow TF32 or use half precision"},
    {"single_tensor_optimizer",
     "the optimizer updates parameters one by one: use foreach or fused"},
    {"synchronous_data_loader", "batches are loaded in the training process: set num_workers > 0"},
    {"gradients_set_to_zero", "gradients are filled with zeros: use zero_grad(set_to_none=True)"},
    {"conv_bias_before_batch_norm", "batch norm cancels the bias: use bias=False"},
    {"unaligned_product", "half-precision sizes are not multiples of 8: pad them"},
    {"data_parallel", "DataParallel copies the model every step: use DistributedDataParallel"},
    {"ddp_without_nccl", "DistributedDataParallel on GPUs without NCCL"},
    {"contiguous_copies", "contiguous() copies: keep the required layout"},
    {"dtype_ping_pong", "converted to another dtype and back"},
    {"repeated_upload", "the same number of bytes is copied to the GPU every step"},
    {"loop_launches", "one kernel is launched repeatedly: batch the work"},
    {"item_per_step", "the host reads a value back and waits for the GPU"},
    {"recompute", "the forward pass is recomputed for the backward pass"},
}};

constexpr std::string_view kNoShapes =
    "no operator with GPU work has input shapes; record with record_shapes=True";
constexpr std::string_view kNoShapesRecorded =
    "no operator with GPU work has input shapes; record with Operators and shapes (--shapes)";
constexpr std::string_view kNoShapesAtAll = "no operator with GPU work has input shapes";
constexpr std::string_view kNoPythonAtAll = "the trace has no Python frames";
constexpr std::string_view kNoGpu = "the window has no GPU events";
constexpr std::string_view kNoPython =
    "the trace has no Python frames; record with with_stack=True";
constexpr std::string_view kNoPythonRecorded =
    "a recording has no Python frames other than launch stacks";
constexpr std::string_view kNoSteps = "fewer than two ProfilerStep ranges";
constexpr std::string_view kNoPeaks = "unknown whether the GPU has TF32";

/// Why no inputs are known, depending on the tool that recorded the trace.
std::string_view no_shapes(const Snapshot& snapshot) {
  const Recorder recorder = recorder_of(snapshot);
  if (recorder == Recorder::Lanescope) return kNoShapesRecorded;
  return recorder == Recorder::TorchProfiler ? kNoShapes : kNoShapesAtAll;
}

std::string_view no_python(const Snapshot& snapshot) {
  const Recorder recorder = recorder_of(snapshot);
  if (recorder == Recorder::Lanescope) return kNoPythonRecorded;
  return recorder == Recorder::TorchProfiler ? kNoPython : kNoPythonAtAll;
}

bool has_category(const Snapshot& snapshot, CategoryKind kind) {
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::CpuThread || track.chunks.empty()) continue;
    for (const CategoryId category : track.chunks.front()->category.span()) {
      if (snapshot.kind_of(category) == kind) return true;
    }
  }
  return false;
}

bool peaks_known(const Snapshot& snapshot, const Thresholds& thresholds) {
  return std::ranges::any_of(snapshot.info.devices, [&](const DeviceInfo& info) {
    return find_gpu_peaks(info, thresholds.gpu_peaks).has_value();
  });
}

void add_unchecked(const Snapshot& snapshot, const Thresholds& thresholds, bool inputs, bool gpu,
                   PatternTable& table) {
  const auto add = [&](Pattern pattern, std::string_view why) {
    if (std::ranges::find(table.rows, pattern, &PatternRow::pattern) == table.rows.end())
      table.unchecked.push_back({pattern, why});
  };
  for (const Pattern pattern : {Pattern::Float32Product, Pattern::UnalignedProduct,
                                Pattern::DtypePingPong, Pattern::ConvBiasBeforeNorm}) {
    if (!gpu || !inputs) add(pattern, !gpu ? kNoGpu : no_shapes(snapshot));
  }
  if (gpu && inputs && !peaks_known(snapshot, thresholds)) add(Pattern::Float32Product, kNoPeaks);
  if (!gpu) {
    for (const Pattern pattern : {Pattern::ExtraCopy, Pattern::ContiguousCopies,
                                  Pattern::LoopLaunches, Pattern::Recompute}) {
      add(pattern, kNoGpu);
    }
  }
  if (!has_gpu_work(snapshot)) add(Pattern::ItemPerStep, kNoGpu);
  if (!has_category(snapshot, CategoryKind::PythonFunction)) {
    add(Pattern::SingleTensorOptimizer, no_python(snapshot));
  }
  if (table.steps < 2) add(Pattern::RepeatedUpload, kNoSteps);
}

}  // namespace

std::string_view pattern_name(Pattern pattern) {
  return kTexts[static_cast<std::size_t>(pattern)].name;
}

std::string_view pattern_title(Pattern pattern) {
  return kTexts[static_cast<std::size_t>(pattern)].title;
}

PatternTable analyse_patterns(const AnalysisResults& results) {
  const Snapshot& snapshot = results.trace;
  const AnalysisWindow& window = results.window;
  PatternTable table;
  double steps_ns = 0;
  for (const StepRange& step : results.of<StepRanges>()->in(window)) {
    ++table.steps;
    steps_ns += static_cast<double>(step.range.length_ns());
  }
  const TimeRange whole = window.is_bounded() ? window.range : snapshot.slices_extent;
  const double step_ns = table.steps != 0 ? steps_ns / static_cast<double>(table.steps)
                                          : static_cast<double>(whole.length_ns());
  const PatternInput in{snapshot, window, results.read, results, step_ns};
  PatternRows rows;
  find_host_patterns(in, rows);
  find_gpu_patterns(in, rows);
  const bool inputs = find_input_patterns(in, rows);
  table.rows = rows.take(snapshot);
  add_unchecked(snapshot, *window.thresholds, inputs, has_gpu_work(snapshot), table);
  return table;
}

}  // namespace lanescope
