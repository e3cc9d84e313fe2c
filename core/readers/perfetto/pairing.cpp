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
    if (ends[i].mark.end_ns < ends[i - 1].mark.end_ns) return false;
  }
  return begins.back().slice.begin_ns <= ends.front().mark.end_ns;
}

/// Whether the first begin is of the first end, and so on.
template <typename Begins, typename Ends>
bool can_be_group(const Begins& begins, const Ends& ends) {
  for (std::size_t i = 0; i < begins.size(); ++i) {
    if (ends[i].mark.end_ns < begins[i].slice.begin_ns) return false;
  }
  return true;
}

/// One ends where the next begins: only if nothing is in it, that one can be inside the first.
template <typename Begins, typename Ends>
bool only_touch(const Begins& begins, const Ends& ends) {
  return begins.back().slice.begin_ns == ends.front().mark.end_ns;
}

}  // namespace

Pairing::Stack& Pairing::stack_of(std::size_t node, Sequence& sequence) {
  if (node >= stacks_.size()) stacks_.resize(std::max(node + 1, stacks_.size() * 2));
  Stack& stack = stacks_[node];
  if (stack.sequence == nullptr) {
    stack.sequence = &sequence;
    stack.grouped = grouped_.tracks.contains(node);
  } else if (stack.sequence != &sequence && !stack.shared) {
    settle(stack, stack.grouped);
    pass_on(stack);
    stack.shared = true;
  }
  return stack;
}

void Pairing::begin(std::size_t node, Sequence& sequence, const BegunSlice& begun) {
  Stack& stack = stack_of(node, sequence);
  stack.lane = begun.slice.track;
  if (stack.shared) return emit_begin(begun);
  if (!stack.ends.empty()) {
    settle(stack, stack.grouped);
    stack.straight = false;
  }
  if (stack.open.empty()) stack.straight = true;
  stack.open.push_back(begun);
  BegunSlice& added = stack.open.back();
  added.order = ++begun_;
  const std::size_t depth = stack.open.size();
  if (depth < 2 || stack.open[depth - 2].slice.begin_ns != added.slice.begin_ns) return;
  added.tied = stack.open[depth - 2].tied = true;
}

void Pairing::end(std::size_t node, Sequence& sequence, const RowSink::Slice& mark,
                  bool has_arguments) {
  Stack& stack = stack_of(node, sequence);
  if (stack.lane == kNoLocal) stack.lane = tracks_->host_lane(node);
  const Ending ending{mark, has_arguments};
  // An end without a begin; it is paired by time if its begin comes later in the file.
  if (stack.shared || stack.open.empty()) return unpaired(stack.lane, mark);
  if (!stack.straight || stack.open.size() == 1) {
    close_latest(stack, ending);
    if (!stack.open.empty()) stack.straight = false;
    return;
  }
  stack.ends.push_back(ending);
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
    const std::vector<Ending> ends = std::move(stack.ends);
    stack.ends.clear();
    pass_on(stack);
    for (const Ending& ending : ends) unpaired(stack.lane, ending.mark);
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

/// Pairs the ends that wait.
void Pairing::settle(Stack& stack, bool first_in_first_out) {
  LANESCOPE_CHECK(stack.ends.size() <= stack.open.size(), "no more ends than {} begins: {}",
                  stack.open.size(), stack.ends.size());
  if (!first_in_first_out) {
    for (const Ending& ending : stack.ends) close_latest(stack, ending);
    stack.ends.clear();
    return;
  }
  for (std::size_t i = 0; i < stack.ends.size(); ++i) {
    stack.open[i].tied = true;
    close(stack.open[i], stack.ends[i]);
  }
  stack.open.erase(stack.open.begin(),
                   stack.open.begin() + static_cast<std::ptrdiff_t>(stack.ends.size()));
  stack.ends.clear();
}

/// The builder pairs it by time.
void Pairing::unpaired(LocalId lane, RowSink::Slice mark) {
  mark.track = lane;
  sink_->end_mark(mark);
}

void Pairing::close_latest(Stack& stack, const Ending& ending) {
  LANESCOPE_CHECK(!stack.open.empty(), "an open slice for the end at {}",
                  ending.mark.place.offset());
  const BegunSlice begun = stack.open.back();
  stack.open.pop_back();
  close(begun, ending);
}

void Pairing::close(const BegunSlice& begun, const Ending& ending) {
  if (ending.mark.end_ns < begun.slice.begin_ns) {
    emit_begin(begun);
    return unpaired(begun.slice.track, ending.mark);
  }
  if (ending.has_arguments) ends_.emplace_back(begun.slice.place.offset(), ending.mark.place);
  emit(begun, ending.mark.end_ns);
}

/// The builder pairs by time what is not paired here.
void Pairing::pass_on(Stack& stack) {
  for (const BegunSlice& begun : stack.open) emit_begin(begun);
  stack.open.clear();
}

void Pairing::emit(const BegunSlice& begun, Ns end_ns) {
  RowSink::Slice slice = begun.slice;
  slice.end_ns = end_ns;
  if (begun.tied || slice.end_ns == slice.begin_ns)
    slice.begin_order = begun.order != 0 ? begun.order : ++begun_;
  flows_->bind(begun.flows, sink_->slice(slice));
}

void Pairing::emit_begin(BegunSlice begun) {
  begun.slice.open = true;
  begun.slice.end_ns = begun.slice.begin_ns;
  flows_->bind(begun.flows, sink_->slice(begun.slice));
}

void Pairing::finish() {
  for (Stack& stack : stacks_) {
    settle(stack, stack.grouped);
    pass_on(stack);
  }
}

std::vector<std::pair<std::uint64_t, Place>> Pairing::take_ends() {
  std::ranges::sort(ends_, {}, &std::pair<std::uint64_t, Place>::first);
  return std::move(ends_);
}

}  // namespace lanescope::perfetto
