#include "core/analysis/ops/charges.h"

#include <algorithm>
#include <utility>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/host/site.h"
#include "core/analysis/ops/allocations.h"
#include "core/analysis/ops/ops.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

/// Real stacks are a few tens deep; this bounds the cost for malicious traces.
constexpr int kMaxDepth = 1000;

std::uint32_t slice_of(const TrackChunk& chunk, EventId event) {
  return index_of(event) - index_of(chunk.first_id);
}

/// Distinguishes annotations from other slices of a host thread.
class RangeNames {
 public:
  RangeNames(const Snapshot& snapshot, RangesBy by) {
    for (const Category& category : snapshot.categories) {
      const bool by_name = by == RangesBy::CategoryOrName && category.kind == CategoryKind::CpuOp;
      of_category_.push_back(category.kind == CategoryKind::UserAnnotation ? Answer::Yes
                             : by_name                                     ? Answer::ByName
                                                                           : Answer::No);
    }
    if (by == RangesBy::Category) return;
    is_range_.resize(snapshot.strings->size());
    for (std::uint32_t i = 0; i < is_range_.size(); ++i)
      is_range_[i] = is_annotation_name(snapshot.text(StringId{i})) ? 1 : 0;
  }

  [[nodiscard]] bool is_range(const TrackChunk& chunk, std::uint32_t slice) const {
    const Answer answer = of_category_[index_of(chunk.category[slice])];
    return answer == Answer::Yes ||
           (answer == Answer::ByName && is_range_[index_of(chunk.name[slice])] != 0);
  }

 private:
  enum class Answer : std::uint8_t { No, Yes, ByName };
  std::vector<Answer> of_category_;
  std::vector<std::uint8_t> is_range_;  // by name; empty if names are not considered
};

}  // namespace

/// There are few annotations, so they are collected by row and then sorted. Rows are ordered from
/// the outermost, so a stable sort keeps parents first.
void add_ranges(const TrackChunk& chunk, std::vector<std::uint32_t> slices, AnnotationTree& tree) {
  std::ranges::stable_sort(slices, [&](std::uint32_t a, std::uint32_t b) {
    const TimeRange left = chunk.range(a);
    const TimeRange right = chunk.range(b);
    return left.begin_ns != right.begin_ns ? left.begin_ns < right.begin_ns
                                           : left.end_ns > right.end_ns;
  });
  for (const std::uint32_t slice : slices)
    tree.add(chunk.range(slice), chunk.name[slice], chunk.id_of(slice));
}

AnnotationTrees find_annotations(const Snapshot& snapshot, RangesBy by) {
  const Ns slack_ns = snapshot.info.whole_microseconds ? 1000 : 0;
  const RangeNames names(snapshot, by);
  AnnotationTrees trees;
  for (const Track& track : snapshot.tracks) {
    AnnotationTree& tree = trees.emplace_back(slack_ns);
    if (track.kind != TrackKind::CpuThread || track.chunks.empty()) continue;
    const TrackChunk& chunk = *track.chunks.front();
    std::vector<std::uint32_t> slices;
    count_work(Work::Events, chunk.size());
    for (std::uint32_t slice = 0; slice < chunk.size(); ++slice) {
      if (names.is_range(chunk, slice)) slices.push_back(slice);
    }
    add_ranges(chunk, std::move(slices), tree);
  }
  return trees;
}

inline bool OpCharges::has_row(Ns start_ns) const {
  return window_.kind == WindowKind::Range || window_.has_start(start_ns);
}

inline std::uint32_t OpCharges::row_of(const TrackChunk& chunk, std::uint32_t op) {
  if (!has_row(chunk.start_ns[op])) return kNoRow;
  return rows_.of_op(chunk.name[op], chunk.id_of(op));
}

inline std::uint32_t OpCharges::row_of(const AnnotationTree::Annotation& annotation) {
  return has_row(annotation.range.begin_ns) ? rows_.of_annotation(annotation.name) : kNoRow;
}

std::uint32_t OpCharges::find_rows(const Site& site) {
  const TrackChunk& chunk = *site.chunk;
  around_.clear();
  if (site.node != nullptr && has_row(site.time_ns)) around_ = rows_of_site(site.node->site);
  const bool is_captured = !around_.empty();
  int depth = 0;
  for (EventId at = site.op; at != EventId::None && depth < kMaxDepth; ++depth) {
    const std::uint32_t slice = slice_of(chunk, at);
    around_.push_back(row_of(chunk, slice));
    at = chunk.link[slice];
  }
  const AnnotationTree& tree = annotations_[index_of(site.track)];
  const std::uint32_t innermost = tree.innermost_at(site.time_ns, hints_[index_of(site.track)]);
  const std::size_t annotations = around_.size();
  for (std::uint32_t at = innermost; at != kNoParent && depth < 2 * kMaxDepth; ++depth) {
    around_.push_back(row_of(tree[at]));
    at = tree[at].parent;
  }
  const bool op_is_inner = site.op != EventId::None &&
                           (innermost == kNoParent || chunk.start_ns[slice_of(chunk, site.op)] >=
                                                          tree[innermost].range.begin_ns);
  if (is_captured || op_is_inner) return around_.front();
  return annotations < around_.size() ? around_[annotations] : kNoRow;
}

template <typename Self, typename Total>
void OpCharges::charge(const Site& site, const Self& self, const Total& total) {
  ++charges_;
  const std::uint32_t own = find_rows(site);
  if (own != kNoRow) self(rows_[own]);
  if (charged_.size() < rows_.size()) charged_.resize(rows_.size());
  for (const std::uint32_t row : around_) {
    if (row == kNoRow) continue;
    Charged& charged = charged_[row];
    if (charged.last == charges_) continue;
    charged.last = charges_;
    total(rows_[row], charged.device_span);
  }
}

const std::vector<std::uint32_t>& OpCharges::rows_of_site(std::uint32_t number) {
  SiteRows& known = captured_rows_[number];
  if (std::exchange(known.known, true)) return known.rows;
  const auto add = [&known](std::uint32_t row) {
    if (std::ranges::find(known.rows, row) == known.rows.end()) known.rows.push_back(row);
  };
  const GraphSite& site = graphs_->sites[number];
  for (std::size_t i = 0; i < site.ops.size(); ++i)
    add(rows_.of_group(site.ops[i].name, groups_.of_captured(*graphs_, number, i)));
  EventId op = site.launch == EventId::None ? EventId::None : innermost_op(snapshot_, site.launch);
  for (int depth = 0; op != EventId::None && depth < kMaxDepth; ++depth) {
    const auto at = snapshot_.find_slice(op);
    if (!at) break;
    add(rows_.of_op(at->chunk->name[at->slice], op));
    op = at->chunk->link[at->slice];
  }
  return known.rows;
}

/// Each kernel counts once for the table, and in the rows of the operators that were captured.
void OpCharges::count_captured(const GpuWork& work, Ns start_ns) {
  if (work.node == nullptr || !work.is_kernel || !has_row(start_ns)) return;
  const std::vector<std::uint32_t>& rows = rows_of_site(work.node->site);
  if (rows.empty()) return;
  graph_counts_.add(*work.node);
  for (const std::uint32_t row : rows) ++rows_[row].graph_kernels;
}

bool OpCharges::charge_gpu_events() {
  std::vector<GpuWork> work;
  std::vector<std::size_t> run_begins;
  TrackId last = TrackId::None;
  bool any = false;
  for_each_gpu_event(
      snapshot_, window_,
      [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        any = true;
        if (track.id != last) run_begins.push_back(work.size());
        last = track.id;
        const EventId link = chunk.link[slice];
        const TimeRange whole = chunk.range(slice);
        if (link == EventId::None) {
          if (const auto lost = counted_gpu_part(snapshot_, window_, whole, link))
            unlaunched_ns_ = saturating_add(unlaunched_ns_, lost->length_ns());
          return;
        }
        const bool in_range = window_.kind == WindowKind::Range;
        const auto part = in_range ? counted_part(window_, whole) : std::optional(whole);
        if (!part) return;
        const auto* node = graphs_ == nullptr ? nullptr : graphs_->find(chunk.id_of(slice));
        work.push_back({*part, link, kind == CategoryKind::Kernel, node});
      });
  // Sorted by start, as RisingUnion requires.
  merge_runs(work, run_begins, [](const GpuWork& a, const GpuWork& b) {
    return a.range.begin_ns < b.range.begin_ns;
  });
  SliceFinder slices(snapshot_);
  for (const GpuWork& one : work) charge_gpu_work(one, slices);
  for (std::uint32_t row = 0; row < charged_.size(); ++row) {
    rows_[row].device_span_ns = charged_[row].device_span.length_ns();
  }
  return any;
}

void OpCharges::charge_gpu_work(const GpuWork& work, SliceFinder& slices) {
  const auto start = slices.find(work.link);
  if (!start || start->track->kind != TrackKind::CpuThread) return;
  const TrackChunk& chunk = *start->chunk;
  // Work whose launch call is not in the file is linked to its operator.
  const bool is_op = snapshot_.kind_of(chunk.category[start->slice]) == CategoryKind::CpuOp;
  const EventId op = is_op ? work.link : chunk.link[start->slice];
  const Ns length_ns = work.range.length_ns();
  charge(
      {&chunk, start->track->id, op, chunk.start_ns[start->slice], work.node},
      [&](OpRow& to) { to.self_device_ns = saturating_add(to.self_device_ns, length_ns); },
      [&](OpRow& to, RisingUnion& device_span) {
        to.total_device_ns = saturating_add(to.total_device_ns, length_ns);
        to.kernels += work.is_kernel ? 1 : 0;
        device_span.add(work.range);
      });
  count_captured(work, chunk.start_ns[start->slice]);
}

bool OpCharges::charge_memory() {
  if (snapshot_.memory.empty() || !snapshot_.instants) return false;
  const InstantTable& instants = *snapshot_.instants;
  std::vector<std::int64_t> cpu_bytes(instants.size());  // by instant
  std::vector<std::int64_t> device_bytes(instants.size());
  for (const auto& memory : snapshot_.memory) {
    auto& bytes = is_host_memory(memory->device_type) ? cpu_bytes : device_bytes;
    for (std::size_t i = 0; i < memory->event.size(); ++i) {
      const std::uint32_t instant = index_of(memory->event[i]) - index_of(instants.first_id);
      if (instant < bytes.size()) bytes[instant] = memory->bytes[i];
    }
  }
  for (const Track& track : snapshot_.tracks) {
    if (track.kind == TrackKind::CpuThread && !track.chunks.empty()) {
      charge_records(track, cpu_bytes, device_bytes);
    }
  }
  return true;
}

void OpCharges::charge_records(const Track& track, const std::vector<std::int64_t>& cpu_bytes,
                               const std::vector<std::int64_t>& device_bytes) {
  const TrackChunk& chunk = *track.chunks.front();
  const InstantTable& instants = *snapshot_.instants;
  const std::uint32_t instants_end = instants.track_begin[index_of(track.id) + 1];
  Site site{&chunk, track.id};
  for (std::uint32_t i = instants.track_begin[index_of(track.id)]; i < instants_end; ++i) {
    if (cpu_bytes[i] == 0 && device_bytes[i] == 0) continue;
    site.time_ns = instants.time_ns[i];
    if (window_.kind == WindowKind::Range && !window_.has_start(site.time_ns)) continue;
    site.op = instant_ops_[i];
    charge(
        site,
        [&](OpRow& to) {
          to.self_cpu_bytes = saturating_add(to.self_cpu_bytes, cpu_bytes[i]);
          to.self_device_bytes = saturating_add(to.self_device_bytes, device_bytes[i]);
        },
        [&](OpRow& to, RisingUnion& /*device_span*/) {
          to.total_cpu_bytes = saturating_add(to.total_cpu_bytes, cpu_bytes[i]);
          to.total_device_bytes = saturating_add(to.total_device_bytes, device_bytes[i]);
        });
  }
}

}  // namespace lanescope
