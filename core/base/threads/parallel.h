// Fork-join over a few threads. Work items are taken from an atomic counter, so uneven items
// balance out.
#pragma once

#include <cstddef>
#include <functional>

namespace lanescope {

/// How many threads the machine offers, at least 1; the environment variable LANESCOPE_THREADS
/// gives another number, up to 256.
unsigned hardware_threads();

/// Calls body(item, worker) for every item in [0, count) on up to `threads` threads (the caller is
/// worker 0, the others 1, 2, …) and returns when all are done. Fewer threads do it where the
/// system gives no more. What body throws comes out here, the first of several; items that nobody
/// has begun by then are left out. Cost: starts and joins threads.
void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(std::size_t, unsigned)>& body);

}  // namespace lanescope
