// The finding about a thread that waits for processes: its workers, or programs that it runs.
#pragma once

#include <cstdint>

#include "core/analysis/findings/rules.h"

namespace lanescope {

/// Adds a finding if a thread, an index in HostTime::threads, waits for long for processes that its
/// process started, sampled or not; and a note if those could use more CPUs. False if it does not.
/// Cost: a pass over its states and those of the processes.
bool judge_worker_processes(const FindingFacts& facts, std::uint32_t thread, RuleAnswer& answer);

}  // namespace lanescope
