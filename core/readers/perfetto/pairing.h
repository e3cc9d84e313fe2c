// Pairs the begins and ends of slices, which have neither a name nor an id in common: on a track,
// an end is of the latest slice that is open, in the order in which its writer wrote them. Times do
// not decide, since many are equal.
//
// PyTorch's writer puts all begins of a group before all its ends, in the same order. Such a group
// is recognized by ends that would be out of order otherwise; the first end is then of the first
// begin. That holds for the track: a program's own tracks may be written by the same sequence, and
// one odd pair must not re-pair the nested slices of the others. Only a pair that would nest by
// touching, with nothing inside, is taken for a group wherever its sequence writes groups.
// A file may end among the ends of a group, which are those of its first begins then.
//
// Where an end comes before its begin in the file, the order of the file is none: all of that track
// is paired by time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "core/build/tracks/raw_events.h"
#include "core/readers/perfetto/flows.h"
#include "core/readers/perfetto/sequence.h"
#include "core/readers/rows/row_sink.h"

namespace lanescope::perfetto {

/// What is known to be written as groups, or in no order.
struct Grouped {
  std::set<std::size_t> tracks, shuffled;  // which are numbered by their first packet
  std::set<std::uint32_t> sequences;
};

struct BegunSlice {
  RowSink::Slice slice;
  FlowRun flows;
  std::uint32_t order = 0;
  bool tied = false;     // another slice may have the same times
  bool grouped = false;  // written in a group, whose order is not that of nesting
};

/// Small, since ends of nested slices wait for each other.
struct SliceEnd {
  Ns time_ns = 0;
  Place place;
  LocalId name = kNoLocal;
  bool has_arguments = false;
  FlowRun flows = {};
};

class Pairing {
 public:
  Pairing(RowSink& sink, Flows& flows, Tracks& tracks)
      : sink_(&sink), flows_(&flows), tracks_(&tracks) {}

  /// Call before the first slice.
  void know(Grouped grouped) { grouped_ = std::move(grouped); }
  /// `node` is the slice's track.
  void begin(std::size_t node, Sequence& sequence, const BegunSlice& begun);
  void end(std::size_t node, Sequence& sequence, const SliceEnd& end);
  void complete(BegunSlice whole) { emit(whole, whole.slice.end_ns); }
  /// The lane of what an end on that track ends.
  [[nodiscard]] LocalId lane_of(std::size_t node) const {
    const LocalId lane = node < stacks_.size() ? stacks_[node].lane : kNoLocal;
    return lane != kNoLocal ? lane : tracks_->host_lane(node);
  }
  /// What is still open has no end.
  void finish();

  /// Slices were paired before it was known that they are written so: read the file again
  /// with what grouped() tells.
  [[nodiscard]] bool wants_again() const { return wants_again_; }
  [[nodiscard]] const Grouped& grouped() const { return grouped_; }

  /// The ends that have arguments of their own, by the offset of the begin.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, Place>> take_ends();

 private:
  struct Stack {
    std::vector<BegunSlice> open;
    std::vector<SliceEnd> ends;  // not paired yet: all come behind the begins that are open
    LocalId lane = kNoLocal;     // of the latest begin
    const Sequence* sequence = nullptr;
    bool grouped = false;    // its begins come before their ends, group by group
    bool undecided = false;  // slices were paired that could be of such a group
    bool by_time = false;    // the order in the file is none, as several sequences write it
    bool straight = true;    // since the stack was empty: only begins, then only ends
    Ns unpaired_ns = std::numeric_limits<Ns>::min();  // the latest end that found no begin
  };

  Stack& stack_of(std::size_t node, Sequence& sequence);
  void decide(std::size_t node, Sequence& sequence);
  void note_group(std::size_t node, Sequence& sequence);
  void note_shuffled(std::size_t node);
  void settle(Stack& stack, bool first_in_first_out);
  [[nodiscard]] bool is_cut_group(const Stack& stack) const;
  void unpaired(Stack& stack, const SliceEnd& end);
  void close(Stack& stack, BegunSlice& begun, const SliceEnd& end);
  void close_latest(Stack& stack, const SliceEnd& end);
  void pass_on(Stack& stack);
  RawRef emit(BegunSlice& begun, Ns end_ns);
  void emit_begin(BegunSlice begun);

  RowSink* sink_;
  Flows* flows_;
  Tracks* tracks_;
  std::vector<Stack> stacks_;  // by track
  std::vector<std::pair<std::uint64_t, Place>> ends_;
  Grouped grouped_;
  std::uint32_t begun_ = 0;
  bool wants_again_ = false;
};

}  // namespace lanescope::perfetto
