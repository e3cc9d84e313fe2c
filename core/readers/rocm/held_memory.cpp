#include "core/readers/rocm/held_memory.h"

#include <algorithm>
#include <utility>

#include "core/store/curve_names.h"

namespace lanescope {

void HeldMemory::write(RocmProcess& process, RowSink& sink) {
  std::ranges::stable_sort(changes_, {}, &Change::time_ns);
  HeldBlocks blocks;
  for (const Change& change : std::exchange(changes_, {})) {
    const auto held = blocks.take(change.block);
    if (!held) continue;
    const bool of_host = held->device == kHost;
    sink.counter(of_host ? process.pid() : process.gpu(held->device),
                 sink.text(of_host ? kHipHostMemoryCurve : kHipGpuMemoryCurve), change.time_ns,
                 held->bytes);
  }
}

}  // namespace lanescope
