#include "core/readers/perfetto/pairing.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope::perfetto {
namespace {

/// Whether the last begin is of the first end, and so on, as nested slices are written.
template <typename Begins, typename Ends>
bool can_nest(const Begins& begins, const Ends& ends) {
  for (std::size_t i = 1; i < begins.size(); ++i) {
    if (begins[i].slice.begin_ns < begins[i - 1].slice.begin_ns) return false;
    if (ends[i].time_ns < ends[i - 1].time_ns) return false;
  }
  return begins.back().slice.begin_ns <= ends.front().time_ns;
}

/// Whether the first begin is of the first end, and so on. The last ends may be missing.
template <typename Begins, typename Ends>
bool can_be_group(const Begins& begins, const Ends& ends) {
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (ends[i].time_ns < begins[i].slice.begin_ns) return false;
  }
  return true;
}

/// One ends where the next begins: only if nothing is in it, that one can be inside the first.
template <typename Begins, typename Ends>
bool only_touch(const Begins& begins, const Ends& ends) {
  return begins.back().slice.begin_ns == ends.front().time_ns;
}

}  // namespace

Pairing::Stack& Pairing::stack_of(std::size_t node, Sequence& sequence) {
  if (node >= stacks_.size()) stacks_.resize(std::max(node + 1, stacks_.size() * 2));
  Stack& stack = stacks_[node];
  if (stack.sequence == nullptr) {
    stack.sequence = &sequence;
    stack.grouped = grouped_.tracks.contains(node);
    stack.by_time = !stack.grouped && grouped_.shuffled.contains(node);
  } else if (stack.sequence != &sequence && !stack.by_time) {
    settle(stack, stack.grouped);
    pass_on(stack);
    stack.by_time = true;
  }
  return stack;
}

void Pairing::begin(std::size_t node, Sequence& sequence, const BegunSlice& begun) {
  Stack& stack = stack_of(node, sequence);
  stack.lane = begun.slice.track;
  if (stack.by_time) return emit_begin(begun);
  if (begun.slice.begin_ns < stack.unpaired_ns && !stack.grouped) note_shuffled(node);
  if (!stack.ends.empty()) {
    settle(stack, stack.grouped);
    stack.straight = false;
  }
  if (stack.open.empty()) stack.straight = true;
  stack.open.push_back(begun);
  BegunSlice& added = stack.open.back();
  added.order = ++begun_;
  added.grouped = stack.grouped || grouped_.sequences.contains(sequence.number);
  const std::size_t depth = stack.open.size();
  if (depth < 2 || stack.open[depth - 2].slice.begin_ns != added.slice.begin_ns) return;
  added.tied = stack.open[depth - 2].tied = true;
}

void Pairing::end(std::size_t node, Sequence& sequence, const SliceEnd& end) {
  Stack& stack = stack_of(node, sequence);
  if (stack.lane == kNoLocal) stack.lane = tracks_->host_lane(node);
  // An end without a begin; it is paired by time if its begin comes later in the file.
  if (stack.by_time || stack.open.empty()) return unpaired(stack, end);
  if (!stack.straight || stack.open.size() == 1) {
    close_latest(stack, end);
    if (!stack.open.empty()) stack.straight = false;
    return;
  }
  stack.ends.push_back(end);
  if (stack.ends.size() == stack.open.size()) decide(node, sequence);
}

/// As many ends as begins: one within the other, or a group?
void Pairing::decide(std::size_t node, Sequence& sequence) {
  Stack& stack = stacks_[node];
  LANESCOPE_CHECK(!stack.open.empty() && stack.ends.size() == stack.open.size(),
                  "an end for each of {} begins, not {}", stack.open.size(), stack.ends.size());
  const bool nests = can_nest(stack.open, stack.ends);
  const bool group = can_be_group(stack.open, stack.ends);
  if (!nests && !group) {
    const std::vector<SliceEnd> ends = std::move(stack.ends);
    stack.ends.clear();
    pass_on(stack);
    for (const SliceEnd& end : ends) unpaired(stack, end);
    return;
  }
  if (!nests) note_group(node, sequence);
  const bool touch = only_touch(stack.open, stack.ends);
  const bool grouped = stack.grouped || (touch && grouped_.sequences.contains(sequence.number));
  if (nests && group && !grouped) {
    stack.undecided = true;
    sequence.undecided |= touch;
  }
  settle(stack, group && grouped);
}

/// What was paired before on this track, or only touched on another one, may be of groups too.
void Pairing::note_group(std::size_t node, Sequence& sequence) {
  Stack& stack = stacks_[node];
  if (!stack.grouped) wants_again_ |= stack.undecided;
  stack.grouped = true;
  grouped_.tracks.insert(node);
  if (grouped_.sequences.insert(sequence.number).second) wants_again_ |= sequence.undecided;
}

/// An end was found before its begin, or one that can be: slices of others may have got it.
void Pairing::note_shuffled(std::size_t node) {
  wants_again_ |= grouped_.shuffled.insert(node).second;
}

/// Pairs the ends that wait.
void Pairing::settle(Stack& stack, bool first_in_first_out) {
  LANESCOPE_CHECK(stack.ends.size() <= stack.open.size(), "no more ends than {} begins: {}",
                  stack.open.size(), stack.ends.size());
  if (!first_in_first_out) {
    for (const SliceEnd& end : stack.ends) close_latest(stack, end);
    stack.ends.clear();
    return;
  }
  for (std::size_t i = 0; i < stack.ends.size(); ++i) {
    stack.open[i].tied = stack.open[i].grouped = true;
    close(stack, stack.open[i], stack.ends[i]);
  }
  stack.open.erase(stack.open.begin(),
                   stack.open.begin() + static_cast<std::ptrdiff_t>(stack.ends.size()));
  stack.ends.clear();
}

/// The builder pairs it by time.
void Pairing::unpaired(Stack& stack, const SliceEnd& end) {
  LANESCOPE_CHECK(stack.lane != kNoLocal, "a lane for the end at {}", end.place.offset());
  stack.unpaired_ns = std::max(stack.unpaired_ns, end.time_ns);
  RowSink::Slice mark;
  mark.track = stack.lane;
  mark.name = end.name;
  mark.begin_ns = mark.end_ns = end.time_ns;
  mark.place = end.place;
  sink_->end_mark(mark);
}

void Pairing::close_latest(Stack& stack, const SliceEnd& end) {
  LANESCOPE_CHECK(!stack.open.empty(), "an open slice for the end at {}", end.place.offset());
  close(stack, stack.open.back(), end);
  stack.open.pop_back();
}

void Pairing::close(Stack& stack, BegunSlice& begun, const SliceEnd& end) {
  if (end.time_ns < begun.slice.begin_ns) {
    emit_begin(begun);
    return unpaired(stack, end);
  }
  if (end.has_arguments) ends_.emplace_back(begun.slice.place.offset(), end.place);
  const RawRef slice = emit(begun, end.time_ns);
  flows_->bind_end(end.flows, slice, begun.slice.begin_ns);
}

/// The builder pairs by time what is not paired here.
void Pairing::pass_on(Stack& stack) {
  for (const BegunSlice& begun : stack.open) emit_begin(begun);
  stack.open.clear();
}

RawRef Pairing::emit(BegunSlice& begun, Ns end_ns) {
  RowSink::Slice& slice = begun.slice;
  slice.end_ns = end_ns;
  if (begun.tied || slice.end_ns == slice.begin_ns) {
    slice.begin_order = begun.order != 0 ? begun.order : ++begun_;
    slice.nested = begun.order != 0 && !begun.grouped;
  }
  const RawRef ref = sink_->slice(slice);
  flows_->bind(begun.flows, ref);
  return ref;
}

void Pairing::emit_begin(BegunSlice begun) {
  begun.slice.open = true;
  begun.slice.end_ns = begun.slice.begin_ns;
  flows_->bind(begun.flows, sink_->slice(begun.slice));
}

/// Whether the file ends among the ends of a group.
bool Pairing::is_cut_group(const Stack& stack) const {
  if (stack.ends.empty() || !can_be_group(stack.open, stack.ends)) return false;
  const bool is_in_order = stack.open.back().slice.begin_ns <= stack.ends.front().time_ns;
  return !is_in_order ||
         (grouped_.sequences.contains(stack.sequence->number) && tracks_->is_gpu(stack.lane));
}

void Pairing::finish() {
  for (Stack& stack : stacks_) {
    settle(stack, stack.grouped || is_cut_group(stack));
    pass_on(stack);
  }
}

std::vector<std::pair<std::uint64_t, Place>> Pairing::take_ends() {
  std::ranges::sort(ends_, {}, &std::pair<std::uint64_t, Place>::first);
  return std::move(ends_);
}

}  // namespace lanescope::perfetto
