// Flows: the events with one id, in the order of time. Which of them begins a flow, and which ends
// it, is known only when all are read.
#pragma once

#include <cstdint>
#include <vector>

#include "core/build/tracks/worker_tables.h"
#include "core/readers/perfetto/tracks.h"

namespace lanescope::perfetto {

/// The flows of one event, which are added one after the other.
struct FlowRun {
  std::uint32_t first = 0, count = 0;
};

class Flows {
 public:
  Flows(RawBatch& batch, WorkerTables& tables) : batch_(&batch), tables_(&tables) {}

  /// The number of the next flow.
  [[nodiscard]] std::uint32_t next() const {
    return static_cast<std::uint32_t>(batch_->flows.size());
  }
  void add(std::uint64_t id, Ns time_ns, LocalId lane, Place place, bool terminates);
  /// The flows are on that slice; none if it is not kept.
  void bind(const FlowRun& run, RawRef slice);
  /// Arrows to GPU work are called "ac2g", as in torch.profiler traces, others "flow".
  void finish(const Tracks& tracks);

 private:
  void finish_flow(const std::vector<std::uint32_t>& order, std::size_t begin, std::size_t end,
                   bool gpu);
  std::uint16_t kind(const char* name);

  RawBatch* batch_;
  WorkerTables* tables_;
  std::vector<LocalId> lanes_;  // by flow half
};

}  // namespace lanescope::perfetto
