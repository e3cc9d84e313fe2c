#include "capture/agent/process/variables.h"

#include <atomic>
#include <cstring>
#include <string_view>
#include <unistd.h>

#include "capture/agent/process/own_memory.h"

namespace lanescope::agent {
namespace {

/// A list that is reallocated during the walk may lack its terminator.
constexpr std::size_t kMostVariables = 1U << 14;
constexpr int kMostWalks = 4;
constexpr std::size_t kMostName = 64;

char** list_now() {
  return std::atomic_ref(environ).load(std::memory_order_acquire);
}

/// The part after the name in "NAME=value"; null if it is another variable or no longer there.
const char* value_in(const char* entry, std::string_view name) {
  char begin[kMostName];
  const std::string_view copied = copy_text(entry, begin, name.size() + 1);
  const bool is_it =
      copied.size() == name.size() + 1 && copied.starts_with(name) && copied.back() == '=';
  return is_it ? entry + copied.size() : nullptr;
}

const char* walk(char** list, std::string_view name, char* to, std::size_t most) {
  for (std::size_t at = 0; at < kMostVariables; ++at) {
    const char* entry = nullptr;
    if (!copy_memory(&entry, list + at, sizeof entry) || entry == nullptr) return nullptr;
    const char* const value = value_in(entry, name);
    if (value == nullptr) continue;
    const std::string_view copied = copy_text(value, to, most);
    return copied.data() != nullptr && copied.size() < most ? to : nullptr;
  }
  return nullptr;
}

}  // namespace

const char* variable(const char* name, char* to, std::size_t most) {
  const std::size_t bytes = std::strlen(name);
  if (bytes >= kMostName || most == 0) return nullptr;
  char** list = list_now();
  for (int walks = 0; walks < kMostWalks && list != nullptr; ++walks) {
    const char* const found = walk(list, {name, bytes}, to, most);
    char** const after = list_now();
    if (found != nullptr || after == list) return found;
    list = after;
  }
  return nullptr;
}

}  // namespace lanescope::agent
