// The batches of a data loader, by the names of host events.
#pragma once

#include <vector>

#include "core/analysis/idle/data_loading.h"
#include "core/analysis/idle/host_activity.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The fetching of one batch.
struct FetchedBatch {
  TimeRange range;
  EventId event = EventId::None;
};

struct LoaderNames {
  std::vector<FetchedBatch> marked, framed;  // by PyTorch's annotations; by Python frames
  LoaderWorkers workers = LoaderWorkers::Unknown;
};

/// Cost: a pass over the host slices.
LoaderNames find_loader(const Snapshot& snapshot, const HostActivities& activities);

}  // namespace lanescope
