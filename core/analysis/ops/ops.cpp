#include "core/analysis/ops/ops.h"

#include <algorithm>
#include <array>
#include <memory>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/ops/charges.h"
#include "core/analysis/ops/rows.h"
#include "core/analysis/ops/self_time.h"
#include "core/analysis/results.h"
#include "core/base/threads/parallel.h"
#include "core/base/threads/work.h"
#include "core/store/each_slice.h"
#include "core/store/nesting_stack.h"

namespace lanescope {
namespace {

class OpCpuTimes {
 public:
  OpCpuTimes(const Snapshot& snapshot, const AnalysisWindow& window, OpRows& rows);

  /// Adds a thread's operators and annotations to the rows.
  void add_thread(const TrackChunk& chunk);

 private:
  struct Slice {
    TimeRange range;
    Ns length_ns = 0;
    StringId name = StringId::Empty;
    EventId event = EventId::None;
    bool counts = false;  // see counted_part
    bool merged = false;  // counts as one call with the enclosing operator
  };

  void add_op(const Slice& slice);
  void add_call(const Slice& slice);
  void add_annotation(const Slice& slice);
  void add_times(std::uint32_t row, const Slice& slice);
  void add_self_time(std::uint32_t row, Ns length_ns);
  bool push_inside_annotations(const Slice& slice, std::uint32_t value, bool is_op);
  [[nodiscard]] bool top_is_op_around(TimeRange range) const;
  /// Pushes a slice, and subtracts the time it covers from the row of its parent.
  void nest(NestingStack& stack, CoveredParts& covered, const Slice& slice, std::uint32_t value,
            Ns OpRow::*self);

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  OpRows& rows_;
  Ns slack_ns_;

  // For the current thread. Self times exclude direct children: among operators only (ops_),
  // including host calls (calls_), and for annotations among everything (inside_). An annotation
  // inside an operator has no self time.
  NestingStack ops_, calls_, inside_;
  CoveredParts ops_covered_, calls_covered_, inside_covered_;
  CoveredParts inside_covered_by_ops_;  // and by annotations; calls are skipped
  struct Inside {
    std::uint32_t above_call = kNoParent;  // the parent that is not a call
    bool in_op = false;                    // it is or is inside an operator
  };
  std::vector<Inside> around_;  // by position in inside_
  bool has_annotations_ = false;

  /// The end of the last call that was added to a row's total.
  struct Outermost {
    std::uint32_t thread = 0;
    Ns until_ns = 0;
  };
  std::vector<Outermost> outermost_;  // by row
  std::uint32_t thread_ = 0;
};

constexpr std::uint32_t kHostCall = kNoRow - 1;  // used instead of a row

void add(Ns& sum, Ns value_ns) {
  sum = saturating_add(sum, value_ns);
}
void take(Ns& sum, Ns value_ns) {
  sum = saturating_sub(sum, value_ns);
}

OpCpuTimes::OpCpuTimes(const Snapshot& snapshot, const AnalysisWindow& window, OpRows& rows)
    : snapshot_(snapshot),
      window_(window),
      rows_(rows),
      slack_ns_(snapshot.info.whole_microseconds ? 1000 : 0),
      ops_(slack_ns_),
      calls_(slack_ns_),
      inside_(slack_ns_),
      ops_covered_(slack_ns_),
      calls_covered_(slack_ns_),
      inside_covered_(slack_ns_),
      inside_covered_by_ops_(slack_ns_) {}

void OpCpuTimes::add_thread(const TrackChunk& chunk) {
  ++thread_;
  ops_ = calls_ = inside_ = NestingStack(slack_ns_);
  const auto categories = chunk.category.span();
  has_annotations_ = std::ranges::any_of(categories, [&](CategoryId category) {
    return snapshot_.kind_of(category) == CategoryKind::UserAnnotation;
  });
  const std::vector<bool> merged = merged_calls(snapshot_, chunk);
  count_work(Work::Events, chunk.size());
  for (std::uint32_t i = 0; i < chunk.size(); ++i) {
    const std::uint32_t at = chunk.in_time_order(i);
    const CategoryKind kind = snapshot_.kind_of(chunk.category[at]);
    const TimeRange whole = chunk.range(at);
    const auto part = counted_part(window_, whole);
    // What lies outside a chosen range covers nothing of what is cut to it.
    if (!part && window_.kind == WindowKind::Range) continue;
    const TimeRange range = part.value_or(whole);
    const Slice slice{range,           length_of(range), chunk.name[at],
                      chunk.id_of(at), part.has_value(), merged[at]};
    if (kind == CategoryKind::CpuOp) add_op(slice);
    if (kind == CategoryKind::HostCall) add_call(slice);
    if (kind == CategoryKind::UserAnnotation) add_annotation(slice);
  }
}

void OpCpuTimes::add_op(const Slice& slice) {
  const std::uint32_t row = slice.counts ? rows_.of_op(slice.name, slice.event) : kNoRow;
  if (row != kNoRow) {
    add_times(row, slice);
    add_self_time(row, slice.length_ns);
  }
  nest(ops_, ops_covered_, slice, row, &OpRow::self_cpu_ns);
  nest(calls_, calls_covered_, slice, row, &OpRow::self_cpu_no_runtime_ns);
  if (has_annotations_) push_inside_annotations(slice, kNoRow, true);
}

void OpCpuTimes::add_call(const Slice& slice) {
  nest(calls_, calls_covered_, slice, kHostCall, &OpRow::self_cpu_no_runtime_ns);
  if (has_annotations_) push_inside_annotations(slice, kHostCall, false);
}

void OpCpuTimes::add_annotation(const Slice& slice) {
  const std::uint32_t row = slice.counts ? rows_.of_annotation(slice.name) : kNoRow;
  if (row != kNoRow) add_times(row, slice);
  const bool in_op = push_inside_annotations(slice, row, false);
  if (row != kNoRow && !in_op) add_self_time(row, slice.length_ns);
}

void OpCpuTimes::add_times(std::uint32_t row, const Slice& slice) {
  OpRow& to = rows_[row];
  ++to.count;
  if (!slice.merged) ++to.calls;
  add(to.sum_cpu_ns, slice.length_ns);
  if (outermost_.size() <= row) outermost_.resize(rows_.size());
  Outermost& last = outermost_[row];
  const bool inside = last.thread == thread_ && slice.range.begin_ns < last.until_ns &&
                      slice.range.end_ns <= saturating_add(last.until_ns, slack_ns_);
  if (inside) return;
  add(to.total_cpu_ns, slice.length_ns);
  last = {thread_, slice.range.end_ns};
}

void OpCpuTimes::add_self_time(std::uint32_t row, Ns length_ns) {
  add(rows_[row].self_cpu_ns, length_ns);
  add(rows_[row].self_cpu_no_runtime_ns, length_ns);
}

void OpCpuTimes::nest(NestingStack& stack, CoveredParts& covered, const Slice& slice,
                      std::uint32_t value, Ns OpRow::*self) {
  const std::uint32_t position = stack.push(slice.range, value);
  const std::uint32_t parent = stack[position].parent;
  covered.open(position, slice.range);
  if (parent == kNoParent || stack[parent].value >= kHostCall) return;
  take(rows_[stack[parent].value].*self, covered.cover(parent, slice.range));
}

/// Whether the last event is or is inside an operator and lasts until a range ends: it is then the
/// parent of whatever its parent could have been.
bool OpCpuTimes::top_is_op_around(TimeRange range) const {
  const std::uint32_t top = inside_.top();
  return top != kNoParent && around_[top].in_op && range.begin_ns < inside_[top].end_ns &&
         range.end_ns <= inside_[top].end_ns;
}

/// `value`: the annotation's row, kHostCall, or kNoRow for an operator. Returns whether the slice
/// is or is inside an operator. Nothing inside one changes a self time of an annotation, so most
/// slices need not be pushed.
bool OpCpuTimes::push_inside_annotations(const Slice& slice, std::uint32_t value, bool is_op) {
  if (top_is_op_around(slice.range)) return true;
  const std::uint32_t position = inside_.push(slice.range, value);
  const std::uint32_t parent = inside_[position].parent;
  const bool in_call = parent != kNoParent && inside_[parent].value == kHostCall;
  const std::uint32_t above = in_call ? around_[parent].above_call : parent;
  const bool in_op = is_op || (parent != kNoParent && around_[parent].in_op);
  around_.resize(position);
  around_.push_back({above, in_op});
  inside_covered_.open(position, slice.range);
  inside_covered_by_ops_.open(position, slice.range);
  const auto has_self_time = [&](std::uint32_t of) {
    return of != kNoParent && inside_[of].value < kHostCall && !around_[of].in_op;
  };
  if (has_self_time(parent)) {
    take(rows_[inside_[parent].value].self_cpu_no_runtime_ns,
         inside_covered_.cover(parent, slice.range));
  }
  if (value != kHostCall && has_self_time(above)) {
    take(rows_[inside_[above].value].self_cpu_ns, inside_covered_by_ops_.cover(above, slice.range));
  }
  return in_op;
}

void sort_rows(const Snapshot& snapshot, std::vector<OpRow>& rows) {
  std::ranges::sort(rows, [&](const OpRow& a, const OpRow& b) {
    if (a.self_device_ns != b.self_device_ns) return a.self_device_ns > b.self_device_ns;
    if (a.self_cpu_ns != b.self_cpu_ns) return a.self_cpu_ns > b.self_cpu_ns;
    if (a.name != b.name) return snapshot.text(a.name) < snapshot.text(b.name);
    if (a.user_annotation != b.user_annotation) return b.user_annotation;
    return a.group < b.group;
  });
}

void add_totals(OpTable& table) {
  for (const OpRow& row : table.rows) {
    table.self_cpu_ns = saturating_add(table.self_cpu_ns, row.self_cpu_ns);
    table.self_device_ns = saturating_add(table.self_device_ns, row.self_device_ns);
  }
}

/// The host threads, those with the most slices first.
std::vector<const TrackChunk*> host_threads(const Snapshot& snapshot) {
  std::vector<const TrackChunk*> threads;
  for_each_chunk(snapshot, TrackKind::CpuThread,
                 [&](const Track&, const TrackChunk& chunk) { threads.push_back(&chunk); });
  std::ranges::stable_sort(
      threads, [](const TrackChunk* a, const TrackChunk* b) { return a->size() > b->size(); });
  return threads;
}

/// The rows of one worker, and what fills them.
struct Worker {
  Worker(const Snapshot& snapshot, const AnalysisWindow& window, const AnnotationTrees& annotations,
         const OpGroups& groups, const GraphOrigins* graphs)
      : rows(std::make_unique<OpRows>(snapshot, groups)),
        cpu_times(snapshot, window, *rows),
        charges({snapshot, window, annotations, groups, graphs}, *rows) {}

  std::unique_ptr<OpRows> rows;
  OpCpuTimes cpu_times;
  OpCharges charges;
};

}  // namespace

void OpRow::add(const OpRow& part) {
  const auto sum = [](std::int64_t& to, std::int64_t value) { to = saturating_add(to, value); };
  count += part.count;
  calls += part.calls;
  kernels += part.kernels;
  graph_kernels += part.graph_kernels;
  sum(self_cpu_ns, part.self_cpu_ns);
  sum(self_cpu_no_runtime_ns, part.self_cpu_no_runtime_ns);
  sum(total_cpu_ns, part.total_cpu_ns);
  sum(sum_cpu_ns, part.sum_cpu_ns);
  sum(self_device_ns, part.self_device_ns);
  sum(total_device_ns, part.total_device_ns);
  sum(device_span_ns, part.device_span_ns);
  sum(self_cpu_bytes, part.self_cpu_bytes);
  sum(total_cpu_bytes, part.total_cpu_bytes);
  sum(self_device_bytes, part.self_device_bytes);
  sum(total_device_bytes, part.total_device_bytes);
}

bool is_annotation_name(std::string_view name) {
  static constexpr std::array<std::string_view, 10> kPrefixes = {"ProfilerStep#",
                                                                 "Optimizer.step#",
                                                                 "Optimizer.zero_grad#",
                                                                 "enumerate(",
                                                                 "## ",
                                                                 "nccl:",
                                                                 "gloo:",
                                                                 "Torch-Compiled Region",
                                                                 "nn.Module:",
                                                                 "DistributedDataParallel.forward"};
  return std::ranges::any_of(kPrefixes,
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool is_host_collective(std::string_view name) {
  static constexpr std::array<std::string_view, 2> kPrefixes = {"gloo:", "mpi:"};
  return std::ranges::any_of(kPrefixes,
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

OpTable ops_by_group(const Snapshot& snapshot, const AnalysisWindow& window, OpGroups groups,
                     const GraphOrigins* graphs) {
  const AnnotationTrees annotations = find_annotations(snapshot);
  OpTable table;
  // The longest tasks first: GPU work, memory, then threads by number of slices.
  const std::vector<const TrackChunk*> threads = host_threads(snapshot);
  const unsigned workers = hardware_threads();
  std::vector<Worker> of_worker;
  for (unsigned i = 0; i < workers; ++i) {
    of_worker.emplace_back(snapshot, window, annotations, groups, graphs);
  }
  parallel_for(threads.size() + 2, workers, [&](std::size_t task, unsigned number) {
    Worker& worker = of_worker[number];
    if (task == 0) {
      table.has_gpu_events = worker.charges.charge_gpu_events();
      table.graphs = worker.charges.graph_counts();
    } else if (task == 1) {
      table.has_memory_records = worker.charges.charge_memory();
    } else {
      worker.cpu_times.add_thread(*threads[task - 2]);
    }
  });
  for (unsigned i = 1; i < workers; ++i) of_worker[0].rows->merge(*of_worker[i].rows);
  table.rows = of_worker[0].rows->take();
  sort_rows(snapshot, table.rows);
  add_totals(table);
  groups.of_event = {};  // large, and no longer needed
  table.groups = std::move(groups);
  return table;
}

OpTable analyse_ops(const AnalysisResults& in) {
  const auto graphs = in.of<GraphOrigins>();
  return ops_by_group(in.trace, in.window,
                      group_ops(in.trace, in.group_by, in.read, in.stop, graphs.get()),
                      graphs.get());
}

}  // namespace lanescope
