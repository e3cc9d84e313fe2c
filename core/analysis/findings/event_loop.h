// Code that keeps an event loop of asyncio from its other tasks.
#pragma once

#include <cstdint>
#include <optional>

#include "core/analysis/findings/rules.h"

namespace lanescope {

/// The function of the program's own code that has most of an event loop's time between two looks
/// for events, with what it calls.
struct LoopBlocker {
  StringId function = StringId::Empty;
  EventId event = EventId::None;  // its longest stretch
  Ns total_ns = 0;
  Ns slept_ns = 0;   // of it, in sleep()
  Ns waited_ns = 0;  // of it, for locks, disks, pipes and sockets, and other processes
  /// The recording begins in it and has no other callback: it may be the loop's only task.
  bool may_be_alone = false;

  /// Whether it blocks the loop by waiting rather than by computing.
  [[nodiscard]] bool waits() const { return slept_ns + waited_ns > total_ns / 2; }
  /// Then it is no finding about the loop, but as any function that takes most of the time.
  [[nodiscard]] bool may_be_program() const { return may_be_alone && !waits(); }
};

/// Returns that function if it has much of the time of the thread, an index in HostTime::threads,
/// and adds a finding unless it may be the program; nullopt also if it runs no event loop of
/// asyncio.
std::optional<LoopBlocker> judge_event_loop(const FindingFacts& facts, std::uint32_t thread,
                                            RuleAnswer& answer);

/// The same of the other threads of the process of `main`, which waits for them, or has nothing to
/// do, for `awaited_ns`: a finding about the loop with most of the time that is lost.
void judge_event_loops_of_threads(const FindingFacts& facts, std::uint32_t main, Ns awaited_ns,
                                  RuleAnswer& answer);

}  // namespace lanescope
