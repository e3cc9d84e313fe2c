#include "app/shell/record/presets.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::string_view kGpu = "record.gpu", kBoth = "record.gpu_host", kCpu = "record.cpu";

constexpr std::array<RecordPreset, 3> kPresets{{
    {kGpu, "GPU", CaptureLevel::Usual, true, false, false, false},
    {kBoth, "GPU + host", CaptureLevel::Usual, true, false, false, true},
    // CUDA cannot be turned off, because the program may use it; this is the least of it.
    {kCpu, "CPU only", CaptureLevel::Kernels, false, true, false, true},
}};

/// As samples are taken unless the user asks for something else.
bool samples_usually(const RecordRequest& request) {
  return request.native && request.rate.empty();
}

}  // namespace

std::span<const RecordPreset> record_presets() {
  return kPresets;
}

bool is_set(const RecordPreset& preset, const RecordRequest& request) {
  return request.level == preset.level && request.stacks == preset.stacks &&
         request.shapes == preset.shapes && request.memory == preset.memory &&
         request.sample == preset.sample && (!preset.sample || samples_usually(request));
}

void set(const RecordPreset& preset, RecordRequest& request) {
  request.level = preset.level;
  request.stacks = preset.stacks;
  request.shapes = preset.shapes;
  request.memory = preset.memory;
  request.sample = preset.sample;
  if (!preset.sample) return;
  request.native = true;
  request.rate.clear();
}

bool begins_as_usual(const RecordRequest& request) {
  return is_set(kPresets[1], request);
}

const RecordPreset* preset_for(const RecordingMeans& means, const RecordRequest& request) {
  return begins_as_usual(request) && !means.driver ? &kPresets[2] : nullptr;
}

// The cost of samples was measured: capture/sampler/README.md and tests/bench.
std::string preset_note(const RecordRequest& request, const RecordingMeans* means) {
  const auto chosen = std::ranges::find_if(
      kPresets, [&](const RecordPreset& preset) { return is_set(preset, request); });
  if (chosen == kPresets.end()) return "Your own choice of the options below.";
  const bool no_gpu = means != nullptr && !means->driver;
  if (chosen->id == kGpu) {
    return no_gpu ? "No GPU work can be recorded on this machine; choose CPU only."
                  : "Kernels, CUDA calls, and the Python line of each launch.";
  }
  if (chosen->id == kBoth) {
    return no_gpu ? "No GPU work on this machine; threads are sampled, usually under 1 % slower."
                  : "Also what each thread does or waits for; usually under 1 % slower.";
  }
  return "What each thread does or waits for (usually under 1 % slower), and PyTorch operators.";
}

}  // namespace lanescope
