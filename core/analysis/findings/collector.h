// Python's garbage collector, by the machine code of the interpreter that was sampled.
#pragma once

#include <cstdint>

#include "core/analysis/findings/rules.h"

namespace lanescope {

/// Adds a finding if the garbage collector runs for much of the time of a thread, an index in
/// HostTime::threads. It is called within whatever Python function happens to allocate, or calls
/// gc.collect(): returns that function if the collector is most of what it runs for, otherwise
/// Empty. Recordings without native stacks do not know. Cost: a pass over the thread's samples.
StringId judge_collector(const FindingFacts& facts, std::uint32_t thread, RuleAnswer& answer);

}  // namespace lanescope
