#include "core/readers/rows/missing_launches.h"

#include <algorithm>
#include <vector>

#include "core/base/check.h"

namespace lanescope {

std::uint64_t work_without_launch(const RawBatch& batch, const WorkerTables& tables,
                                  const RawSliceStore& store) {
  const auto kind_of = [&](const RawLink& link) {
    const LocalId lane = store[link.slice].lane;
    LANESCOPE_CHECK(lane < tables.lanes.items().size(), "one of {} lanes, not {}",
                    tables.lanes.items().size(), lane);
    return tables.categories[tables.lanes.items()[lane].category].kind;
  };
  std::vector<std::uint32_t> calls;
  for (const RawLink& link : batch.links) {
    if (link.correlation != 0 && kind_of(link) == CategoryKind::HostCall)
      calls.push_back(link.correlation);
  }
  std::ranges::sort(calls);
  return static_cast<std::uint64_t>(std::ranges::count_if(batch.links, [&](const RawLink& link) {
    return is_gpu_work(kind_of(link)) && !std::ranges::binary_search(calls, link.correlation);
  }));
}

}  // namespace lanescope
