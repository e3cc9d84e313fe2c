// The tool that recorded a trace, and how to record with it what the trace lacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/analysis/host/record_advice.h"
#include "core/store/snapshot.h"

namespace lanescope {

enum class Recorder : std::uint8_t {
  TorchProfiler,  // also of JSON whose writer is not known
  Lanescope,
  Nsight,
  Jax,
  Rocm,
  SamplingProfiler,
  Perfetto,  // Perfetto traces without PyTorch operators, of programs that are not known
  Other,     // the last
};
inline constexpr std::size_t kRecorders = static_cast<std::size_t>(Recorder::Other) + 1;

/// The format of JSON that torch.profiler wrote.
inline constexpr std::string_view kTorchFormat = "kineto-json";

/// The format of the file that was recorded, also after it was converted: "nsys-sqlite". Empty for
/// JSON of other programs and what this program does not read.
std::string_view recorded_format(const Snapshot& trace);

/// By the format of the file that was recorded, also after it was converted, and by its categories.
Recorder recorder_of(const Snapshot& trace);

/// Whether CUDA's own names may be wrong for the GPUs of a trace: they are AMD's, or it is of JAX,
/// which does not tell.
bool may_lack_cuda(const Snapshot& trace);

/// Advice for all traces of a recorder, as record_advice() words it. A tool that cannot record it
/// is said not to.
std::string_view advice_of(Recorder recorder, Recordable wanted);

}  // namespace lanescope
