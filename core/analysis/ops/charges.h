// Charges GPU work and memory to the operator that caused it and to everything around it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/window.h"
#include "core/analysis/host/graph_origins.h"
#include "core/analysis/ops/annotation_tree.h"
#include "core/analysis/ops/rows.h"
#include "core/store/slice_finder.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The annotations of each track; empty for tracks other than host threads.
using AnnotationTrees = std::vector<AnnotationTree>;
/// How annotations are recognized: old traces record them as operators, recognizable by PyTorch's
/// names.
enum class RangesBy : std::uint8_t { Category, CategoryOrName };
/// Cost: a pass over the categories of the host slices, and for CategoryOrName one over the
/// distinct names.
AnnotationTrees find_annotations(const Snapshot& snapshot, RangesBy by = RangesBy::Category);
/// find_annotations() by category as a shared result.
struct HostAnnotations {
  static constexpr bool kOfTrace = true;
  AnnotationTrees trees;
};
/// Adds slices of a chunk, in any order, to the tree. They must be later than what it already has.
void add_ranges(const TrackChunk& chunk, std::vector<std::uint32_t> slices, AnnotationTree& tree);

class OpCharges {
 public:
  struct Input {
    const Snapshot& snapshot;
    const AnalysisWindow& window;
    const AnnotationTrees& annotations;
    const std::vector<EventId>& instant_ops;  // ops_of_instants(), for records of memory
    const OpGroups& groups;
    const GraphOrigins* graphs = nullptr;  // null: work of graphs belongs to the replay
  };
  OpCharges(const Input& in, OpRows& rows)
      : snapshot_(in.snapshot),
        window_(in.window),
        annotations_(in.annotations),
        instant_ops_(in.instant_ops),
        groups_(in.groups),
        graphs_(in.graphs),
        rows_(rows),
        hints_(in.annotations.size()),
        captured_rows_(in.graphs == nullptr ? 0 : in.graphs->sites.size()) {}

  /// Charges each GPU event to the operator around its launch call. Of a chosen range, what ran in
  /// it counts, cut at its ends, wherever it was launched; of other windows, what was launched by
  /// the calls that start in it. False if there are no GPU events.
  bool charge_gpu_events();
  /// Charges each [memory] record to the operator running on its thread, ends included; of a chosen
  /// range, the records in it. False if there are none.
  bool charge_memory();
  /// Of GPU work in the window that charge_gpu_events() could not charge: its launch is unknown.
  [[nodiscard]] Ns unlaunched_ns() const { return unlaunched_ns_; }
  /// The kernels that charge_gpu_events() counted where they were captured.
  [[nodiscard]] const GraphCounts& graph_counts() const { return graph_counts_; }

 private:
  /// Where a charge starts.
  struct Site {
    const TrackChunk* chunk = nullptr;
    TrackId track = TrackId::None;
    EventId op = EventId::None;  // innermost operator
    Ns time_ns = 0;
    const GraphOrigins::Node* node = nullptr;  // of a replay: where it was captured
  };
  struct GpuWork {
    TimeRange range;
    EventId link = EventId::None;
    bool is_kernel = false;
    const GraphOrigins::Node* node = nullptr;
  };

  /// Calls self(row) for that of the innermost operator or annotation around the site, and once for
  /// the row of each one around it total(row, device_span). Cost: their number.
  template <typename Self, typename Total>
  void charge(const Site& site, const Self& self, const Total& total);
  /// Finds the rows of `around_`, and returns that of the innermost operator or annotation, or
  /// kNoRow.
  std::uint32_t find_rows(const Site& site);
  /// Whether the call that starts then may have a row.
  [[nodiscard]] bool has_row(Ns start_ns) const;
  [[nodiscard]] std::uint32_t row_of(const TrackChunk& chunk, std::uint32_t op);
  [[nodiscard]] std::uint32_t row_of(const AnnotationTree::Annotation& annotation);

  /// The rows of the operators that were captured, innermost first, each once; empty if there are
  /// none. Cost: their number, once per site.
  const std::vector<std::uint32_t>& rows_of_site(std::uint32_t site);
  void count_captured(const GpuWork& work, Ns start_ns);
  void charge_gpu_work(const GpuWork& work, SliceFinder& slices);
  void charge_records(const Track& track, const std::vector<std::int64_t>& cpu_bytes,
                      const std::vector<std::int64_t>& device_bytes);

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  const AnnotationTrees& annotations_;
  const std::vector<EventId>& instant_ops_;
  const OpGroups& groups_;
  const GraphOrigins* graphs_;
  OpRows& rows_;
  std::vector<std::uint32_t> hints_;  // by track: where the last annotation was found
  struct Charged {
    std::uint64_t last = 0;  // the last charge that reached the row
    RisingUnion device_span;
  };
  std::vector<Charged> charged_;       // by row
  std::vector<std::uint32_t> around_;  // rows around a site; kNoRow and one row repeatedly may be
  std::uint64_t charges_ = 0;
  struct SiteRows {
    bool known = false;
    std::vector<std::uint32_t> rows;
  };
  std::vector<SiteRows> captured_rows_;  // by site of graphs_
  GraphCounts graph_counts_;
  Ns unlaunched_ns_ = 0;
};

}  // namespace lanescope
