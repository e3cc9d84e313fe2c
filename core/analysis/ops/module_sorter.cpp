#include "core/analysis/ops/module_sorter.h"

#include <algorithm>

#include "core/store/nesting_stack.h"

namespace lanescope {

bool ModuleSorter::comes_first(std::uint32_t a, std::uint32_t b) const {
  const auto device_ns = [&](std::uint32_t node) {
    return saturating_add(rows_[node].forward_device_ns, rows_[node].backward_device_ns);
  };
  const auto cpu_ns = [&](std::uint32_t node) {
    return saturating_add(rows_[node].forward_cpu_ns, rows_[node].backward_cpu_ns);
  };
  if (device_ns(a) != device_ns(b)) return device_ns(a) > device_ns(b);
  if (cpu_ns(a) != cpu_ns(b)) return cpu_ns(a) > cpu_ns(b);
  return snapshot_.text(stacks_.nodes[a].frame) < snapshot_.text(stacks_.nodes[b].frame);
}

std::vector<ModuleRow> ModuleSorter::sorted(const std::vector<bool>& used) const {
  std::vector<std::vector<std::uint32_t>> inside(rows_.size());
  for (std::uint32_t node = 1; node < rows_.size(); ++node) {
    if (used[node]) inside[stacks_.nodes[node].parent].push_back(node);
  }
  std::vector<ModuleRow> out;
  std::vector<std::uint32_t> row_of(rows_.size(), kNoParent);
  std::vector<std::uint32_t> next{0};
  while (!next.empty()) {
    const std::uint32_t node = next.back();
    next.pop_back();
    if (node != 0) {
      row_of[node] = static_cast<std::uint32_t>(out.size());
      ModuleRow& row = out.emplace_back(rows_[node]);
      row.name = stacks_.nodes[node].frame;
      row.order = node;
      row.parent = row_of[stacks_.nodes[node].parent];
      row.depth = row.parent == kNoParent ? 0 : out[row.parent].depth + 1;
    }
    std::ranges::sort(inside[node],
                      [&](std::uint32_t a, std::uint32_t b) { return comes_first(b, a); });
    next.insert(next.end(), inside[node].begin(), inside[node].end());
  }
  return out;
}

}  // namespace lanescope
