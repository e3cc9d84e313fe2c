// How much communication is exposed, which collectives is it, and how well do they use the wires?
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

/// Collectives of one kind, group, element type and size.
struct CommRow {
  /// Without durations and rates. Its name is the kernel's where the trace has no arguments.
  Collective collective;
  bool has_arguments = false;
  std::uint64_t count = 0;
  Ns total_ns = 0;
  Ns exposed_ns = 0;  // while nothing computes and no collective that started earlier goes on
  Ns min_ns = 0, max_ns = 0;
  EventId longest = EventId::None;
  // Over all of them, and of the shortest, which waits least for other ranks. nullopt where size or
  // kind is not known, or no time passes.
  std::optional<double> algorithm_gb_per_s, bus_gb_per_s, best_bus_gb_per_s;
};

struct CommStep {
  StringId name = StringId::Empty;
  Ns begin_ns = 0;
  Ns length_ns = 0;
  Ns comm_ns = 0;     // in which anything communicates
  Ns exposed_ns = 0;  // and nothing computes
};

/// A kernel that takes longer while collectives run: they take its multiprocessors and bandwidth.
struct SlowedKernel {
  StringId name = StringId::Empty;
  std::uint64_t beside = 0, alone = 0;  // runs with and without communication
  double mean_beside_ns = 0, mean_alone_ns = 0;

  [[nodiscard]] double extra_ns() const {
    return static_cast<double>(beside) * (mean_beside_ns - mean_alone_ns);
  }
};

struct CommDevice {
  std::int64_t device = -1;
  Ns window_ns = 0;
  std::uint64_t kernels = 0;
  Ns total_ns = 0;    // in which anything communicates
  Ns exposed_ns = 0;  // the sum of the rows', and what the breakdown of GPU time says
  Ns with_compute_ns = 0, with_memory_ns = 0;
  Ns concurrent_ns = 0;         // in which two or more collectives go on
  std::vector<CommRow> rows;    // by total time, then name
  std::vector<CommStep> steps;  // that start in the window
  std::vector<SlowedKernel>
      slowed;  // compute kernels, of those with enough runs of both kinds, by extra time

  /// The share of communication that is hidden behind compute; nullopt without any.
  [[nodiscard]] std::optional<double> overlap_pct() const;
};

struct CommTable {
  std::vector<CommDevice> devices;  // by number; those that communicate
  bool arguments_read = false;      // else nothing is known of the collectives but their names
};

/// Collectives that start in the window; times are clipped to it. Pure; complete snapshots only.
/// Cost: a pass over the GPU events, and the text of every collective is read.
CommTable analyse_comm(const Snapshot& snapshot, const AnalysisWindow& window,
                       const ReadEvent& read);

}  // namespace lanescope
