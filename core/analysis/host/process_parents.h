// Who started which process, as recordings know it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/store/snapshot.h"

namespace lanescope {

class ProcessParents {
 public:
  /// Cost: that of reading the metadata.
  explicit ProcessParents(const Snapshot& snapshot);

  /// Whether the processes of the trace say by whom they were started.
  [[nodiscard]] bool any_known() const { return !parents_.empty(); }
  /// `pid` and `from` as text. Damaged files may have circles of parents.
  [[nodiscard]] bool descends(std::string_view pid, std::string_view from) const;

 private:
  std::map<std::string, std::string, std::less<>> parents_;  // by pid
};

}  // namespace lanescope
