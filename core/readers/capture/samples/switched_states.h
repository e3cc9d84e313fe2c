// The states of one thread: from samples alone, or, as soon as the scheduler's switches are known,
// with their exact times. A sample then says what a blocked thread waits for, and whether it has
// the GIL. A wait that no sample has hit is taken for one of those before it only if the thread was
// found to wait for one thing at one line so many times in a row that it hardly waits for others.
// If those were all for a device, such as files of many names, one that is not much shorter is too.
// Who waits for the GIL of Python looks for it again after each switch interval: a wait of that
// length is for the GIL if those before it were that samples have hit, and a longer one if many
// were.
//
// Samples and switches are each in order, but neither waits for the other: both are kept until the
// other has come as far.
//
// A run that no sample has hit has the GIL if the last run that was seen had it: of a thread that
// often sleeps, samples hit few runs.
#pragma once

#include <cstdint>
#include <deque>

#include "capture/wire/records.h"
#include "core/readers/rows/sample_lane.h"

namespace lanescope {

/// What samples in a row had in common.
struct SampledRun {
  Ns first_ns = 0, last_ns = 0;
  Place place;
  wire::SampledState state = wire::SampledState::Unknown;
  std::uint32_t flags = 0;
  LocalId name = 0;  // of the state, as samples alone have it
  /// The line of Python at which it waits for what the name says; kNoLocal: one is not known.
  LocalId waits_at = kNoLocal;
  Ns period_ns = 0;  // between two samples
  /// The thread was in the same functions and the same state at the sample before, which is not too
  /// long ago: what is missing in between was no different.
  bool continues = false;
};

/// Whether a sampled thread waits for something other than a CPU.
constexpr bool is_blocked(wire::SampledState state) {
  return state == wire::SampledState::Waiting || state == wire::SampledState::Disk ||
         state == wire::SampledState::Stopped;
}

class SwitchedStates {
 public:
  [[nodiscard]] SampleLane& lane() { return lane_; }
  [[nodiscard]] const SampleLane& lane() const { return lane_; }

  /// Whether any switch is known: samples alone no longer decide.
  [[nodiscard]] bool has_any() const { return newest_switch_ns_ != 0; }
  [[nodiscard]] Ns last_ns() const { return newest_switch_ns_; }

  /// Before the first switch: what samples alone say. Returns how many slices ended.
  std::size_t show_alone(const SampledRun& run, RowSink& sink);

  struct Switch {
    Ns time_ns = 0;
    wire::SwitchKind kind = wire::SwitchKind::In;
    Place place;
  };
  /// False if it is earlier than the last one. `shown_ns`: until then samples have decided. What
  /// is of a time before end() is ignored.
  bool add(const Switch& one, Ns shown_ns);
  /// Switches from `begin` to `end_ns` are not all known: samples alone decide in between, and
  /// switches of that time are ignored. Until the first sample it stays as it was; where that comes
  /// late, and for a thread that is not sampled and may have lost its CPU, there is no state.
  void add_gap(const Switch& begin, Ns end_ns);
  /// Only after the first switch.
  void add(const SampledRun& run);

  /// Shows what is certain by now. Returns how many slices ended.
  std::size_t show(RowSink& sink);
  /// Shows all and ends what is open.
  std::size_t end(Ns end_ns, RowSink& sink);

 private:
  /// Ready: woken, and not on a CPU yet. Samples of that time are of who did not know yet.
  enum class Phase : std::uint8_t { Unknown, Running, Runnable, Blocked, Ready };
  static constexpr std::size_t kMostWaiting = 1U << 14U;
  /// Switches come no later than that after samples of the same time.
  static constexpr Ns kLatestNs = 1'000'000'000;

  [[nodiscard]] bool takes_sample(bool all) const;
  [[nodiscard]] bool takes_switch(bool all) const;
  std::size_t show_ready(bool all, RowSink& sink);
  std::size_t show_sample(const SampledRun& run, RowSink& sink);
  std::size_t show_switch(const Switch& one, RowSink& sink);
  /// It had no CPU since the first look, or until its first switch: it did not run, as the first
  /// look alone says of all that could.
  void was_ready(RowSink& sink);
  std::size_t show_gap(Ns begin_ns, RowSink& sink);
  /// Where switches are missing, and samples as well until this time, although those on both sides
  /// do not agree: nothing tells what it did.
  std::size_t close_hole(Ns next_ns, bool continues, RowSink& sink);
  /// Whether it waits, although by the switches it has a CPU or could use one: where this is so
  /// twice in a row, a switch is missing. Once, it may have been looked at just after the switch.
  [[nodiscard]] bool contradicts(const SampledRun& run) const;
  [[nodiscard]] bool is_seen_twice(const SampledRun& run) const;
  static Phase phase_after(wire::SwitchKind kind);
  void note_wait(const SampledRun& run, RowSink& sink);
  /// What a wait that ends now is likely for, if no sample has hit it; kNoLocal: nobody knows.
  [[nodiscard]] LocalId usual_wait(const TimeRange& wait, RowSink& sink) const;
  /// Whether it is for the GIL, as waits of its length before it.
  [[nodiscard]] bool is_usual_gil_wait(const TimeRange& wait) const;
  /// Whether it is as those for a device were. Samples hit long waits first: of short ones in
  /// between they tell nothing.
  [[nodiscard]] bool is_usual_device_wait(const TimeRange& wait) const;
  /// Of a wait that samples have hit, once its length is known.
  void note_length(const TimeRange& wait, RowSink& sink);
  std::size_t change(Ns time_ns, Place place, RowSink& sink);
  /// Whether a sample tells what there is to know of the phase: the reason of a wait, the GIL.
  [[nodiscard]] bool tells(const SampledRun& run) const;
  /// Whether it ran with the GIL, of a sample that hit it on a CPU.
  void note_run(const SampledRun& run);
  /// Of a thread that does not wait.
  [[nodiscard]] bool has_gil() const;
  /// The name of the phase, with what the last sample says.
  [[nodiscard]] LocalId name(RowSink& sink) const;

  SampleLane lane_;
  std::deque<SampledRun> runs_;
  std::deque<Switch> switches_;
  Ns gap_end_ns_ = 0;
  Ns newest_switch_ns_ = 0, newest_sample_ns_ = 0, shown_ns_ = 0, over_ns_ = 0;
  Phase phase_ = Phase::Unknown;
  Ns phase_ns_ = 0;            // its begin
  Ns unknown_ns_ = 0;          // since then, switches are missing; 0: none ever were
  SampledRun last_;            // the last one shown
  bool is_told_ = false;       // by last_, of the phase
  bool ran_with_gil_ = false;  // by the last sample of a run
  bool has_switched_ = false;
  std::uint64_t looks_ = 0;  // shown without switches
  bool is_doubted_ = false;  // last_ contradicts the phase
  /// The last run of samples that have hit a wait, and how many in a row were alike.
  struct ToldWait {
    LocalId name = 0, at = kNoLocal;
    Ns time_ns = 0;
    std::uint64_t times = 0;
    std::uint64_t device_times = 0;  // how many in a row were for a device
    Ns shortest_device_ns = kMaxNs;  // of them
    // How many in a row were for the GIL, of those of a switch interval and of all that are no
    // shorter; and the end of the last that was.
    std::uint64_t gil_times = 0, long_gil_times = 0;
    Ns gil_ns = kMinNs;
  };
  ToldWait told_wait_;
};

}  // namespace lanescope
