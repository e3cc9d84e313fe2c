#include "core/readers/rocm/gpu_hosts.h"

#include "core/base/check.h"
#include "core/base/time.h"

namespace lanescope {

GpuHosts::Key GpuHosts::key(const RocmHost& host) {
  Key own(host.machine, host.name);
  if (!first_) first_ = own;
  return own == Key() ? *first_ : own;
}

std::int64_t GpuHosts::number(const RocmHost& host, std::int64_t index) {
  const auto [at, fresh] = numbers_.try_emplace({key(host), index}, index);
  if (!fresh) return at->second;
  LANESCOPE_CHECK(taken_.size() < numbers_.size(), "{} GPUs with at most a number each",
                  numbers_.size());
  if (taken_.contains(index)) at->second = saturating_add(*taken_.rbegin(), 1);
  taken_.insert(at->second);
  return at->second;
}

std::string_view GpuHosts::label(const RocmHost& host) {
  const Key own = key(host);  // sets first_
  if (own == *first_) return {};
  return host.name.empty() ? host.machine : host.name;
}

}  // namespace lanescope
