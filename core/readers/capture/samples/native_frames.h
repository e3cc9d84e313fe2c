// Frames of machine code, as the kernel saw them while threads ran, as slices below the Python
// functions of the same thread.
//
// Such samples come with a delay, since their functions have to be looked up; by then the thread
// may be elsewhere in Python. So each thread keeps for a while how deep its Python stack was, and
// its native samples wait until that is known up to their time.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/readers/capture/channel.h"
#include "core/readers/capture/samples/off_cpu.h"
#include "core/readers/rows/sample_lane.h"

namespace lanescope {

/// The native stacks of a channel.
class NativeStacks {
 public:
  void clear();
  /// `names`: the channel's strings, by number from 1.
  void define(const CaptureRecord& record, std::span<const std::string> names, RowSink& sink);
  [[nodiscard]] bool has(std::uint32_t number) const {
    return number != 0 && number <= stacks_.size();
  }

  /// A stack of this channel, which no longer needs its number.
  struct Stack {
    std::uint32_t first = 0, depth = 0;
    std::uint32_t in_python = 0;  // so many of its innermost frames are called from Python
    std::uint32_t loops = 0;      // of the interpreter, by name
  };
  [[nodiscard]] Stack stack(std::uint32_t number) const { return stacks_[number - 1]; }
  /// Its frames, outermost first; below Python only those called from it.
  [[nodiscard]] std::span<const SampleItem> frames(const Stack& stack, bool below_python) const;

 private:
  std::vector<Stack> stacks_;
  std::vector<SampleItem> frames_;  // outermost first; of all stacks, also of earlier channels
};

/// Whether a frame is the interpreter's loop, in which Python functions run, or code of the
/// interpreter without a name: "_PyEval_EvalFrameDefault (python3.11)", "0x1234 (python3.11)".
bool is_interpreter_frame(std::string_view frame);
/// Whether it is that loop, known by its name: up to Python 3.10 there is one for each function.
bool is_interpreter_loop(std::string_view frame);

/// How many rows of Python a thread had at any time.
class PythonDepths {
 public:
  /// Times that go back count as now.
  void change(Ns time_ns, std::size_t depth);
  struct Stretch {
    std::uint64_t number = 0;
    std::size_t depth = 0;
    bool is_known = true;  // false: it is too long ago
    Ns begin_ns = 0;
  };
  [[nodiscard]] Stretch at(Ns time_ns) const;
  /// When a stretch ended; kMaxNs if it goes on.
  [[nodiscard]] Ns end_of(std::uint64_t number) const;

 private:
  static constexpr std::size_t kMostKept = 4096;
  struct Step {
    Ns begin_ns = 0;
    std::size_t depth = 0;
  };
  std::deque<Step> steps_;
  std::uint64_t dropped_ = 0;
};

/// The native frames of one thread. A sample is taken each time the thread has used a period of CPU
/// time. Where its switches are known, what it shows therefore reaches forward to the thread's next
/// wait, and back to the first wait since the sample before or to where the thread came to this
/// place in Python. It is left out of waits of a quarter of a period or more, and where these make
/// too many pieces, of those in the middle; neither a shorter wait nor being preempted ends
/// anything. Where switches were not recorded, a sample stands for one period at most.
class NativeLane {
 public:
  struct Sample {
    Ns time_ns = 0, period_ns = 0;
    NativeStacks::Stack stack;
    Place place;
  };
  void set_track(LocalId track) { lane_.set_track(track); }
  /// False if it is not later than the last one.
  bool add(const Sample& sample);
  /// In order of time; before the samples of that time are shown.
  void add_switch(Ns time_ns, wire::SwitchKind kind) { off_cpu_.add(time_ns, kind); }
  /// Neither switches nor samples of this time are complete: what samples show does not reach over
  /// it. In order of begins.
  void add_gap(const TimeRange& gap);
  /// When the thread did not wait for so long, from one time to another; none where switches
  /// are not known.
  [[nodiscard]] std::vector<TimeRange> runs_in(const TimeRange& range, Ns least_wait_ns) const;
  /// Whether its switches are known at a time.
  [[nodiscard]] bool knows_switches(Ns time_ns) const;
  /// The stretch without a CPU that a time is in, as far as switches are known.
  [[nodiscard]] std::optional<OffCpuTimes::Stretch> off_cpu_at(Ns time_ns) const;
  /// Those that are not shown yet, strictly between two times.
  [[nodiscard]] std::vector<Sample> waiting_in(const TimeRange& range) const;
  [[nodiscard]] bool is_full() const { return waiting_.size() >= kMostWaiting; }
  /// Of the last sample; 0: there is none.
  [[nodiscard]] Ns last_ns() const { return newest_ns_; }

  /// Shows the samples up to a time until which the thread's Python stack is known. Returns how
  /// many slices ended.
  std::size_t show_until(Ns time_ns, const PythonDepths& python, const NativeStacks& stacks,
                         RowSink& sink);
  /// Shows all of them and ends what is open.
  std::size_t end(const PythonDepths& python, const NativeStacks& stacks, RowSink& sink);
  void add_open(Ns now_ns, const PythonDepths& python, std::vector<RowSink::Slice>& out) const;

 private:
  static constexpr std::size_t kMostWaiting = 1U << 14U;
  static constexpr std::size_t kMostGaps = 1024;
  /// When what is open is over at the latest, without another sample.
  [[nodiscard]] Ns end_ns(const PythonDepths& python) const;
  /// How long a wait must be for the slices to end there.
  [[nodiscard]] static Ns least_wait_ns(Ns period_ns) { return period_ns / 4; }
  /// When the thread ran from the last sample until this one; its longer waits are in between.
  [[nodiscard]] std::vector<TimeRange> runs_until(const Sample& sample) const;
  std::size_t show(const Sample& sample, const PythonDepths& python, const NativeStacks& stacks,
                   RowSink& sink);
  /// The first gap that is not over at a time.
  [[nodiscard]] std::deque<TimeRange>::const_iterator gap_after(Ns time_ns) const;
  /// Whether samples are missing between the last one and a time, by what the last one stands for
  /// or the one of that time, whichever is more: the rate may have dropped in between.
  [[nodiscard]] bool misses_until(Ns time_ns, Ns period_ns) const;

  SampleLane lane_;
  OffCpuTimes off_cpu_;
  std::deque<TimeRange> gaps_;  // the last ones, by begin
  std::deque<Sample> waiting_;
  Ns newest_ns_ = 0, shown_ns_ = 0, period_ns_ = 0;
  std::uint64_t stretch_ = 0;  // of Python, in which the open slices are
};

}  // namespace lanescope
