#include "capture/agent/agent.h"

namespace lanescope::agent {

void set_off(Off reason, bool on) {
  const auto bit = static_cast<std::uint32_t>(reason);
  if (on)
    off_reasons.fetch_or(bit, std::memory_order_relaxed);
  else
    off_reasons.fetch_and(~bit, std::memory_order_relaxed);
}

}  // namespace lanescope::agent
