#include "core/analysis/ops/cpu_times.h"

#include <algorithm>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/interval_union.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kHostCall = kNoRow - 1;  // used instead of a row

bool has_times(CategoryKind kind) {
  return kind == CategoryKind::CpuOp || kind == CategoryKind::HostCall ||
         kind == CategoryKind::UserAnnotation;
}
void add(Ns& sum, Ns value_ns) {
  sum = saturating_add(sum, value_ns);
}
void take(Ns& sum, Ns value_ns) {
  sum = saturating_sub(sum, value_ns);
}

}  // namespace

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

/// Calls add(slice, kind) for the operators, calls and annotations, in time order.
template <typename Add>
void OpCpuTimes::each_slice(const TrackChunk& chunk, const Add& add) {
  const std::vector<std::uint8_t> merged = merged_calls(snapshot_, chunk);
  count_work(Work::Events, chunk.size());
  for (std::uint32_t i = 0; i < chunk.size(); ++i) {
    const std::uint32_t at = chunk.in_time_order(i);
    const CategoryKind kind = snapshot_.kind_of(chunk.category[at]);
    if (!has_times(kind)) continue;
    const TimeRange whole = chunk.range(at);
    const auto part = counted_part(window_, whole);
    // What lies outside a chosen range covers nothing of what is cut to it.
    if (!part && window_.kind == WindowKind::Range) continue;
    const TimeRange range = part.value_or(whole);
    add(Slice{range, length_of(range), chunk.name[at], chunk.id_of(at), part.has_value(),
              merged[at] != 0},
        kind);
  }
}

/// Whether no slice that counts here crosses another: those that do are most often Python frames.
bool OpCpuTimes::all_nest(const TrackChunk& chunk) const {
  std::vector<Ns> ends{kMaxNs};
  count_work(Work::Events, chunk.size());
  for (std::uint32_t i = 0; i < chunk.size(); ++i) {
    const std::uint32_t at = chunk.in_time_order(i);
    if (!has_times(snapshot_.kind_of(chunk.category[at]))) continue;
    const TimeRange range = chunk.range(at);
    while (ends.back() <= range.begin_ns) ends.pop_back();
    if (range.end_ns > ends.back()) return false;
    ends.push_back(range.end_ns);
  }
  return true;
}

inline std::uint32_t OpCpuTimes::row_of(const Slice& slice, CategoryKind kind) {
  if (!slice.counts) return kNoRow;
  return kind == CategoryKind::CpuOp ? rows_.of_op(slice.name, slice.event)
                                     : rows_.of_annotation(slice.name);
}

inline void OpCpuTimes::add_times(std::uint32_t row, const Slice& slice) {
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

inline void OpCpuTimes::add_self_time(std::uint32_t row, Ns length_ns) {
  OpRow& to = rows_[row];
  add(to.self_cpu_ns, length_ns);
  add(to.self_cpu_no_runtime_ns, length_ns);
}

/// What nests is inside its parent in full and beside its siblings, so that all of its length is
/// its parent's no more.
void OpCpuTimes::add_nested(const TrackChunk& chunk) {
  std::vector<Open> open(1);  // the first one is around all others
  each_slice(chunk, [&](const Slice& slice, CategoryKind kind) {
    while (open.back().end_ns <= slice.range.begin_ns) open.pop_back();
    const Open around = open.back();
    const bool is_call = kind == CategoryKind::HostCall;
    const bool is_op = kind == CategoryKind::CpuOp;
    const std::uint32_t row = is_call ? kNoRow : row_of(slice, kind);
    if (row != kNoRow) add_times(row, slice);
    if (kind == CategoryKind::UserAnnotation && around.in_op) return;
    if (row != kNoRow) add_self_time(row, slice.length_ns);
    if (!is_call && around.self != kNoRow) take(rows_[around.self].self_cpu_ns, slice.length_ns);
    if (around.no_runtime != kNoRow)
      take(rows_[around.no_runtime].self_cpu_no_runtime_ns, slice.length_ns);
    open.push_back({slice.range.end_ns, is_call ? around.self : row, row, is_op || around.in_op});
  });
}

void OpCpuTimes::add_crossing(const Slice& slice, CategoryKind kind) {
  if (kind == CategoryKind::CpuOp) add_op(slice);
  if (kind == CategoryKind::HostCall) add_call(slice);
  if (kind == CategoryKind::UserAnnotation) add_annotation(slice);
}

void OpCpuTimes::add_thread(const Track& track, const TrackChunk& chunk) {
  ++thread_;
  if (track.crossings == 0 || all_nest(chunk)) {
    add_nested(chunk);
    return;
  }
  ops_ = calls_ = inside_ = NestingStack(slack_ns_);
  const auto categories = chunk.category.span();
  has_annotations_ = std::ranges::any_of(categories, [&](CategoryId category) {
    return snapshot_.kind_of(category) == CategoryKind::UserAnnotation;
  });
  each_slice(chunk, [&](const Slice& slice, CategoryKind kind) { add_crossing(slice, kind); });
}

void OpCpuTimes::add_op(const Slice& slice) {
  const std::uint32_t row = row_of(slice, CategoryKind::CpuOp);
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
  const std::uint32_t row = row_of(slice, CategoryKind::UserAnnotation);
  if (row != kNoRow) add_times(row, slice);
  const bool in_op = push_inside_annotations(slice, row, false);
  if (row != kNoRow && !in_op) add_self_time(row, slice.length_ns);
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

}  // namespace lanescope
