// The threads that the agent has created in the program.
#pragma once

namespace lanescope::agent {

/// Runs `body` on a new detached thread with all signals blocked. False: no thread could be
/// created.
bool run_thread(void (*body)());

/// Whether every thread of the program has ended, the main thread by pthread_exit, so that only the
/// agent's threads keep the process alive. Cost: reads one file in /proc.
bool only_own_threads_are_left();

/// In the child after a fork, where none of them exist.
void forget_own_threads();

}  // namespace lanescope::agent
