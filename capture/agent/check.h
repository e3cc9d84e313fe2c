// LANESCOPE_AGENT_CHECK(condition, expected): checks an invariant of the agent where it is relied
// on.
//
//   if (!LANESCOPE_AGENT_CHECK(depth_ < kMaxDepth, "room for one more frame")) return false;
//
// The agent is a guest in somebody else's program, whose hours of work are worth more than a
// recording. A failed check must therefore not end the program, print to its stderr, or continue
// with bad state: the agent stops recording permanently, reports the failure to the viewer and the
// log, and the caller returns without doing what relied on the condition. In the agent's own tests,
// a failed check fails the run.
//
// Only for bugs in the agent. Input from the program, CUPTI, Python or the viewer may be anything
// and must not trigger one. Cost: one comparison. -DLANESCOPE_CHECKS=OFF compiles checks out; the
// condition is then not evaluated.
#pragma once

namespace lanescope::agent {

/// Returns false. The first fault stops recording and is reported; later ones are ignored. Any
/// thread; does not allocate or wait.
[[gnu::cold, gnu::noinline]] bool note_fault(const char* file, int line, const char* condition,
                                             const char* expected);

/// The condition of the first fault, for tests; null if there was none.
const char* first_fault();
/// For tests that cause faults on purpose.
void forget_fault();

}  // namespace lanescope::agent

#if defined(LANESCOPE_NO_CHECKS)
#define LANESCOPE_AGENT_CHECK(condition, expected) \
  (static_cast<void>(sizeof(static_cast<bool>(condition))), true)
#else
// The file name without its folder, so that the agent's library does not reveal where it was built.
#define LANESCOPE_AGENT_CHECK(condition, expected)      \
  (__builtin_expect(static_cast<bool>(condition), true) \
       ? true                                           \
       : ::lanescope::agent::note_fault(__FILE_NAME__, __LINE__, #condition, expected))
#endif
