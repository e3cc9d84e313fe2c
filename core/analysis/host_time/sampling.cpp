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

}  // namespace lanescope
