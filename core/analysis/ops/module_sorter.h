// ModuleSorter: the order of rows of modules, parents before children, the costliest first.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/host/stacks.h"
#include "core/analysis/ops/modules.h"
#include "core/store/snapshot.h"

namespace lanescope {

class ModuleSorter {
 public:
  /// `rows` are by node of `stacks`.
  ModuleSorter(const Snapshot& snapshot, const HostStacks& stacks,
               const std::vector<ModuleRow>& rows)
      : snapshot_(snapshot), stacks_(stacks), rows_(rows) {}

  /// The rows of the used nodes with their names, parents and depths; without recursion.
  [[nodiscard]] std::vector<ModuleRow> sorted(const std::vector<bool>& used) const;

 private:
  [[nodiscard]] bool comes_first(std::uint32_t a, std::uint32_t b) const;

  const Snapshot& snapshot_;
  const HostStacks& stacks_;
  const std::vector<ModuleRow>& rows_;
};

}  // namespace lanescope
