#include "core/analysis/kernels.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/analysis/gpu_events.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kNoRow = 0xFFFFFFFFU;

/// Mean and squared deviations in one pass (Welford), which stays exact where a sum of squares of
/// nanoseconds would not.
struct Spread {
  double mean = 0, squares = 0;

  void add(Ns value_ns, std::uint64_t count) {
    const double value = static_cast<double>(value_ns);
    const double before = value - mean;
    mean += before / static_cast<double>(count);
    squares += before * (value - mean);
  }
};

class KernelTableBuilder {
 public:
  KernelTableBuilder(const Snapshot& snapshot, const AnalysisWindow& window)
      : snapshot_(snapshot),
        window_(window),
        classes_(snapshot),
        row_of_(snapshot.strings->size(), kNoRow) {}

  KernelTable build() {
    for_each_gpu_event(
        snapshot_, window_,
        [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
          if (kind != CategoryKind::Kernel) return;
          const EventId link = chunk.link[slice];
          if (admits_gpu_event(snapshot_, window_, chunk.start_ns[slice], link)) {
            add(chunk.name[slice], chunk.dur_ns[slice], op_name(link));
          }
        });
    finish_rows();
    return std::move(table_);
  }

 private:
  void add(StringId name, Ns dur_ns, StringId op) {
    std::uint32_t& number = row_of_[index_of(name)];
    if (number == kNoRow) {
      number = static_cast<std::uint32_t>(table_.rows.size());
      KernelRow fresh;
      fresh.name = name;
      fresh.min_ns = dur_ns;
      table_.rows.push_back(std::move(fresh));
      spreads_.emplace_back();
    }
    KernelRow& row = table_.rows[number];
    ++row.count;
    row.total_ns = saturating_add(row.total_ns, dur_ns);
    row.min_ns = std::min(row.min_ns, dur_ns);
    row.max_ns = std::max(row.max_ns, dur_ns);
    spreads_[number].add(dur_ns, row.count);
    if (op != StringId::Empty) ++launches_[pair_of(number, op)];
  }

  static std::uint64_t pair_of(std::uint32_t row, StringId op) {
    return std::uint64_t{row} << 32U | index_of(op);
  }

  /// The innermost operator around the launch call.
  [[nodiscard]] StringId op_name(EventId link) const {
    auto at = snapshot_.find_slice(link);
    if (at && !is_op(*at)) at = snapshot_.find_slice(at->chunk->link[at->slice]);
    return at && is_op(*at) ? at->chunk->name[at->slice] : StringId::Empty;
  }
  [[nodiscard]] bool is_op(const SliceRef& at) const {
    return snapshot_.kind_of(at.chunk->category[at.slice]) == CategoryKind::CpuOp;
  }

  void finish_rows() {
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      KernelRow& row = table_.rows[i];
      row.gpu_class = classes_.of(CategoryKind::Kernel, row.name);
      row.tensor_core = uses_tensor_cores(snapshot_.text(row.name));
      row.mean_ns = static_cast<double>(row.total_ns) / static_cast<double>(row.count);
      if (row.count > 1) {
        row.std_ns = std::sqrt(spreads_[i].squares / static_cast<double>(row.count - 1));
      }
    }
    add_ops();
    std::sort(table_.rows.begin(), table_.rows.end(), [&](const KernelRow& a, const KernelRow& b) {
      if (a.total_ns != b.total_ns) return a.total_ns > b.total_ns;
      return snapshot_.text(a.name) < snapshot_.text(b.name);
    });
  }

  void add_ops() {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs(launches_.begin(), launches_.end());
    std::sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) {
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
  GpuClasses classes_;
  std::vector<std::uint32_t> row_of_;                          // by name
  std::vector<Spread> spreads_;                                // by row
  std::unordered_map<std::uint64_t, std::uint64_t> launches_;  // by (row, operator's name)
  KernelTable table_;
};

}  // namespace

KernelTable analyse_kernels(const Snapshot& snapshot, const AnalysisWindow& window) {
  return KernelTableBuilder(snapshot, window).build();
}

}  // namespace lanescope
