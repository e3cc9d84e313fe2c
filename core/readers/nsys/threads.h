// What the system saw of threads: when they had a CPU, and what they did in samples.
#pragma once

#include "core/readers/nsys/context.h"

namespace lanescope {

/// Lanes of states from the scheduler's switches.
void read_switches(const NsysContext& context);
/// Lanes of functions from CPU samples.
void read_samples(const NsysContext& context);

}  // namespace lanescope
