#include "core/analysis/flame/sweep.h"

#include <algorithm>

#include "core/analysis/host/forward_twins.h"
#include "core/analysis/host/python_frame.h"
#include "core/analysis/host/stacks.h"

namespace lanescope {
namespace {

constexpr std::uint8_t kIsModule = 1;
constexpr std::uint8_t kIsStep = 2;
constexpr std::uint32_t kStopEvery = 4096;

bool on_host_thread(const Snapshot& snapshot, EventId event) {
  const auto slice = snapshot.find_slice(event);
  return slice && slice->track->kind == TrackKind::CpuThread;
}

}  // namespace

FlameTwins::FlameTwins(const Snapshot& snapshot) {
  const ForwardTwins twins(snapshot);
  if (twins.empty()) return;
  forward_of_.assign(snapshot.slice_count, EventId::None);
  is_forward_.resize(snapshot.slice_count);
  for (const auto& [backward, forward] : twins.all()) {
    if (!on_host_thread(snapshot, backward) || !on_host_thread(snapshot, forward)) continue;
    forward_of_[index_of(backward)] = forward;
    is_forward_[index_of(forward)] = true;
  }
}

std::vector<std::uint8_t> mark_flame_names(const Snapshot& snapshot) {
  std::vector<std::uint8_t> marks(snapshot.strings->size());
  for (std::uint32_t i = 0; i < marks.size(); ++i) {
    const std::string_view name = snapshot.text(StringId{i});
    if (!module_name(name).empty()) marks[i] = kIsModule;
    if (name.starts_with("ProfilerStep#")) marks[i] = kIsStep;
  }
  return marks;
}

bool FlameTask::counts_in(std::span<const TimeRange> steps, TimeRange range, Ns time_ns) {
  if (steps.empty()) return range.contains(time_ns);
  const auto step = std::ranges::upper_bound(steps, time_ns, {}, &TimeRange::end_ns);
  return step != steps.end() && step->contains(time_ns);
}

Ns FlameTask::counted_ns(TimeRange stretch) const {
  if (steps.empty()) return std::max<Ns>(0, saturating_sub(stretch.end_ns, stretch.begin_ns));
  Ns counted = 0;
  auto step = std::ranges::upper_bound(steps, stretch.begin_ns, {}, &TimeRange::end_ns);
  for (; step != steps.end() && step->begin_ns < stretch.end_ns; ++step) {
    counted += std::max<Ns>(
        0, std::min(step->end_ns, stretch.end_ns) - std::max(step->begin_ns, stretch.begin_ns));
  }
  return counted;
}

FlameSweep::FlameSweep(const FlameTask& task, const Track& track, std::span<const FlameWork> work)
    : task_(task),
      track_(track),
      chunk_(*track.chunks.front()),
      work_(work),
      grower_(task.query.order),
      nesting_(task.snapshot.info.whole_microseconds ? 1000 : 0),
      cursor_ns_(std::max(task.range.begin_ns, track.bounds.begin_ns)),
      around_(chunk_.size(), kNoParent),
      node_(chunk_.size(), 0),
      next_work_(work.size(), kNoParent) {
  const InstantTable* instants = task.snapshot.instants.get();
  if (!task.allocated_bytes.empty() && instants != nullptr) {
    next_instant_ = instants->track_begin[index_of(track.id)];
    last_instant_ = instants->track_begin[index_of(track.id) + 1];
  }
  if (work.empty()) return;
  work_of_.resize(chunk_.size(), kNoParent);
  for (auto i = static_cast<std::uint32_t>(work.size()); i-- > 0;) {
    std::uint32_t& first = work_of_[index_of(work[i].launch) - index_of(chunk_.first_id)];
    next_work_[i] = first;
    first = i;
  }
}

bool FlameSweep::is_time() const {
  return task_.query.weight == FlameWeight::CpuTime || task_.query.weight == FlameWeight::WallTime;
}

EventId FlameSweep::moved_to(std::uint32_t slice) const {
  const EventId forward = task_.twins.forward_of(chunk_.id_of(slice));
  if (forward == EventId::None || around_[slice] == kNoParent) return forward;
  // The autograd engine's call has the same twin as the operator in it; they stay together.
  const EventId around = task_.twins.forward_of(chunk_.id_of(around_[slice]));
  return forward == around ? EventId::None : forward;
}

bool FlameSweep::is_frame(std::uint32_t slice) const {
  if (task_.twins.forward_of(chunk_.id_of(slice)) != EventId::None) return true;
  const CategoryKind kind = task_.snapshot.kind_of(chunk_.category[slice]);
  const std::uint8_t mark = task_.name_marks[index_of(chunk_.name[slice])];
  if (mark == kIsStep) return false;
  const bool named = kind == CategoryKind::CpuOp || kind == CategoryKind::UserAnnotation;
  const bool python = kind == CategoryKind::PythonFunction;
  const bool call = kind == CategoryKind::HostCall || kind == CategoryKind::Other;
  switch (task_.query.stack) {
    case FlameStack::Mixed:
      return named || python || call;
    case FlameStack::Ops:
      return named || call;
    case FlameStack::Python:
      return python;
    case FlameStack::Modules:
      return mark == kIsModule && (named || python);
    case FlameStack::Samples:
      return kind == CategoryKind::SampledFrame || kind == CategoryKind::SampledLine ||
             kind == CategoryKind::NativeFrame;
  }
  return false;
}

std::uint32_t FlameSweep::first_work(std::uint32_t slice) const {
  return work_of_.empty() ? kNoParent : work_of_[slice];
}

void FlameSweep::run(const std::stop_token& stop) {
  // GPU work launched after the window's end may count; everything else must be in the window.
  const bool to_end = task_.query.weight == FlameWeight::GpuTime;
  for (std::uint32_t i = 0; i < chunk_.size(); ++i) {
    if (i % kStopEvery == 0 && stop.stop_requested()) return;
    const std::uint32_t slice = chunk_.in_time_order(i);
    if (!to_end && chunk_.start_ns[slice] >= task_.range.end_ns) break;
    open(slice);
  }
  charge_allocations_before(task_.range.end_ns);
  if (is_time()) charge_until(std::min(track_.bounds.end_ns, task_.range.end_ns));
}

void FlameSweep::open(std::uint32_t slice) {
  const bool frame = is_frame(slice);
  const bool is_place = task_.twins.is_forward(chunk_.id_of(slice));
  if (!frame && first_work(slice) == kNoParent && !is_place) return;
  const TimeRange range = chunk_.range(slice);
  charge_allocations_before(range.begin_ns);
  const MarkedStack::Around around = nesting_.push(range, slice, frame);
  // A frame that ends after the one it begins in is placed in the nearest frame that contains both.
  around_[slice] = frame ? frame_at(around.parent) : around.marked;
  if (frame && is_time()) {
    charge_until(range.begin_ns);
    // A frame that began earlier gets a node only once it has a weight.
    if (task_.counts(range.begin_ns)) node_of(slice);
  }
  // GPU work is charged to what launched it, not to what is open.
  const bool charges_open = is_time() || !task_.allocated_bytes.empty();
  if (frame && !is_time() && charges_open) close_before(range.begin_ns);
  if (frame && charges_open) open_.push_back({slice, range.end_ns});
  charge_work(slice);
}

void FlameSweep::close_before(Ns time_ns) {
  while (!open_.empty() && open_.back().end_ns < time_ns) open_.pop_back();
}

void FlameSweep::charge_until(Ns time_ns) {
  while (!open_.empty() && open_.back().end_ns <= time_ns) {
    charge_time(open_.back().end_ns, true);
    open_.pop_back();
  }
  charge_time(time_ns, !open_.empty());
}

Ns FlameSweep::counted_ns(TimeRange stretch) const {
  if (!only_) return task_.counted_ns(stretch);
  Ns counted = 0;
  auto part = std::ranges::upper_bound(*only_, stretch.begin_ns, {}, &TimeRange::end_ns);
  for (; part != only_->end() && part->begin_ns < stretch.end_ns; ++part) {
    counted += task_.counted_ns(
        {std::max(part->begin_ns, stretch.begin_ns), std::min(part->end_ns, stretch.end_ns)});
  }
  return counted;
}

void FlameSweep::charge_time(Ns until_ns, bool in_frame) {
  until_ns = std::min(until_ns, task_.range.end_ns);
  if (until_ns <= cursor_ns_) return;
  const Ns length_ns = counted_ns({cursor_ns_, until_ns});
  cursor_ns_ = until_ns;
  if (length_ns == 0) return;
  if (in_frame) {
    grower_.charge(node_of(open_.back().slice), length_ns);
  } else if (task_.query.weight == FlameWeight::WallTime) {
    const std::uint32_t node =
        grower_.child(0, {StringId::Empty, CategoryKind::Other, FlameFrame::Untraced});
    grower_.charge(node, length_ns);
    grower_.add_call(node, EventId::None, length_ns);
  }
}

void FlameSweep::charge_work(std::uint32_t slice) {
  std::uint32_t work = first_work(slice);
  if (work == kNoParent) return;
  if (task_.query.weight == FlameWeight::Launches) {
    if (task_.counts(chunk_.start_ns[slice])) grower_.charge(node_of(slice), 1);
    return;
  }
  const std::uint32_t around = node_of(slice);
  for (; work != kNoParent; work = next_work_[work]) {
    const FlameWork& w = work_[work];
    const std::uint32_t node = grower_.child(around, {w.name, w.kind, FlameFrame::Event});
    grower_.charge(node, w.counted_ns);
    grower_.add_call(node, w.event, w.dur_ns);
  }
}

/// An operator that ends at the time of an allocation still counts as its allocator.
void FlameSweep::charge_allocations_before(Ns time_ns) {
  if (next_instant_ == last_instant_) return;
  const InstantTable& instants = *task_.snapshot.instants;
  for (; next_instant_ < last_instant_; ++next_instant_) {
    const Ns at_ns = instants.time_ns[next_instant_];
    if (at_ns >= time_ns) return;
    const std::int64_t bytes = task_.allocated_bytes[next_instant_];
    if (bytes <= 0 || !task_.counts(at_ns)) continue;
    close_before(at_ns);
    grower_.charge(open_.empty() ? 0 : node_of(open_.back().slice), bytes);
  }
}

std::uint32_t FlameSweep::frame_at(std::uint32_t slice) const {
  return slice == kNoParent || is_frame(slice) ? slice : around_[slice];
}

std::uint32_t FlameSweep::node_of(std::uint32_t slice) {
  slice = frame_at(slice);
  chain_.clear();
  EventId forward = EventId::None;
  while (slice != kNoParent && node_[slice] == 0 && forward == EventId::None) {
    chain_.push_back(slice);
    forward = moved_to(slice);
    if (forward == EventId::None) slice = around_[slice];
  }
  std::uint32_t node = slice == kNoParent ? 0 : node_[slice];
  if (forward != EventId::None) {
    node =
        grower_.child(0, {StringId{index_of(forward)}, CategoryKind::CpuOp, FlameFrame::Forward});
  }
  for (; !chain_.empty(); chain_.pop_back()) {
    const std::uint32_t inner = chain_.back();
    node = grower_.child(node, {chunk_.name[inner], task_.snapshot.kind_of(chunk_.category[inner]),
                                FlameFrame::Event});
    grower_.add_call(node, chunk_.id_of(inner), chunk_.dur_ns[inner]);
    node_[inner] = node;
  }
  return node;
}

}  // namespace lanescope
