#include "core/analysis/host_time/sampling.h"

#include <algorithm>

namespace lanescope {

Ns sampling_period_ns(const Snapshot& snapshot) {
  constexpr Ns kAssumed = 5'000'000;  // what profilers use that take 200 samples a second
  Ns longest_ns = 0;
  if (const JsonObject* const members = snapshot.info.metadata.object()) {
    for (const auto& [key, value] : *members) {
      const JsonValue* const period =
          key.starts_with("samples ") ? value.find("period_ns") : nullptr;
      if (period != nullptr) longest_ns = std::max(longest_ns, period->as_int());
    }
  }
  return longest_ns > 0 ? longest_ns : kAssumed;
}

std::int64_t recorded_cpus(const Snapshot& snapshot) {
  const JsonValue* const capture = snapshot.info.metadata.find("capture");
  const JsonValue* const cpus = capture == nullptr ? nullptr : capture->find("cpus");
  return cpus == nullptr ? 0 : std::max<std::int64_t>(0, cpus->as_int());
}

}  // namespace lanescope
