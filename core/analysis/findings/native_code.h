// What a thread runs of machine code that is not Python's own interpreter, and from where.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/findings/rules.h"

namespace lanescope {

/// Adds a note if a thread, an index in HostTime::threads, runs code of one library, or of the
/// program's own executable, for much of its time: there may be nothing to fix, but it is where the
/// time is. What the C library or the kernel does counts for who calls it, and what the interpreter
/// runs is Python's. Recordings without native stacks do not know. Cost: two passes over the
/// thread's samples.
void judge_native_code(const FindingFacts& facts, std::uint32_t thread, RuleAnswer& answer);

/// Of machine code, what the other threads of a process ran while `waiting`, an index in
/// HostTime::threads, waited for locks, and what called it; the place of a finding that has none.
/// Says nothing unless it is one function for most of that time. Cost: a pass over the samples of
/// the process.
void say_native_meanwhile(const FindingFacts& facts, std::uint32_t waiting,
                          const std::vector<TimeRange>& waits, Finding& finding);

/// How much the process of a thread read from disk, and in how many major page faults, while that
/// thread waited for page faults. Says nothing where the recording has no such counters. Cost: a
/// pass over the counters.
void say_page_faults(const FindingFacts& facts, std::uint32_t thread, Finding& finding);

}  // namespace lanescope
