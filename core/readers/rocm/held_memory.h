// HeldMemory: what a process has allocated on its GPUs and on the host, as a curve for each. What
// was allocated before the profile is not known.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "core/readers/rocm/process.h"

namespace lanescope {

class HeldMemory {
 public:
  static constexpr std::int64_t kHost = -1;
  struct Change {
    Ns time_ns = 0;
    std::int64_t device = kHost;
    std::uint64_t address = 0;
    std::int64_t bytes = 0;  // of a release may be 0: those of the address
    bool is_release = false;
  };
  /// In any order.
  void add(const Change& change) { changes_.push_back(change); }
  /// Writes the curves, and forgets the changes. Cost: a sort.
  void write(RocmProcess& process, RowSink& sink);

 private:
  std::vector<Change> changes_;
};

}  // namespace lanescope
