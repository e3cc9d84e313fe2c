// What a thread runs of machine code that is not Python's own interpreter, and from where.
#pragma once

#include <cstdint>

#include "core/analysis/findings/rules.h"

namespace lanescope {

/// Adds a note if a thread, an index in HostTime::threads, runs code of one library, or of the
/// program's own executable, for much of its time: there may be nothing to fix, but it is where the
/// time is. What the C library or the kernel does counts for who calls it, and what the interpreter
/// runs is Python's. Recordings without native stacks do not know. Cost: two passes over the
/// thread's samples.
void judge_native_code(const FindingFacts& facts, std::uint32_t thread, RuleAnswer& answer);

/// How much the process of a thread read from disk, and in how many major page faults, while that
/// thread waited for page faults. Says nothing where the recording has no such counters. Cost: a
/// pass over the counters.
void say_page_faults(const FindingFacts& facts, std::uint32_t thread, Finding& finding);

}  // namespace lanescope
