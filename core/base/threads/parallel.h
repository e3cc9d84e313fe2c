// Fork-join over a few threads. Items are taken from an atomic counter, so uneven items balance
// out.
#pragma once

#include <cstddef>
#include <functional>

namespace lanescope {

/// The number of hardware threads, at least 1; the environment variable LANESCOPE_THREADS overrides
/// it, up to 256.
unsigned hardware_threads();

/// Calls body(item, worker) for every item in [0, count) on up to `threads` threads (the caller is
/// worker 0, the others 1, 2, …) and returns when all are done. Uses fewer threads if the system
/// refuses to create more. If body throws, the first exception is rethrown here, and items that
/// have not begun by then are skipped. Cost: starts and joins threads.
void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(std::size_t, unsigned)>& body);

}  // namespace lanescope
