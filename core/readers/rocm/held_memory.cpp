#include "core/readers/rocm/held_memory.h"

#include <algorithm>
#include <utility>

namespace lanescope {

void HeldMemory::write(RocmProcess& process, RowSink& sink) {
  std::ranges::stable_sort(changes_, {}, &Change::time_ns);
  struct Block {
    std::int64_t device, bytes;
  };
  std::unordered_map<std::uint64_t, Block> blocks;
  std::map<std::int64_t, double> held;
  for (Change change : std::exchange(changes_, {})) {
    if (change.is_release) {
      const auto at = blocks.find(change.address);
      if (at == blocks.end()) continue;  // allocated before the profile
      change.device = at->second.device;
      change.bytes = -at->second.bytes;
      blocks.erase(at);
    } else {
      const auto [at, fresh] = blocks.try_emplace(change.address, Block{change.device, 0});
      const std::int64_t before = std::exchange(at->second.bytes, change.bytes);
      change.bytes -= before;  // of the same address: allocated anew in another size
    }
    double& bytes = held[change.device];
    bytes = std::max(0.0, bytes + static_cast<double>(change.bytes));
    const bool of_host = change.device == kHost;
    sink.counter(of_host ? process.pid() : process.gpu(change.device),
                 sink.text(of_host ? "Host memory allocated from HIP (bytes)"
                                   : "Memory allocated from HIP (bytes)"),
                 change.time_ns, bytes);
  }
}

}  // namespace lanescope
