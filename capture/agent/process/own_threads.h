// The threads that the agent has made in the program.
#pragma once

namespace lanescope::agent {

/// Runs `body` on a new detached thread on which no signal arrives. False: none could be made.
bool run_thread(void (*body)());

/// Every thread of the program has ended, its first by pthread_exit, so that the process lives on
/// ours alone. Cost: a file of /proc.
bool only_own_threads_are_left();

/// In the child after a fork, which has none of them.
void forget_own_threads();

}  // namespace lanescope::agent
