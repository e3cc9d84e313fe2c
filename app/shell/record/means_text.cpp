#include "app/shell/record/means_text.h"

#include <string_view>

namespace lanescope {
namespace {

/// Whatever the program is, its Python may have PyTorch, unless that was looked for.
bool has_operators(const RecordingMeans& means, const RecordRequest& request) {
  return request.shapes && (!means.python || !means.torch.empty());
}

/// "NVTX ranges, PyTorch operators and the program's output".
std::string without_cuda(const RecordingMeans& means, const RecordRequest& request) {
  return has_operators(means, request) ? "NVTX ranges, PyTorch operators and the program’s output"
                                       : "NVTX ranges and the program’s output";
}

/// What threads are sampled for: "thread states, Python and native stacks, ".
std::string of_samples(const RecordingMeans& means, const RecordRequest& request) {
  if (!request.sample) return {};
  const bool native = request.native && means.native_refusal.empty();
  if (means.python && native) return "thread states, Python and native stacks, ";
  return means.python ? "thread states, Python stacks, "
         : native     ? "thread states, native stacks, "
                      : "thread states, ";
}

std::string_view cuda_work(CaptureLevel level) {
  switch (level) {
    case CaptureLevel::Kernels:
      return "kernels, copies and memsets";
    case CaptureLevel::Usual:
      return "kernels, copies and CUDA calls";
    case CaptureLevel::All:
      break;
  }
  return "kernels, copies, CUDA and driver calls";
}

}  // namespace

std::string means_facts(const RecordingMeans& means) {
  std::string text = !means.driver                  ? "No NVIDIA driver"
                     : means.driver_version.empty() ? "NVIDIA driver"
                                                    : "NVIDIA driver " + means.driver_version;
  text += !means.cupti_found    ? " · CUPTI not found"
          : means.cupti.empty() ? " · CUPTI"
                                : " · CUPTI " + means.cupti;
  if (means.driver && !means.nvml) text += " · NVML not found (no GPU clocks or power)";
  if (!means.torch.empty()) {
    text += " · PyTorch " + means.torch;
  } else if (means.python) {
    text += " · PyTorch not found";
  }
  if (!means.native_refusal.empty()) {
    text += " · No native stacks: " + means.native_refusal;
  } else if (!means.unwind_refusal.empty()) {
    text += " · Native stacks by frame pointers only: " + means.unwind_refusal;
  }
  return text;
}

std::string means_outcome(const RecordingMeans& means, const RecordRequest& request) {
  if (!means.driver) {
    return "Will record " + of_samples(means, request) + without_cuda(means, request) + ".";
  }
  const std::string all = "Will record " + std::string(cuda_work(request.level)) + ", " +
                          without_cuda(means, request) + ".";
  if (means.cupti_found) return all;
  return "CUDA work is recorded only if the program brings CUPTI, as PyTorch does.";
}

}  // namespace lanescope
