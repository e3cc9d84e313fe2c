// The execution trace that was recorded with a trace: named by the user, or found next to it.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/readers/trace_loader.h"

namespace lanescope {

/// `trace`, with inputs for operators that have none from `file`, which the metadata then names as
/// "executionTrace". Errors: those of opening the file; WrongFormat if it is no execution trace.
Result<LoadedTrace> with_execution_trace(LoadedTrace trace, const std::string& file);

/// The same with the one that is next to `path`: named like one ("pytorch_et_0.json",
/// "rank0.execution_trace.json.gz"), with the trace's rank in its name where the trace tells it,
/// and of a process of the trace; no link to another folder. Without one, or if there are several,
/// the trace is what it was.
LoadedTrace with_execution_trace_beside(LoadedTrace trace, const std::string& path);

}  // namespace lanescope
