// GlobalTables: the local numbers of all workers, merged. Texts are decoded and interned once each;
// tracks are merged by their canonical process and thread texts (25738 and "25738" are the same)
// and sorted, so that ids do not depend on which worker read what.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/text/string_table.h"
#include "core/build/tracks/worker_tables.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct GlobalSliceKind {
  TrackId track = TrackId::None;
  CategoryId category = CategoryId::None;
  CategoryKind kind = CategoryKind::Other;
  RawPhase phase = RawPhase::Complete;
};

/// Maps one worker's local numbers to global ones.
struct WorkerMap {
  std::vector<StringId> texts;  // by LocalId of WorkerTables::texts
  std::vector<CategoryId> categories;
  std::vector<TrackId> tracks;
  std::vector<GlobalSliceKind> lanes;
  std::vector<std::uint32_t> counters;
  std::vector<std::uint16_t> flow_kinds;
};

struct GlobalCounter {
  StringId process = StringId::Empty, name = StringId::Empty, series = StringId::Empty;
};

struct GlobalTables {
  std::shared_ptr<const StringTable> strings;
  std::vector<WorkerMap> workers;
  std::vector<Category> categories;
  std::vector<Track> tracks;  // identity only: no slices yet
  std::vector<GlobalCounter> counters;
  std::vector<StringId> counter_process_names;
  std::vector<FlowKind> flow_kinds;
};

/// No worker may be parsing during the call. Cost: proportional to the number of distinct texts.
GlobalTables merge_tables(std::span<const std::unique_ptr<WorkerTables>> workers);

}  // namespace lanescope
