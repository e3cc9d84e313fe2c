// Who holds what threads wait for: the GIL, which samples know, and locks, which nobody records.
#pragma once

#include <cstdint>

#include "core/analysis/findings/facts.h"

namespace lanescope {

/// Who holds the GIL the most, and a second one that holds it for about as long. Null if there is
/// none.
struct GilHolder {
  const HostThreadTime* thread = nullptr;
  const HostThreadTime* second = nullptr;
};

/// Of the threads of a process without `waiting`, one of HostTime::threads.
GilHolder gil_holder(const HostTime& time, const HostThreadTime& waiting);
/// The place of the finding is then that of the holder.
void say_gil_holder(const FindingFacts& facts, const GilHolder& holder, Finding& finding);

/// What another thread of the process did while `waiting`, an index in HostTime::threads, waited
/// for locks. Nobody records who holds a lock: it is the thread that works, sleeps or reads for
/// most of that time, best at one line. False if no single thread does.
bool say_lock_holder(const FindingFacts& facts, std::uint32_t waiting, Finding& finding);

}  // namespace lanescope
