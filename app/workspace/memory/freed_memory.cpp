#include "app/workspace/memory/freed_memory.h"

#include "core/base/process_memory.h"
#include "core/base/threads/task_pool.h"

namespace lanescope {

void FreedMemory::follow(bool loading, bool computing) {
  const bool keep = computing && !loading;
  if (keep == kept_) return;
  kept_ = keep;
  if (keep) return keep_freed_memory();
  map_large_blocks();
  // If no thread can be had, the next load returns it.
  if (!loading) (void)task_pool().submit(Urgency::Later, [] { return_freed_memory(); });
}

}  // namespace lanescope
