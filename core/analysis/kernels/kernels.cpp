#include "core/analysis/kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/launch_call.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/events/statistics.h"
#include "core/analysis/host/site.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kNoRow = 0xFFFFFFFFU;

/// Mean and squared deviations in one pass (Welford's algorithm), which is more accurate than a sum
/// of squares.
struct Spread {
  std::uint64_t count = 0;
  double mean = 0, squares = 0;

  void add(Ns value_ns) {
    ++count;
    const double value = static_cast<double>(value_ns);
    const double before = value - mean;
    mean += before / static_cast<double>(count);
    squares += before * (value - mean);
  }
};

class KernelTableBuilder {
 public:
  KernelTableBuilder(const Snapshot& snapshot, const AnalysisWindow& window,
                     const KernelGroupOf& group_of, const GraphOrigins* graphs)
      : snapshot_(snapshot),
        window_(window),
        group_of_(group_of),
        graphs_(graphs),
        slices_(snapshot),
        starts_graph_(snapshot, launches_graph),
        classes_(snapshot),
        row_of_name_(group_of ? 0 : snapshot.strings->size(), kNoRow) {}

  KernelTable build() {
    for_each_gpu_event(
        snapshot_, window_,
        [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
          const EventId link = chunk.link[slice];
          const auto part = counted_gpu_part(snapshot_, window_, chunk.range(slice), link);
          if (!part) return;
          const Ns length_ns = length_of(*part);
          table_.gpu_ns = saturating_add(table_.gpu_ns, length_ns);
          if (kind == CategoryKind::Kernel) add_kernel(track, chunk, slice, length_ns);
        });
    finish_rows();
    return std::move(table_);
  }

 private:
  /// What launched a kernel.
  struct Launch {
    EventId link = EventId::None;
    StringId op = StringId::Empty;  // the innermost operator around it
    bool is_graph = false;
  };
  struct LastOp {
    StringId op = StringId::Empty;
    std::uint64_t* count = nullptr;  // in launches_, whose elements stay in place
  };

  void add_kernel(const Track& track, const TrackChunk& chunk, std::uint32_t slice, Ns length_ns) {
    const EventId event = chunk.id_of(slice), link = chunk.link[slice];
    const auto* const node = graphs_ == nullptr ? nullptr : graphs_->find(event);
    const StringId captured = node == nullptr ? StringId::Empty : captured_op_name(*node);
    const bool is_captured = captured != StringId::Empty;
    const Launch& launch = launch_of(link);
    const std::uint32_t row =
        add({track, chunk.name[slice], is_captured ? captured : launch.op}, event, length_ns);
    if (is_captured) table_.graphs.add(*node);
    if (launch.is_graph) ++table_.rows[row].graph_count;
  }

  /// Kernels of a graph share few sites.
  StringId captured_op_name(const GraphOrigins::Node& node) {
    const auto [at, fresh] = name_of_site_.try_emplace(node.site, StringId::Empty);
    if (fresh) at->second = graphs_->op_name(snapshot_, node);
    return at->second;
  }

  /// Kernels of one replay follow each other.
  const Launch& launch_of(EventId link) {
    if (link == launch_.link) return launch_;
    launch_ = {link, slice_name(slices_, op_around(slices_, link))};
    const auto call = find_launch_call(slices_, link);
    launch_.is_graph = call && starts_graph_(call->name);
    return launch_;
  }

  /// Returns the row.
  std::uint32_t add(const KernelCall& call, EventId event, Ns dur_ns) {
    const std::uint32_t number = row_of(call);
    KernelRow& row = table_.rows[number];
    ++row.count;
    if (row.longest == EventId::None) row.longest = event;
    if (!std::ranges::binary_search(snapshot_.unended, event)) add_length(number, event, dur_ns);
    if (call.op != StringId::Empty) count_launch(number, call.op);
    return number;
  }

  /// Of a kernel whose end is in the file.
  void add_length(std::uint32_t number, EventId event, Ns dur_ns) {
    KernelRow& row = table_.rows[number];
    Spread& spread = spreads_[number];
    if (spread.count == 0 || dur_ns > row.max_ns) row.longest = event;
    row.min_ns = spread.count == 0 ? dur_ns : std::min(row.min_ns, dur_ns);
    row.max_ns = std::max(row.max_ns, dur_ns);
    row.total_ns = saturating_add(row.total_ns, dur_ns);
    spread.add(dur_ns);
    row_of_kernel_.push_back(number);
    dur_ns_.push_back(dur_ns);
  }

  /// Most kernels of a row have the operator of the one before.
  void count_launch(std::uint32_t row, StringId op) {
    LastOp& last = last_ops_[row];
    if (last.op != op) last = {op, &launches_[pair_of(row, op)]};
    ++*last.count;
  }

  /// The row of a kernel, created at the first kernel of its group.
  std::uint32_t row_of(const KernelCall& call) {
    const std::uint64_t group = group_of_ ? group_of_(call) : index_of(call.name);
    std::uint32_t& number = group_of_ ? row_of_group_.try_emplace(group, kNoRow).first->second
                                      : row_of_name_[index_of(call.name)];
    if (number != kNoRow) return number;
    number = static_cast<std::uint32_t>(table_.rows.size());
    KernelRow fresh;
    fresh.name = call.name;
    fresh.group = group;
    table_.rows.push_back(std::move(fresh));
    spreads_.emplace_back();
    last_ops_.emplace_back();
    return number;
  }

  static std::uint64_t pair_of(std::uint32_t row, StringId op) {
    return std::uint64_t{row} << 32U | index_of(op);
  }

  void finish_rows() {
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      KernelRow& row = table_.rows[i];
      row.gpu_class = classes_.of(CategoryKind::Kernel, row.name);
      row.tensor_core = classes_.uses_tensor_cores(row.name);
      const auto timed = static_cast<double>(spreads_[i].count);
      if (timed > 0) row.mean_ns = static_cast<double>(row.total_ns) / timed;
      if (timed > 1) row.std_ns = std::sqrt(spreads_[i].squares / (timed - 1));
    }
    add_ops();
    add_quantiles();
    std::ranges::sort(table_.rows, [&](const KernelRow& a, const KernelRow& b) {
      if (a.total_ns != b.total_ns) return a.total_ns > b.total_ns;
      return snapshot_.text(a.name) < snapshot_.text(b.name);
    });
  }

  void add_quantiles() {
    std::vector<std::size_t> begin(table_.rows.size() + 1);
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      begin[i + 1] = begin[i] + spreads_[i].count;
    }
    std::vector<Ns> by_row(dur_ns_.size());
    std::vector<std::size_t> next = begin;
    for (std::size_t i = 0; i < dur_ns_.size(); ++i) by_row[next[row_of_kernel_[i]]++] = dur_ns_[i];
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      const std::span<Ns> durations(by_row.data() + begin[i], by_row.data() + begin[i + 1]);
      table_.rows[i].median_ns = quantile_of(durations, 0.5);
      table_.rows[i].p90_ns = quantile_of(durations, 0.9);
      table_.rows[i].p99_ns = quantile_of(durations, 0.99);
    }
  }

  void add_ops() {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs(launches_.begin(), launches_.end());
    std::ranges::sort(pairs, [&](const auto& a, const auto& b) {
      if (a.second != b.second) return a.second > b.second;
      return snapshot_.text(op_of(a.first)) < snapshot_.text(op_of(b.first));
    });
    for (const auto& [pair, count] : pairs) {
      table_.rows[static_cast<std::size_t>(pair >> 32U)].ops.push_back(op_of(pair));
    }
  }
  static StringId op_of(std::uint64_t pair) {
    return StringId{static_cast<std::uint32_t>(pair & 0xFFFFFFFFU)};
  }

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  const KernelGroupOf& group_of_;
  const GraphOrigins* graphs_;
  std::unordered_map<std::uint32_t, StringId> name_of_site_;
  SliceFinder slices_;
  NameTest starts_graph_;
  Launch launch_;  // of the last kernel
  GpuClasses classes_;
  std::vector<std::uint32_t> row_of_name_;
  std::unordered_map<std::uint64_t, std::uint32_t> row_of_group_;
  std::vector<std::uint32_t> row_of_kernel_;                   // in the order they were added
  std::vector<Ns> dur_ns_;                                     // in the same order
  std::vector<Spread> spreads_;                                // by row
  std::vector<LastOp> last_ops_;                               // by row
  std::unordered_map<std::uint64_t, std::uint64_t> launches_;  // by (row, operator's name)
  KernelTable table_;
};

}  // namespace

KernelTable kernels_by_group(const Snapshot& snapshot, const AnalysisWindow& window,
                             const KernelGroupOf& group_of, const GraphOrigins* graphs) {
  return KernelTableBuilder(snapshot, window, group_of, graphs).build();
}

KernelTable analyse_kernels(const AnalysisResults& in) {
  return kernels_by_group(in.trace, in.window, {}, in.of<GraphOrigins>().get());
}

StringId op_name_of_kernel(const Snapshot& snapshot, const GraphOrigins* graphs, EventId kernel) {
  const auto* const node = graphs == nullptr ? nullptr : graphs->find(kernel);
  const StringId captured = node == nullptr ? StringId::Empty : graphs->op_name(snapshot, *node);
  return captured != StringId::Empty ? captured : slice_name(snapshot, op_around(snapshot, kernel));
}

EventId op_around(const Snapshot& snapshot, EventId event) {
  SliceFinder slices(snapshot);
  return op_around(slices, event);
}

EventId op_around(SliceFinder& slices, EventId event) {
  // A kernel links to its launch call, and a call to the operator around it.
  constexpr int kMostLinks = 3;
  for (int i = 0; i < kMostLinks; ++i) {
    const auto at = slices.find(event);
    if (!at) return EventId::None;
    if (slices.snapshot().kind_of(at->chunk->category[at->slice]) == CategoryKind::CpuOp)
      return event;
    event = at->chunk->link[at->slice];
  }
  return EventId::None;
}

}  // namespace lanescope
