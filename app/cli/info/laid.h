// `info` of a trace with a profile laid beside it.
#pragma once

#include "core/session/laid_trace.h"

namespace lanescope {

struct InfoOptions;

/// The content of both, under the name of the trace, and what loading both reported.
int run_laid_info(const LaidTrace& laid, const InfoOptions& options);

}  // namespace lanescope
