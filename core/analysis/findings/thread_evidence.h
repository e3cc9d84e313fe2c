// What rules about threads say in the same way: which thread, where, and when it did something.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/findings/facts.h"
#include "core/analysis/host_time/host_states.h"

namespace lanescope {

/// "the main thread", else "thread loader" or "thread 4711". A process of which only one thread was
/// sampled, without a number that says otherwise, has only that one.
std::string thread_words(const FindingFacts& facts, std::uint32_t thread);
/// The same at the beginning of a sentence: "The main thread", "Thread loader".
std::string subject_words(const FindingFacts& facts, std::uint32_t thread);

/// A thread without a name of its own is "thread 4711", and the main one "the main thread".
void say_thread(const FindingFacts& facts, std::string_view before, const HostThreadTime& thread,
                std::string after, EventId event, Finding& finding);

/// Code is where the finding is. Nothing for None.
void say_place(const FindingFacts& facts, EventId code, std::string_view words, Finding& finding,
               const std::string& how_long = "");

/// The class of a state by its name.
HostState state_named(const FindingFacts& facts, StringId state);

/// The states of a thread, an index in HostTime::threads.
const Track& states_of(const FindingFacts& facts, std::uint32_t thread);

/// When a thread is in certain states in the judged time, merged. A wait for another thread is no
/// wait for a lock. Cost: HostStateTimes once, then its stretches.
std::vector<TimeRange> times_in(const FindingFacts& facts, std::uint32_t thread,
                                bool (*is)(HostState));

}  // namespace lanescope
