#include "core/view/lanes/processes/process_families.h"

#include <algorithm>

namespace lanescope {

ProcessFamilies::ProcessFamilies(const Snapshot& snapshot, std::span<const Member> members)
    : members_(members) {
  if (const JsonObject* metadata = snapshot.info.metadata.object()) note_origins(*metadata);
  for (std::size_t i = 0; i < members_.size(); ++i) leaders_.push_back(leader_of(i));
}

void ProcessFamilies::note_origins(const JsonObject& metadata) {
  for (const auto& [key, hello] : metadata) {
    if (!key.starts_with("process ")) continue;
    const JsonValue *pid = hello.find("pid"), *parent = hello.find("ppid");
    if (pid != nullptr && parent != nullptr)
      origins_.try_emplace(pid->to_text(true), Origin{parent->to_text(true), origins_.size()});
  }
}

std::string_view ProcessFamilies::parent_of(std::string_view pid) const {
  // Damaged files may have circles of parents.
  const std::string_view child = pid;
  for (std::size_t step = 0; step < origins_.size(); ++step) {
    const auto at = origins_.find(pid);
    if (at == origins_.end() || at->second.parent == pid) return {};
    pid = at->second.parent;
    const auto shown = std::ranges::find(members_, pid, &Member::pid);
    if (shown != members_.end()) return shown->pid == child ? std::string_view() : shown->pid;
  }
  return {};
}

std::size_t ProcessFamilies::leader_of(std::size_t member) const {
  const std::string_view parent = parent_of(members_[member].pid);
  const auto at = std::ranges::find(members_, parent, &Member::pid);
  if (parent.empty() || at == members_.end()) return member;
  const auto index = static_cast<std::size_t>(at - members_.begin());
  return index < member || at->work >= members_[member].work ? index : member;
}

std::size_t ProcessFamilies::start_of(std::size_t member) const {
  const auto at = origins_.find(members_[member].pid);
  return at == origins_.end() ? origins_.size() : at->second.start;
}

std::vector<std::size_t> ProcessFamilies::order() const {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    std::size_t root = i;
    for (std::size_t step = 0; step < members_.size() && leaders_[root] != root; ++step)
      root = leaders_[root];
    add_family(root, order);
  }
  return order;
}

void ProcessFamilies::add_family(std::size_t root, std::vector<std::size_t>& order) const {
  if (std::ranges::find(order, root) != order.end()) return;
  order.push_back(root);
  std::vector<std::size_t> children;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (i != root && leaders_[i] == root) children.push_back(i);
  }
  std::ranges::stable_sort(children, {}, [this](std::size_t child) { return start_of(child); });
  for (const std::size_t child : children) add_family(child, order);
}

}  // namespace lanescope
