#include "capture/sampler/system/namespace_tids.h"

#include <array>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "capture/sampler/system/process_status.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostTextBytes = 8192;

std::optional<std::uint32_t> own_number(const ProcFolder& process, const char* path) {
  std::array<char, kMostTextBytes> room;
  return number_in_namespace(process.read(path, room).text);
}

}  // namespace

NamespaceTids::NamespaceTids(const ProcFolder& process)
    : is_in_another_(own_number(process, "status").has_value()) {}

void NamespaceTids::add(const ProcFolder& process, std::uint32_t tid) {
  if (!is_in_another_) return;
  const auto own = own_number(process, fmt::format("task/{}/status", tid).c_str());
  if (own) tids_.insert_or_assign(*own, tid);
}

void NamespaceTids::forget(std::uint32_t tid) {
  std::erase_if(tids_, [tid](const auto& one) { return one.second == tid; });
}

std::uint32_t NamespaceTids::tid_of(std::uint32_t own) const {
  if (!is_in_another_) return own;
  const auto at = tids_.find(own);
  return at != tids_.end() ? at->second : 0;
}

}  // namespace lanescope
