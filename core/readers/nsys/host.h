// What host threads called: CUDA, the operating system, libraries; and what recording cost.
#pragma once

#include "core/readers/nsys/context.h"

namespace lanescope {

void read_host_calls(const NsysContext& context);
void read_overheads(const NsysContext& context);

}  // namespace lanescope
