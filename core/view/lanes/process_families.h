// Which processes of a recording started which: their lanes stand together.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

class ProcessFamilies {
 public:
  /// Recordings know the parents of their processes; for other traces there are no families.
  /// `pids`: those with lanes, the most important first. All must outlive this.
  ProcessFamilies(const Snapshot& snapshot, std::span<const std::string_view> pids);

  /// The pid of the nearest ancestor that has lanes; empty if there is none.
  [[nodiscard]] std::string_view parent_of(std::string_view pid) const;
  /// Indexes of `pids`: children directly behind their parent. A parent that is less important than
  /// its child, such as a launcher, does not come before it.
  [[nodiscard]] std::vector<std::size_t> order() const;

 private:
  void add_family(std::size_t root, std::vector<std::size_t>& order) const;

  std::span<const std::string_view> pids_;
  std::map<std::string, std::string, std::less<>> parents_;  // by pid, of all known processes
};

}  // namespace lanescope
