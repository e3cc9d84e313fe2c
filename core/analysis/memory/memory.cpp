#include "core/analysis/memory/memory.h"

#include <algorithm>

#include "core/analysis/events/statistics.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

class DeviceReader {
 public:
  DeviceReader(const Snapshot& snapshot, const AnalysisWindow& window,
               const std::vector<StepRange>& steps, const AllocationList& list,
               const AnnotationTrees& annotations)
      : snapshot_(snapshot),
        window_(window),
        steps_(steps),
        list_(list),
        annotations_(annotations),
        memory_(*list.memory),
        names_(snapshot),
        row_of_name_(snapshot.strings->size(), kNoRow) {}

  MemoryDevice read() {
    out_.device_type = memory_.device_type;
    out_.device_id = memory_.device_id;
    out_.has_totals = memory_.has_totals;
    out_.has_addresses = list_.has_addresses;
    out_.unmatched_frees = list_.unmatched_frees;
    out_.unmatched_freed_bytes = list_.unmatched_freed_bytes;
    out_.pairs = list_.frees - list_.unmatched_frees;
    out_.before_bytes = list_.before_bytes;
    out_.before_history_bytes = list_.before_history_bytes;
    for (std::size_t i = 0; i < memory_.time_ns.size(); ++i) {
      if (window_.has_start(memory_.time_ns[i])) add_record(i);
    }
    add_blocks();
    add_live_at_peak();
    if (list_.has_addresses) add_categories();
    if (steps_.size() > 1) out_.spikes = spikes_above(limit());
    sort_ops();
    return std::move(out_);
  }

 private:
  void add_record(std::size_t i) {
    ++out_.records;
    const std::int64_t bytes = memory_.bytes[i];
    std::int64_t& sum = bytes < 0 ? out_.freed_bytes : out_.allocated_bytes;
    sum = bytes < 0 ? saturating_sub(sum, bytes) : saturating_add(sum, bytes);
    if (bytes != 0) ++(bytes < 0 ? out_.frees : out_.allocations);
    if (!out_.peak_at_ns || memory_.allocated[i] > out_.peak_allocated) {
      out_.peak_at_ns = memory_.time_ns[i];
      out_.peak_allocated = memory_.allocated[i];
      out_.reserved_at_peak = memory_.reserved[i];
      out_.peak_record = static_cast<std::uint32_t>(i);
    }
    out_.peak_reserved = std::max(out_.peak_reserved, memory_.reserved[i]);
  }

  OpMemory& of_op(EventId op) {
    const StringId name = names_.of(op);
    std::uint32_t& row = row_of_name_[index_of(name)];
    if (row == kNoRow) {
      row = static_cast<std::uint32_t>(out_.ops.size());
      out_.ops.emplace_back().op = name;
    }
    return out_.ops[row];
  }

  void add_blocks() {
    for (const Allocation& block : list_.blocks) {
      if (list_.has_addresses && block.range.end_ns == kMaxNs) {
        ++out_.open_at_end;
        out_.open_at_end_bytes = saturating_add(out_.open_at_end_bytes, block.bytes);
      }
      if (!window_.has_start(block.range.begin_ns)) continue;
      if (is_before_history(snapshot_, block.event)) {
        ++out_.before_history_allocations;
        out_.before_history_allocated_bytes =
            saturating_add(out_.before_history_allocated_bytes, block.bytes);
      }
      OpMemory& op = of_op(block.op);
      ++op.allocations;
      op.bytes = saturating_add(op.bytes, block.bytes);
      op.largest = std::max(op.largest, block.bytes);
    }
  }

  void add_live_at_peak() {
    if (!out_.peak_at_ns || !list_.has_addresses) return;
    const LiveSet live = live_set_after(list_, out_.peak_record);
    out_.other_at_peak = live.other_bytes;
    for (const LiveBlock& block : live.blocks) {
      OpMemory& op = of_op(block.op);
      ++op.live_at_peak;
      op.bytes_at_peak = saturating_add(op.bytes_at_peak, block.bytes);
    }
  }

  void add_categories() {
    const auto categories = estimate_categories(snapshot_, list_, steps_, annotations_);
    const auto changes = category_changes(list_, categories);
    for_each_total(changes, [this](Ns time_ns, const CategoryBytes& bytes) {
      if (!window_.has_start(time_ns)) return;
      for (std::size_t c = 0; c < kMemoryCategories; ++c) {
        out_.peak_categories[c] = std::max(out_.peak_categories[c], bytes[c]);
      }
    });
  }

  /// The limit above which memory spikes.
  [[nodiscard]] double limit() const {
    std::vector<double> peaks;
    std::size_t i = 0;
    for (const StepRange& step : steps_) {
      std::int64_t peak = allocated_at(memory_, step.range.begin_ns);
      while (i < memory_.time_ns.size() && memory_.time_ns[i] < step.range.begin_ns) ++i;
      for (; i < memory_.time_ns.size() && memory_.time_ns[i] < step.range.end_ns; ++i) {
        peak = std::max(peak, memory_.allocated[i]);
      }
      peaks.push_back(static_cast<double>(peak));
    }
    return window_.thresholds->memory_spike * median_of(std::move(peaks));
  }

  [[nodiscard]] std::vector<MemorySpike> spikes_above(double limit) const {
    std::vector<MemorySpike> spikes;
    bool above = false;
    for (std::size_t i = 0; i < memory_.time_ns.size(); ++i) {
      if (!window_.has_start(memory_.time_ns[i])) continue;
      const std::int64_t allocated = memory_.allocated[i];
      const bool was_above = above;
      above = allocated > 0 && static_cast<double>(allocated) > limit;
      if (!above) continue;
      if (!was_above) spikes.emplace_back();
      if (!was_above || allocated > spikes.back().allocated) {
        spikes.back() = {memory_.time_ns[i], allocated, memory_.event[i], allocator_of(i)};
      }
    }
    return spikes;
  }
  /// The operator that allocated the block of a record.
  [[nodiscard]] EventId allocator_of(std::size_t record) const {
    const auto at = std::ranges::lower_bound(list_.blocks, record, {}, &Allocation::record);
    return at != list_.blocks.end() && at->record == record ? at->op : EventId::None;
  }

  void sort_ops() {
    std::ranges::sort(out_.ops, [&](const OpMemory& a, const OpMemory& b) {
      if (a.bytes != b.bytes) return a.bytes > b.bytes;
      return snapshot_.text(a.op) < snapshot_.text(b.op);
    });
  }

  static constexpr std::uint32_t kNoRow = 0xFFFFFFFFU;

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  const std::vector<StepRange>& steps_;
  const AllocationList& list_;
  const AnnotationTrees& annotations_;
  const MemoryTrack& memory_;
  MemoryDevice out_;
  AllocatorNames names_;
  std::vector<std::uint32_t> row_of_name_;  // into out_.ops
};

}  // namespace

MemoryTable analyse_memory(const AnalysisResults& in) {
  const AnalysisWindow& window = in.window;
  MemoryTable table;
  table.timeline = find_timeline_peak(in.trace, window);
  const auto steps = in.of<StepRanges>();
  const auto allocations = in.of<Allocations>();
  const auto annotations = in.of<HostAnnotations>();
  for (const AllocationList& list : allocations->lists) {
    const bool host = is_host_memory(list.memory->device_type);
    if (window.device && (host || !window.has_device(list.memory->device_id))) continue;
    table.devices.push_back(
        DeviceReader(in.trace, window, steps->steps, list, annotations->trees).read());
  }
  return table;
}

}  // namespace lanescope
