// The analyses, each in a file of its own: a function from a settled snapshot and a window to a
// struct. A new one is a file here, a line below, and its printer in app/cli.
#pragma once

// X(key, Result): the key is the one of the text face, `Result analyse_<key>(snapshot, window)`.
#define LANESCOPE_ANALYSES(X) \
  X(gpu_time, GpuTime)        \
  X(ops, OpTable)             \
  X(kernels, KernelTable)

#include "core/analysis/gpu_time.h"
#include "core/analysis/kernels.h"
#include "core/analysis/ops.h"
