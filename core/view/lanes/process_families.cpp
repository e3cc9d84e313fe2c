#include "core/view/lanes/process_families.h"

#include <algorithm>

namespace lanescope {

ProcessFamilies::ProcessFamilies(const Snapshot& snapshot, std::span<const std::string_view> pids)
    : pids_(pids) {
  const JsonObject* metadata = snapshot.info.metadata.object();
  if (metadata == nullptr) return;
  for (const auto& [key, hello] : *metadata) {
    if (!key.starts_with("process ")) continue;
    const JsonValue *pid = hello.find("pid"), *parent = hello.find("ppid");
    if (pid != nullptr && parent != nullptr)
      parents_.try_emplace(pid->to_text(true), parent->to_text(true));
  }
}

std::string_view ProcessFamilies::parent_of(std::string_view pid) const {
  // Damaged files may have circles of parents.
  const std::string_view child = pid;
  for (std::size_t step = 0; step < parents_.size(); ++step) {
    const auto at = parents_.find(pid);
    if (at == parents_.end() || at->second == pid) return {};
    pid = at->second;
    const auto shown = std::ranges::find(pids_, pid);
    if (shown != pids_.end()) return *shown == child ? std::string_view() : *shown;
  }
  return {};
}

std::vector<std::size_t> ProcessFamilies::order() const {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < pids_.size(); ++i) {
    const auto before = pids_.first(i);
    const bool follows = std::ranges::find(before, parent_of(pids_[i])) != before.end();
    if (!follows) add_family(i, order);
  }
  return order;
}

void ProcessFamilies::add_family(std::size_t root, std::vector<std::size_t>& order) const {
  order.push_back(root);
  for (std::size_t i = root + 1; i < pids_.size(); ++i) {
    if (parent_of(pids_[i]) == pids_[root]) add_family(i, order);
  }
}

}  // namespace lanescope
