// Links: kernel -> launch call -> operator -> enclosing operators, and Python frame -> enclosing
// frame. The rules are those of the trace format: a GPU event and its launch call share
// args.correlation; a call belongs to the innermost operator open at its start on its thread.
// "External id" is used only where it is not a copy of the correlation: for GPU work whose launch
// call is not in the file, and to distinguish launches that share a correlation
// (shared_launches.h).
#pragma once

#include <memory>
#include <span>

#include "core/build/tracks/issue_log.h"
#include "core/build/tracks/track_builder.h"

namespace lanescope {

struct LinkInput {
  std::span<const RawBatch> batches;
  const GlobalTables& tables;
  BuiltTracks& built;  // chunks with their first_id set; their link columns are filled in
  Ns slack_ns = 0;     // how far a child may outlast its parent: 1 µs in whole-microsecond files
  unsigned threads = 1;
  const FlowTable* flows = nullptr;  // if known: arrows distinguish launches that share an id
};

struct BuiltLinks {
  std::shared_ptr<const LaunchIndex> launches;
  LinkCounts kernels;
  LinkCounts gpu_events;    // kernels, copies and fills
  LinkCounts device_work;   // of other accelerators
  bool asks_flows = false;  // launches share ids, and no flows were given
  IssueLog issues;
};

/// Cost: linear in the number of slices; host threads are processed in parallel.
BuiltLinks build_links(const LinkInput& input);

}  // namespace lanescope
