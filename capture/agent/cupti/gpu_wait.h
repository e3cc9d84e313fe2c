// At the end of a program the GPU may still be at work, or wait for ever for a partner that is
// gone.
#pragma once

#include <cstdint>

namespace lanescope::agent {

/// Waits until the GPU of this thread's context has done what it was given, and `most_ns` at most,
/// on a thread of ours: no other way has an end of its own. At once without a CUDA driver or a
/// context. Once for each process.
void wait_for_gpu(std::int64_t most_ns);

}  // namespace lanescope::agent
