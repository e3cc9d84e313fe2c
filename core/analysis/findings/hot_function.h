// The Python function that takes most of a program's time with the GIL held.
#pragma once

#include <array>
#include <cstdint>

#include "core/analysis/findings/rules.h"

namespace lanescope {

/// What is known of the main thread when its functions are judged.
struct HotFunctionCase {
  std::uint32_t main = 0;  // an index in HostTime::threads
  Ns awaited_ns = 0;       // how long it waits for locks or other threads, or has nothing to do
  bool idle = false;       // it has nothing to do for most of its time
  bool in_loop = false;    // all it does is in one callback of an event loop
  /// Who another finding names as the GIL's holder; null if none does.
  const HostThreadTime* named = nullptr;
  /// Functions that other findings have told to be too slow in the main thread; Empty if none has.
  std::array<StringId, 2> told{StringId::Empty, StringId::Empty};
};

/// Adds a finding if one function runs with the GIL held for much of the main thread's time, or for
/// much of that of a thread which it waits for. Time that it waits for a CPU meanwhile counts too:
/// other programs do not make a function fast. Returns whether it is one of another thread. Cost: a
/// pass over the functions.
bool judge_hot_function(const FindingFacts& facts, const HotFunctionCase& of, RuleAnswer& answer);

}  // namespace lanescope
