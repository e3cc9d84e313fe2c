// HeldMemory: what a process has allocated on its GPUs and on the host, as a curve for each.
#pragma once

#include <vector>

#include "core/readers/rocm/process.h"
#include "core/readers/rows/held_blocks.h"

namespace lanescope {

class HeldMemory {
 public:
  static constexpr std::int64_t kHost = HeldBlocks::kHost;
  struct Change {
    Ns time_ns = 0;
    HeldBlocks::Change block;
  };
  /// In any order.
  void add(const Change& change) { changes_.push_back(change); }
  /// Writes the curves, and forgets the changes. Cost: a sort.
  void write(RocmProcess& process, RowSink& sink);

 private:
  std::vector<Change> changes_;
};

}  // namespace lanescope
