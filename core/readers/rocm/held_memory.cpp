#include "core/readers/rocm/held_memory.h"

#include <algorithm>
#include <utility>

namespace lanescope {

void HeldMemory::write(RocmProcess& process, RowSink& sink) {
  std::ranges::stable_sort(changes_, {}, &Change::time_ns);
  struct Block {
    std::int64_t device;
    double bytes;
  };
  std::unordered_map<std::uint64_t, Block> blocks;
  std::map<std::int64_t, double> held;
  for (const Change& change : std::exchange(changes_, {})) {
    std::int64_t device = change.device;
    double more = static_cast<double>(change.bytes);
    if (change.is_release) {
      const auto at = blocks.find(change.address);
      if (at == blocks.end()) continue;  // allocated before the profile
      device = at->second.device;
      more = -at->second.bytes;
      blocks.erase(at);
    } else {
      // At the same address: allocated anew in another size.
      const auto [at, fresh] = blocks.try_emplace(change.address, Block{device, 0});
      more -= std::exchange(at->second.bytes, more);
    }
    double& bytes = held[device];
    bytes = std::max(0.0, bytes + more);
    const bool of_host = device == kHost;
    sink.counter(of_host ? process.pid() : process.gpu(device),
                 sink.text(of_host ? "Host memory allocated from HIP (bytes)"
                                   : "Memory allocated from HIP (bytes)"),
                 change.time_ns, bytes);
  }
}

}  // namespace lanescope
