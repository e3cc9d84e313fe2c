// Which functions a thread was in between two samples, by when it waited: a sample of a wait is of
// all of that wait, and tells nothing of what ran before and after it. Nor does one that finds the
// thread preempted tell what it ran: the scheduler takes a CPU away at some places, such as the end
// of a system call, far more often than at others.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/readers/rows/sample_lane.h"

namespace lanescope {

/// The last stacks of one thread with which it was seen to run and to wait.
class SeenStacks {
 public:
  /// From a time on, until the next one.
  struct Piece {
    Ns begin_ns = 0;
    std::span<const SampleItem> items;  // of this object, or those that were passed
  };
  struct Sample {
    std::span<const SampleItem> items;
    bool waits = false;
  };

  void see(const Sample& sample, Ns time_ns);
  /// It was found preempted at a stack: what it runs before and after is what it was last seen to
  /// run, if that is no older than `most_age_ns`, or ten times that where it did not wait since,
  /// and if it was not found several times in a function since that this is not in. Else it is this
  /// stack, since nothing better is known.
  void see_preempted(std::span<const SampleItem> items, Ns time_ns, Ns most_age_ns);
  void forget() { is_known_ = false; }
  [[nodiscard]] bool is_known() const { return is_known_; }
  [[nodiscard]] Sample last() const { return {seen(waited_).items, waited_}; }

  /// From the last sample seen until the next one. `runs`: when the thread did not wait, in order,
  /// from the one sample to the other; the first and the last may be empty. A run or a wait that no
  /// sample has hit is of the stack of the next sample of its kind, or of the last one, if that is
  /// no older than `most_age_ns`. Of a run that may be ten times as long ago, if the thread waited
  /// before it at the same place: what runs briefly between long waits is seldom hit.
  [[nodiscard]] std::vector<Piece> until(const Sample& next, std::span<const TimeRange> runs,
                                         Ns most_age_ns) const;

 private:
  struct Seen {
    std::vector<SampleItem> items;
    Ns time_ns = kMinNs;
    std::vector<SampleItem> after;  // of a run: the stack of the wait before it
  };
  /// Where it was found preempted, a few times in a row, since it was last seen to run.
  struct Preempted {
    std::vector<SampleItem> functions;  // that all of these stacks begin with
    std::size_t times = 0;
    void see(std::span<const SampleItem> items);
  };
  [[nodiscard]] const Seen& seen(bool waits) const { return seen_.at(waits ? 1 : 0); }

  std::array<Seen, 2> seen_;  // running, waiting
  Preempted preempted_;
  bool waited_ = false;    // at the last sample
  bool is_known_ = false;  // there is a last sample
};

}  // namespace lanescope
