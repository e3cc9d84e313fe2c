#include "core/store/laid_processes.h"

#include <algorithm>

namespace lanescope {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

JsonObject laid_processes(const TraceInfo& info) {
  const JsonValue* member = info.metadata.find(kLaidProcessesMember);
  if (member == nullptr || member->object() == nullptr) return {};
  JsonObject laid = *member->object();
  std::erase_if(laid, [](const JsonMember& one) {
    return !is_number(one.first) || (!one.second.is_null() && !is_number(one.second.to_text()));
  });
  return laid;
}

std::optional<std::string> laid_as(const JsonObject& laid, std::string_view pid) {
  const auto at = std::ranges::find(laid, pid, &JsonMember::first);
  if (at == laid.end()) return std::nullopt;
  return at->second.is_null() ? std::string() : at->second.to_text();
}

}  // namespace lanescope
