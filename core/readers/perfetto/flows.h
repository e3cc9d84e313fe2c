// Flows: the events with one id, in the order of time. Which of them begins a flow, and which ends
// it, is known only when all are read.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/build/tracks/worker_tables.h"
#include "core/readers/perfetto/tracks.h"

namespace lanescope::perfetto {

/// The flows of one event, which are added one after the other.
struct FlowRun {
  std::uint32_t first = 0, count = 0;
};

/// A flow that an event begins, continues or ends.
struct FlowEvent {
  std::uint64_t id = 0;
  Ns time_ns = 0;
  Place place;
  LocalId lane = 0;
  CategoryKind category = CategoryKind::Other;
  bool terminates = false;
  std::optional<std::int64_t> autograd = std::nullopt;  // the "Sequence number" of an operator
};

/// What the flows of one kind are in a file of this program.
struct WrittenFlowKind {
  std::optional<std::string> category;
  std::string name;
};

class Flows {
 public:
  Flows(RawBatch& batch, WorkerTables& tables) : batch_(&batch), tables_(&tables) {}

  /// The number of the next flow.
  [[nodiscard]] std::uint32_t next() const {
    return static_cast<std::uint32_t>(batch_->flows.size());
  }
  void add(const FlowEvent& event);
  /// The flows are on that slice; none if it is not kept.
  void bind(const FlowRun& run, RawRef slice);
  /// The same of flows that an end has. They come in order as of that end; what is on a slice is
  /// where that begins.
  void bind_end(const FlowRun& run, RawRef slice, Ns begin_ns);
  /// The file is one of this program, which tells kinds by ids; see core/store/own_members.h.
  void take_written(std::span<const WrittenFlowKind> kinds);
  /// Perfetto's flows have no names. Those to GPU work are called "ac2g" and those between
  /// operators of one autograd sequence number "fwdbwd", as in torch.profiler traces, others
  /// "flow".
  void finish(const Tracks& tracks);

 private:
  /// One flow, or several with one id.
  void finish_flow(std::span<const std::uint32_t> halves, const Tracks& tracks);
  /// False if it is none that this program wrote.
  bool finish_written(std::span<const std::uint32_t> halves);
  void move_to_begins(std::span<const std::uint32_t> halves);
  [[nodiscard]] bool is_autograd(std::span<const std::uint32_t> halves) const;
  enum class FlowName : std::uint8_t { ToGpu, Operators, Other };
  std::uint16_t number_of(FlowName name);

  RawBatch* batch_;
  WorkerTables* tables_;
  struct Carrier {
    LocalId lane;
    CategoryKind category;
    std::optional<std::int64_t> autograd;
  };
  struct Begin {
    RawRef slice;
    Ns time_ns;
  };
  std::unordered_map<std::uint32_t, Begin> begins_;      // of halves on ends
  std::vector<Carrier> carriers_;                        // by flow half
  std::array<std::optional<std::uint16_t>, 3> numbers_;  // by name, once it is used
  std::vector<std::uint16_t> written_;                   // kinds, as the file numbers them
};

}  // namespace lanescope::perfetto
