// How much communication is exposed, in which collectives, and their bandwidth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/comm/collective.h"
#include "core/analysis/events/window.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// Collectives of one kind, group, element type and size.
struct CommRow {
  /// Without rates. The name is the kernel's if neither arguments nor NCCL's NVTX ranges tell.
  Collective collective;
  bool has_arguments = false;
  std::uint64_t count = 0;
  Ns total_ns = 0;
  Ns exposed_ns = 0;  // while nothing computes and no collective that started earlier is running
  Ns min_ns = 0, max_ns = 0;
  EventId longest = EventId::None;
  // Over all of them; `best` is that of the shortest, which waits least for other ranks. nullopt if
  // the size or kind is unknown, or the duration is 0.
  std::optional<double> algorithm_gb_per_s, bus_gb_per_s, best_bus_gb_per_s;
};

/// A single collective.
struct CommCall {
  std::string name;  // of the collective or of the NCCL call, else empty
  StringId kernel = StringId::Empty;
  EventId event = EventId::None;  // the kernel
  EventId call = EventId::None;   // NCCL's NVTX range around the launch
  std::optional<std::int64_t> bytes;
  TimeRange range;
  Ns exposed_ns = 0;
};
inline constexpr std::size_t kMostCommCalls = 100;

struct CommStep {
  StringId name = StringId::Empty;
  Ns begin_ns = 0;
  Ns length_ns = 0;
  Ns comm_ns = 0;     // while anything communicates
  Ns exposed_ns = 0;  // of that, while nothing computes
};

/// A kernel that is slower while collectives run, which take multiprocessors and bandwidth from it.
struct SlowedKernel {
  StringId name = StringId::Empty;
  std::uint64_t beside = 0, alone = 0;  // runs with and without communication
  double mean_beside_ns = 0, mean_alone_ns = 0;

  [[nodiscard]] double extra_ns() const {
    return static_cast<double>(beside) * (mean_beside_ns - mean_alone_ns);
  }
};

struct CommDevice {
  std::int64_t device = -1;  // -1: the host, of a trace without GPU events
  Ns window_ns = 0;
  std::uint64_t kernels = 0;  // or collectives of the host
  Ns total_ns = 0;            // while anything communicates
  Ns exposed_ns = 0;          // the sum over the rows; the same as in GpuTimeDevice
  Ns with_compute_ns = 0, with_memory_ns = 0;
  Ns concurrent_ns = 0;         // while two or more collectives are running
  std::vector<CommRow> rows;    // by total time, then name
  std::vector<CommCall> calls;  // the slowest ones first, at most kMostCommCalls
  std::vector<CommStep> steps;  // that start in the window
  /// Compute kernels with enough runs of both kinds, by extra time.
  std::vector<SlowedKernel> slowed;

  [[nodiscard]] bool is_host() const { return device < 0; }
  /// The percentage of communication that overlaps compute; nullopt without communication.
  [[nodiscard]] std::optional<double> overlap_pct() const;
};

struct CommTable {
  std::vector<CommDevice> devices;  // by number; only devices that communicate
  bool arguments_read = false;      // false: only the names of collectives are known
};

/// Considers collectives that overlap the window. Durations in rows are not clipped to it; exposed
/// times and those of the device are. Without GPU events it considers collectives of the host, such
/// as gloo's, and operators as what computes. Pure; complete snapshots only. Cost: a pass over the
/// GPU events, and the text of every collective is read.
CommTable analyse_comm(const AnalysisResults& in);

}  // namespace lanescope
