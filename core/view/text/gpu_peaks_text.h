// The user's GPU peak rates, as a hand-written file and as stored in the settings.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/analysis/events/gpu_peaks.h"
#include "core/base/result.h"
#include "core/base/text/json_value.h"

namespace lanescope {

/// {"gpus": [{"gpu": "H200", "tflops": {"float16": 989.4, …}, "gb_per_s": 4800}, …]}: TFLOP/s
/// without sparsity; missing or null means the built-in one, or else unknown. "tensor_cores": false
/// for a GPU without them. Errors: Invalid, in one line that names the entry.
Result<std::vector<GpuPeaks>> parse_gpu_peaks(const std::string& json);
/// The JSON that parse_gpu_peaks() reads, without entries that have no rate.
JsonValue gpu_peaks_json(std::span<const GpuPeaks> peaks);

}  // namespace lanescope
