// CaptureSamples: turns what the recorder saw a process's threads do into slices. Of each thread,
// one track has its Python functions as nested slices, with the line of the innermost below it; a
// second one its states.
//
// A slice lasts from its first sample to the thread's next sample that no longer has it. If that is
// more than kMostPeriods away, samples are missing in between: the slice ends one period after its
// last sample, which leaves a hole. There is none where the samples on both sides have the same
// functions and the same state and are at most kMostBridged periods apart, or where switches show a
// single wait in between; only the line is then left open, if it differs. Where switches are known,
// a function in which the thread was seen to wait lasts for that wait, and one in which it was seen
// to run for what it ran (SeenStacks). A stack at which it was found preempted is shown while it
// waits for that CPU, and no longer. Torn samples tell the state, but nothing about functions.
//
// Where the kernel was asked as well, states have the exact times of the scheduler's switches
// (SwitchedStates), and frames of machine code are below the Python functions (NativeLane). Between
// two samples with different functions, these frames tell when the one took over from the other
// (NativeCallers). Nothing is ever shown below a function that neither of the two samples has.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "capture/wire/records.h"
#include "core/readers/capture/channel.h"
#include "core/readers/capture/names.h"
#include "core/readers/capture/process.h"
#include "core/readers/capture/samples/event_loops.h"
#include "core/readers/capture/samples/lost_cpu.h"
#include "core/readers/capture/samples/native_callers.h"
#include "core/readers/capture/samples/native_frames.h"
#include "core/readers/capture/samples/seen_stacks.h"
#include "core/readers/capture/samples/switched_states.h"
#include "core/readers/rows/row_sink.h"
#include "core/readers/rows/sample_lane.h"

namespace lanescope {

/// The time between two samples of a thread: as the sampler says, else the median of the first
/// distances.
class SamplePeriod {
 public:
  void know(Ns period_ns) {
    if (period_ns <= 0) return;
    known_ = true;
    ns_ = std::clamp(period_ns, kLeast, kMost);
  }
  void note(Ns distance_ns) {
    if (known_ || distance_ns <= 0 || distances_.size() == kMostDistances) return;
    distances_.insert(std::ranges::upper_bound(distances_, distance_ns), distance_ns);
    ns_ = std::min(distances_[distances_.size() / 2], kMost);
  }
  [[nodiscard]] Ns ns() const { return ns_; }

 private:
  static constexpr std::size_t kMostDistances = 63;
  static constexpr Ns kLeast = 1'000, kMost = 10'000'000'000;
  bool known_ = false;
  Ns ns_ = 10'000'000;
  std::vector<Ns> distances_;  // sorted
};

/// What the sampler says of one process, or of several.
struct SampleTotals {
  std::uint64_t samples = 0, torn = 0;
  std::uint64_t missed = 0;  // ticks, which all processes share
  std::uint64_t spent_ns = 0;
  Ns period_ns = 0;

  /// Numbers are from a file and may be anything: sums do not overflow.
  void include(const SampleTotals& other) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 40U;
    samples = std::min(kMost, samples) + std::min(kMost, other.samples);
    torn = std::min(kMost, torn) + std::min(kMost, other.torn);
    missed = std::max(missed, std::min(kMost, other.missed));
  }
};

/// One per channel of samples.
class CaptureSamples {
 public:
  static constexpr Ns kMostPeriods = 3, kMostBridged = 20, kMostAgePeriods = 20;

  /// The channel was opened: numbers start over.
  void begin();
  /// Whether it is a record of a channel of samples. Definitions must have been noted in the
  /// channel's table already.
  bool take(CaptureProcess& process, const ChannelDecoder& channel, const CaptureRecord& record,
            RowSink& sink);
  /// The capture is over, the channel is used for something else, or records are missing from here
  /// on. Nothing lasts beyond `until_ns`, when that was.
  void end_open(Ns until_ns, RowSink& sink);

  /// Appends the slices that go on.
  void add_open(std::vector<RowSink::Slice>& out) const;
  [[nodiscard]] SampleTotals totals() const;

 private:
  struct Code {
    LocalId function = kNoLocal;
    LoopFrame loop = LoopFrame::None;
    std::string file;  // as in the names of functions
    std::int32_t first_line = 0;
    std::uint16_t python = 0;
    bool is_recorder = false;  // of the package, which waits for the recording to begin and to end
    std::vector<std::byte> table;
  };
  struct Stack {
    std::uint32_t first = 0, depth = 0;  // in frames_
    LocalId line = kNoLocal;             // of the innermost function
    bool in_event_loop = false;          // where it waits if it has nothing to do
    bool in_recorder = false;            // see Code::is_recorder
  };
  using Item = SampleItem;
  /// What a sample has shown, to tell whether the next one shows the same.
  struct Look {
    std::vector<LocalId> functions;  // outermost first
    wire::SampledState state = wire::SampledState::Unknown;
    LocalId wait = 0;       // the name of the state, if it waits
    bool is_whole = false;  // not torn, and no other
  };
  /// What was sampled for as long as samples are not too far apart.
  struct Lane {
    SampleLane slices;
    Ns last_ns = 0;  // the last sample
  };
  using Run = SampledRun;
  struct FunctionRun {
    Run run;
    std::vector<Item> items;
  };
  struct Thread {
    Lane functions;
    SeenStacks seen;  // of its functions
    LostCpu lost_cpu;
    PythonDepths python;  // of its functions
    NativeLane native;
    SwitchedStates states;
    Ns last_state_ns = 0;       // the last sample
    bool is_preempted = false;  // at the last one whose functions are shown
    Look last;
    std::deque<FunctionRun> pending;  // until native samples of the same time are known
    [[nodiscard]] Ns last_ns() const;
  };

  /// A record and what it belongs to.
  struct Source {
    CaptureProcess& process;
    const ChannelDecoder& channel;
    const CaptureRecord& record;
    RowSink& sink;
    [[nodiscard]] Ns time(Ns time_ns) const;
  };
  void define_string(const Source& source);
  void define_code(const Source& source);
  void define_stack(const Source& source);
  LocalId line_of(const wire::StackFrame& frame, const Source& source);
  void name_thread(const Source& source) const;
  void counter(const Source& source) const;
  void sample(const Source& source);
  void native_sample(const Source& source);
  void thread_switch(const Source& source);
  void switch_gap(const Source& source);
  /// Nothing lasts into a pause, nor begins in it.
  void pause(const Source& source);
  /// On the track about the recording itself.
  void mark_gap(TimeRange gap, const Source& source);
  /// The thread's state at a run of samples.
  void show_state(Thread& thread, const Run& run, RowSink& sink);
  /// Shows functions as soon as the native samples of their time are known, which come late.
  void add_functions(Thread& thread, std::span<const Item> items, const Run& run, RowSink& sink);
  void show_pending(Thread& thread, Ns now_ns, RowSink& sink);
  void show_functions(Thread& thread, std::span<const Item> items, const Run& run, RowSink& sink);
  /// What a sample saw it do at a time. The samples of a run may have seen different things, though
  /// all at the same stack.
  enum class Activity : std::uint8_t { Runs, Waits, Preempted };
  /// Where a sample may have found it without a CPU. The stack is read some time after the time
  /// that the sample has, which all threads share.
  [[nodiscard]] std::optional<OffCpuTimes::Stretch> off_cpu_at(const Thread& thread,
                                                               Ns time_ns) const;
  /// Shorter waits are not told from the runs around them.
  [[nodiscard]] Ns least_wait_ns() const { return period_.ns() / 8; }
  /// Whether a sample of a time, which found it waiting, is of such a wait.
  [[nodiscard]] bool is_in_short_wait(const Thread& thread, Ns time_ns) const;
  [[nodiscard]] Activity activity_at(const Thread& thread, std::span<const Item> items,
                                     const Run& run, Ns time_ns) const;
  void show_look(Thread& thread, std::span<const Item> items, const Run& run, Ns time_ns,
                 RowSink& sink);
  /// The stack at which it was preempted lasts until it has a CPU again.
  void show_preempted(Thread& thread, std::span<const Item> items, const Run& run, Ns time_ns,
                      RowSink& sink);
  /// It was preempted at the begin of the range, and is seen next at its end. As soon as it has a
  /// CPU again, it is in what it is then seen to run, or else in what it was last seen to run.
  void resume(Thread& thread, Activity next, std::span<const Item> items, const TimeRange& range,
              Place place, RowSink& sink);
  /// How old what was seen may be to be taken for what runs now.
  [[nodiscard]] Ns most_age_ns() const { return kMostAgePeriods * period_.ns(); }
  struct Between {
    SeenStacks::Sample next;  // at the end of the range
    TimeRange range;          // from the last sample on
    bool by_callers = true;   // both samples hit it on a CPU, so that native code tells more
  };
  /// What it was in between two samples.
  void show_between(Thread& thread, const Between& between, Place place, RowSink& sink);
  /// The same where it did not wait: by the native code that ran in between.
  void show_callers(Thread& thread, std::span<const Item> after, const TimeRange& range,
                    Place place, RowSink& sink);
  [[nodiscard]] bool is_before(const NativeLane::Sample& native, NativeCallers::Between between,
                               const TimeRange& range);
  void change_functions(Thread& thread, std::span<const Item> items, Ns time_ns, Place place,
                        RowSink& sink);
  /// Whether a sample shows what the thread's last one has shown, and takes its place.
  bool continues(Thread& thread, const Run& run, const Stack* stack, bool is_torn);
  /// Whether the thread waited at one place from its last sample until this one, by its switches.
  [[nodiscard]] static bool is_one_wait(const Thread& thread, std::span<const Item> items,
                                        const Run& run);
  /// From one period after the last sample on, the line is unknown if another one follows.
  void close_line(Thread& thread, std::span<const Item> items, const Run& run, RowSink& sink);
  /// Ends slices where samples are missing; returns when, if so.
  std::optional<Ns> close_hole(SampleLane& lane, Ns last_ns, const Run& run, RowSink& sink);
  /// `ended`: the sample that found it gone.
  void end_thread(Thread& thread, Run ended, RowSink& sink);
  /// Whether what came late is of a thread that has been forgotten since, or of a time before the
  /// last pause.
  [[nodiscard]] bool is_forgotten(std::uint32_t tid, Ns time_ns) const;
  void stats(const Source& source);

  [[nodiscard]] std::string_view string(std::uint32_t number) const {
    return number == 0 || number > strings_.size() ? std::string_view() : strings_[number - 1];
  }
  [[nodiscard]] const Code* code(std::uint32_t number) const {
    return number == 0 || number > codes_.size() || codes_[number - 1].function == kNoLocal
               ? nullptr
               : &codes_[number - 1];
  }
  [[nodiscard]] const Stack* stack(std::uint32_t number) const {
    return number == 0 || number > stacks_.size() ? nullptr : &stacks_[number - 1];
  }
  Thread& thread(std::uint32_t tid, const Source& source);
  /// The functions of a stack and its line, outermost first.
  std::span<const Item> items_of(const Stack& stack, RowSink& sink);
  LocalId state_of(const wire::SampleRecord& sample, const Stack* stack, RowSink& sink);
  /// Whether so many slices can end here: a small file must not become a large trace.
  [[nodiscard]] bool may_end(std::uint64_t offset) const;

  /// One period after the last sample, but no later than `until_ns`.
  void end_all(Thread& thread, Ns until_ns, RowSink& sink);
  /// Ends what has had no sample for long.
  void end_silent(Ns now_ns, RowSink& sink);

  std::vector<std::string> strings_;
  std::vector<Code> codes_;
  std::vector<Stack> stacks_;
  std::vector<LocalId> frames_;                        // names of functions, outermost first
  std::unordered_map<std::uint64_t, LocalId> lines_;   // by code and instruction
  std::unordered_map<std::uint64_t, LocalId> states_;  // by aux and wait
  std::vector<Item> items_;                            // of one sample
  NativeStacks native_;
  NativeCallers callers_;
  bool has_loop_per_function_ = false;       // Python up to 3.10, see is_interpreter_loop
  std::map<std::uint32_t, Thread> threads_;  // by tid
  std::map<std::uint32_t, Ns> forgotten_;    // threads, and until when they were known
  SamplePeriod period_;
  SampleTotals told_;             // by the sampler
  SampleTotals seen_;             // in the records of samples
  std::uint64_t since_look_ = 0;  // samples since end_silent
  std::uint64_t ended_ = 0;       // slices
  Ns gap_marked_ns_ = kMinNs;     // until when gaps between switches are marked
  Ns paused_until_ns_ = kMinNs;   // the last pause
  std::uint64_t read_table_bytes_ = 0;
};

}  // namespace lanescope
