#include "core/analysis/host/process_parents.h"

namespace lanescope {

ProcessParents::ProcessParents(const Snapshot& snapshot) {
  const JsonObject* metadata = snapshot.info.metadata.object();
  if (metadata == nullptr) return;
  for (const auto& [key, hello] : *metadata) {
    if (!key.starts_with("process ")) continue;
    const JsonValue *pid = hello.find("pid"), *parent = hello.find("ppid");
    if (pid != nullptr && parent != nullptr)
      parents_.try_emplace(pid->to_text(true), parent->to_text(true));
  }
}

bool ProcessParents::descends(std::string_view pid, std::string_view from) const {
  for (std::size_t step = 0; step < parents_.size(); ++step) {
    const auto at = parents_.find(pid);
    if (at == parents_.end()) return false;
    pid = at->second;
    if (pid == from) return true;
  }
  return false;
}

}  // namespace lanescope
