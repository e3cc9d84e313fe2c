// The trace of the phase in which CUDA graphs were captured, such as those that vLLM and SGLang
// write: named by the user, or found next to the trace that has the replays.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

#include "core/base/result.h"
#include "core/readers/trace_loader.h"

namespace lanescope {

/// Whether a file that captured none of the graphs is an error. One that is named for two runs may
/// be about one of them.
enum class CaptureFit : std::uint8_t { Required, Optional };

/// `trace`, with what `file` knows about the work of graphs among its arguments, see
/// captured_launch.h. The metadata then names the file as "captureTrace", see
/// CaptureTraceUse. Errors: those of load_trace; Unsupported if no graph of the trace was
/// captured in it, unless that is optional.
Result<LoadedTrace> with_capture_trace(LoadedTrace trace, const std::string& file,
                                       CaptureFit fit = CaptureFit::Required,
                                       const std::stop_token& stop = {});

/// The same with the one that is next to `path`: with "capture" in its name, the trace's rank in it
/// where the trace tells it, and graphs that have the same ids in the same process; no link to
/// another folder. Without one, or if there are several, the trace is what it was. Cost: loads each
/// file that has such a name.
LoadedTrace with_capture_trace_beside(LoadedTrace trace, const std::string& path,
                                      const std::stop_token& stop = {});

}  // namespace lanescope
