// What GPUs did: kernels, copies, fills, graphs, synchronizations, CUDA events, and curves.
#pragma once

#include "core/readers/nsys/context.h"

namespace lanescope {

void read_gpu_work(const NsysContext& context);
/// GPU metrics, and memory allocated from CUDA.
void read_gpu_curves(const NsysContext& context);

}  // namespace lanescope
