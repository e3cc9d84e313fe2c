// Who holds what threads wait for: the GIL, which samples know, and locks, which nobody records.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/findings/facts.h"

namespace lanescope {

/// Who holds the GIL for most of the time in which a thread waits for it, and a second one that
/// holds it then for about as long. Null if there is none.
struct GilHolder {
  const HostThreadTime* thread = nullptr;
  const HostThreadTime* second = nullptr;
  std::vector<TimeRange> held;  // by the first, during those waits
  Ns second_held_ns = 0;
};

/// `waiting` is an index in HostTime::threads; the others are those of its process. Cost: a pass
/// over their states.
GilHolder gil_holder(const FindingFacts& facts, std::uint32_t waiting);
/// The place of the finding is then that of the holder. `meanwhile` says when it held the GIL:
/// "While it waits, ".
void say_gil_holder(const FindingFacts& facts, const GilHolder& holder, std::string_view meanwhile,
                    Finding& finding);

/// What another thread of the process did while `waiting`, an index in HostTime::threads, waited
/// for locks. Nobody records who holds a lock: it is the thread that works, sleeps or reads for
/// most of that time, best at one line. False if no single thread does.
bool say_lock_holder(const FindingFacts& facts, std::uint32_t waiting, Finding& finding);

}  // namespace lanescope
