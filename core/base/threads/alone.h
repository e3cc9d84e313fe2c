// For the page where the browser gives no threads: tasks and loads then run between two frames, on
// the only thread. Everywhere else these functions have nothing to do.
#pragma once

#include <chrono>

namespace lanescope {

/// False only in the page without threads.
[[nodiscard]] bool has_threads();

/// Without threads: runs tasks that wait, one after the other, until `most` has passed. True: more
/// are waiting. Main thread, while no task runs. Cost: the last task may take longer than `most`.
bool run_waiting_tasks(std::chrono::milliseconds most);

}  // namespace lanescope
