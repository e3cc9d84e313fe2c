// What users say of their GPUs, as a file that they write and as the settings keep it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/analysis/events/gpu_peaks.h"
#include "core/base/result.h"
#include "core/base/text/json_value.h"

namespace lanescope {

/// {"gpus": [{"gpu": "H200", "tflops": {"float16": 989.4, …}, "gb_per_s": 4800}, …]}: TFLOP/s
/// without sparsity; what is missing or null is not known. "tensor_cores": false for a
/// GPU that has none. Errors: Invalid, in one line that says which entry.
Result<std::vector<GpuPeaks>> parse_gpu_peaks(const std::string& json);
/// What parse_gpu_peaks() reads, without those that have no rate.
JsonValue gpu_peaks_json(std::span<const GpuPeaks> peaks);

}  // namespace lanescope
