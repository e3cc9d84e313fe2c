// One rank of a run as it is drawn: its steps, what its GPUs or its host did, its streams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/bytes/file_stamp.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/ranks/rank_activity.h"
#include "core/ranks/rank_trace.h"
#include "core/store/snapshot.h"
#include "core/view/timeline/strip_index.h"

namespace lanescope {

/// Whose activity the row of a rank shows. Ranks of one run are compared by the first that any has.
enum class RankWork : std::uint8_t {
  Gpu,
  Operators,  // no GPU work: operators and collectives on the host
  Threads,    // neither: threads that were sampled from outside
  Unknown,    // none of these
};

/// A step of one rank, on its own clock. The wait times are filled in once all ranks are known.
struct RankStepPicture {
  std::string name;  // "ProfilerStep#3"
  TimeRange range;
  Ns compute_ns = 0, exposed_comm_ns = 0,
     exposed_memory_ns = 0;              // sum over its GPUs; of the host as drawn
  Ns wait_caused_ns = 0, waited_ns = 0;  // as in StragglerRow
};

/// A stream of the rank's GPUs.
struct RankStream {
  TrackId track = TrackId::None;
  std::string title, facts;  // "stream 7", "compute · 62 % in steps"
  std::uint32_t rows = 1;    // rows shown
};

/// Immutable once its run is complete; any thread may read it.
struct RankPicture {
  std::string file;  // with its folder
  std::string host;  // from the file's name; empty if not in it
  TimeRange extent;  // on its own clock
  std::uint64_t events = 0;
  bool cut_off = false;  // the file is truncated, or damaged
  bool damaged = false;
  bool changed = false;                // it was written to while the ranks were being read
  FileStamp stamp;                     // of the file when it was read
  std::vector<RankStepPicture> steps;  // by time
  RankWork work = RankWork::Gpu;
  /// Time in which any of its GPUs is in this state; if they are in several, the first of these.
  /// Without GPU work, `compute` is when any operator runs, or any thread that was sampled.
  StripIndex compute{{}}, exposed_comm{{}}, exposed_memory{{}};
  std::vector<RankStream> streams;
  /// For the streams; null if the run is too large to keep all snapshots in memory.
  std::shared_ptr<const Snapshot> snapshot;
  std::size_t snapshot_bytes = 0;
};

/// Pure. Cost: a pass over the GPU events, or those of the host, plus that of build_lane_tree.
RankPicture make_rank_picture(const RankTrace& rank, std::shared_ptr<const Snapshot> snapshot,
                              const RankActivity& activity, std::string file);

}  // namespace lanescope
