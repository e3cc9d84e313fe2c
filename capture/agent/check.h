// LANESCOPE_AGENT_CHECK(condition, expected): states an invariant of the agent, where it is relied
// on.
//
//   if (!LANESCOPE_AGENT_CHECK(depth_ < kMaxDepth, "room for one more frame")) return false;
//
// The agent is a guest in somebody else's program, whose hours of work are worth more than a
// recording, so that a check which does not hold must not end it, print to its stderr, or go on
// with what is wrong: the agent stops recording for good, tells the viewer and the log, and whoever
// asked leaves without doing what relied on it. In the agent's tests the same ends the run.
//
// For faults of the agent only. What the program, CUPTI, Python or the viewer hand over may be
// anything and is no fault. Cost: a comparison; -DLANESCOPE_CHECKS=OFF compiles the checks out, and
// then the condition is not evaluated.
#pragma once

namespace lanescope::agent {

/// False. The first fault stops recording and is told, further ones are not. Any thread; does not
/// allocate, waits for nobody.
[[gnu::cold, gnu::noinline]] bool note_fault(const char* file, int line, const char* condition,
                                             const char* expected);

/// The condition of the first fault, for tests; null: there was none.
const char* first_fault();
/// For tests, which have faults on purpose.
void forget_fault();

}  // namespace lanescope::agent

#if defined(LANESCOPE_NO_CHECKS)
#define LANESCOPE_AGENT_CHECK(condition, expected) \
  (static_cast<void>(sizeof(static_cast<bool>(condition))), true)
#else
// The name of the file without its folders: the agent's library does not tell where it was built.
#define LANESCOPE_AGENT_CHECK(condition, expected)      \
  (__builtin_expect(static_cast<bool>(condition), true) \
       ? true                                           \
       : ::lanescope::agent::note_fault(__FILE_NAME__, __LINE__, #condition, expected))
#endif
