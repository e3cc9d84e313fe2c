// One process that is sampled: what its threads did at each tick, as runs of equal samples in its
// channel.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capture/sampler/perf/native_sampler.h"
#include "capture/sampler/python_reader.h"
#include "capture/sampler/ready_share.h"
#include "capture/sampler/ready_waits.h"
#include "capture/sampler/sample_channel.h"
#include "capture/sampler/system/namespace_tids.h"
#include "capture/sampler/system/process_status.h"
#include "capture/sampler/system/watched_thread.h"

namespace lanescope {

/// One thread.
class SampledProcess final : public NativeSink {
 public:
  /// `python`: null: only what the system tells. It and `budget` must outlive this.
  SampledProcess(ProcFolder folder, PythonReader* python, DescriptorBudget& budget, Ns now_ns);

  /// What the kernel tells, at any time between two samples.
  void on_native_sample(std::uint32_t tid, Ns time_ns, std::uint32_t periods,
                        std::span<const std::string_view> frames) override;
  void on_switch(std::uint32_t tid, Ns time_ns, wire::SwitchKind kind) override;
  void on_thread_end(std::uint32_t tid, Ns time_ns) override;
  void on_switch_gap(Ns begin_ns, Ns end_ns) override;
  void on_switches_left_out(Ns until_ns) override;
  void on_exec(Ns time_ns, std::string_view name) override;
  /// The CPU time between two samples by the kernel.
  void set_native_period(Ns period_ns);

  struct Tick {
    Ns time_ns = 0;  // CLOCK_REALTIME
    Ns monotonic_ns = 0;
    bool has_news = false;        // a process or thread of the machine has started
    bool knows_switches = false;  // those since the last tick were passed on
  };
  enum class Stay {
    Stays,
    Replaced,  // by another program, with an exec: nothing was sampled at this tick
    Left,      // it has ended
  };
  /// Samples all threads. Cost: 2 µs a thread, and the stacks of Python if one of them has run.
  Stay sample(const Tick& tick);

  /// Writes what is not written yet: the samples are complete up to now.
  void write_runs();
  /// The same, and that all threads have ended.
  void end(Ns now_ns);
  /// Memory, faults, what was read and written. Cost: 10 µs.
  void write_counters(Ns now_ns, Ns monotonic_ns);
  /// Names of threads that have changed, the clocks, and the statistics. `missed`: ticks.
  void write_state(Ns now_ns, Ns period_ns, std::uint64_t missed);
  /// The statistics alone. Readers need the period before the first sample.
  void write_stats(Ns now_ns, Ns period_ns, std::uint64_t missed);
  /// After a pause, before anything of the time behind it.
  void write_pause(Ns begin_ns, Ns end_ns);
  /// After the clock was set, `shift_ns` ahead: earlier samples are by the clock before.
  void write_clock_step(Ns shift_ns);
  void add_spent(Ns spent_ns) { spent_ns_ += spent_ns; }

  [[nodiscard]] const ProcFolder& folder() const { return folder_; }
  [[nodiscard]] std::int64_t pid() const { return folder_.pid(); }
  [[nodiscard]] SampleChannel& channel() { return channel_; }
  /// After records of the channel were lost on their way: what follows must not refer to them.
  void open_after_loss(Ns now_ns);

  /// The program that runs in it since an exec of which only the kernel has told so far; empty:
  /// there was none.
  [[nodiscard]] const std::string& told_program() const { return told_program_; }
  /// What runs in it now has been told.
  void set_introduced() {
    program_ns_ = looked_ns_;
    told_program_.clear();
  }
  /// Whether anything is told of its threads: what was seen at a tick, or what the kernel tells.
  [[nodiscard]] bool is_sampled() const { return samples_ > 0 || has_native_; }

  /// What is not sampled. Of problems for the same reason, one is worth telling.
  struct Problem {
    std::string reason, sentence;
  };
  /// The reason if there are too many threads; all others are why stacks cannot be read.
  static constexpr std::string_view kThreadsReason = "threads";
  /// Those since the last call.
  std::vector<Problem> take_problems();
  /// Threads beyond the first kMostThreads, since the last call.
  std::uint64_t take_unsampled_threads() { return std::exchange(new_unsampled_, 0); }

  static constexpr std::size_t kMostThreads = 2048;
  static constexpr Ns kMostRunNs = 100'000'000;

 private:
  /// What is compared from sample to sample.
  struct Seen {
    wire::SampledState state = wire::SampledState::Unknown;
    std::uint32_t flags = 0, stack = 0, wait = 0;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  struct Run {
    Seen seen;
    Ns first_ns = 0, last_ns = 0;
    std::uint32_t count = 0;  // 0: there is none
  };
  struct Thread {
    Thread(std::uint32_t tid, DescriptorBudget& budget) : watched(tid, budget) {}

    WatchedThread watched;
    WatchedThread::Look look;
    Seen seen;
    Run run;
    ReadyShare ready;
    ReadyWaits waits;
    const PythonThread* python = nullptr;  // of the last look, while a tick lasts
    std::string name;
    std::string python_name;     // what the program named it, as far as Python knows
    bool is_named_anew = false;  // since the name was written
    bool is_written = false;     // there are records of it
    bool is_ours = false;        // of the capture agent, and not shown
    Ns sampled_ns = 0;           // its last sample; 0: none
    Ns switched_ns = 0;          // the last switch that the kernel told of; 0: none
    bool has_cpu = false;        // by that switch
    bool had_cpu = true;         // since the last look, or it is not known
    bool is_missing = false;     // it was gone at a look, and the kernel may still tell its end
    bool is_over = false;        // its end is written
  };

  void list_threads(const Tick& tick);
  void add_thread(std::uint32_t tid);
  /// There is no room for a thread.
  void leave_out(std::int64_t tid);
  [[nodiscard]] Thread* find_thread(std::uint32_t tid);
  /// Whether it waits as it did at the last look, for something or for a CPU: the kernel, which
  /// tells when a thread is given a CPU, has told of none.
  [[nodiscard]] bool still_waits(const Thread& thread, const Tick& tick) const;
  /// Looks at all threads. Whether any has run since the last tick.
  bool look_at_threads(const Tick& tick);
  /// Whether an exec has put another program in its place.
  bool is_replaced();
  void begin_program();
  bool look_at_python(const Tick& tick);
  void open_python(const Tick& tick);
  void close_python();
  void match_python();
  void take_sample(Thread& thread, Ns now_ns, bool has_python);
  Seen see(const Thread& thread, bool has_python);
  void see_python(const Thread& thread, Seen& seen);
  /// What it waits in, in words; may be empty.
  [[nodiscard]] std::string_view wait_text(const Thread& thread, bool has_python) const;
  /// Whether it is ready and another thread has the CPU. Only where switches are recorded.
  bool waits_for_cpu(Thread& thread, Ns now_ns);
  [[nodiscard]] bool waits_for_gil(const Thread& thread) const;
  void write_run(Thread& thread);
  /// Of one that is gone: whether the kernel's time of its end may come with the next tick.
  static bool awaits_end(Thread& thread);
  /// When it was alive last, where the kernel does not tell its end; no later than `now_ns`.
  static Ns last_alive_ns(const Thread& thread, Ns now_ns);
  void end_thread(Thread& thread, Ns end_ns);
  void write_name(Thread& thread);
  void open_again(Ns now_ns);
  /// Notes the switch, and writes first since when the thread could run, if it was woken before.
  void note_switch(Thread& thread, Ns time_ns, wire::SwitchKind kind);
  /// Before a record by the kernel: whether its thread is the program's.
  bool admit(std::uint32_t tid, Ns time_ns);

  ProcFolder folder_;
  NamespaceTids namespace_tids_;
  PythonReader* reader_;
  DescriptorBudget* budget_;
  SampleChannel channel_;
  std::vector<Thread> threads_;  // by tid
  std::vector<std::int64_t> listed_;
  Ns next_listing_ns_ = kMinNs, listed_all_ns_ = kMinNs;
  bool has_news_ = true;  // threads may have started since the last listing
  std::string stat_path_;
  KeptFile stat_file_;
  std::uint64_t stack_start_ = 0;
  Ns looked_ns_ = 0;   // when that was read
  Ns program_ns_ = 0;  // the program that is known is the one of that time
  std::string told_program_;
  std::unique_ptr<PythonProcess> python_;
  PythonLook look_;
  bool is_stale_ = true;  // the stacks must be read even if no thread has run
  Ns next_open_ns_ = kMinNs, open_again_after_ns_ = 0;
  ProcessCounters counters_;
  std::vector<Problem> problems_;
  bool is_32_bit_ = false;
  Ns untold_until_ns_ = kMinNs;       // until then, switches may be missing
  Ns tick_ns_ = 0;                    // the last one
  std::set<std::int64_t> unsampled_;  // threads for which there is no room
  std::uint64_t new_unsampled_ = 0;
  std::string python_problem_;  // told last
  std::uint64_t samples_ = 0, torn_ = 0;
  Ns spent_ns_ = 0;
  Ns native_period_ns_ = 0;
  bool has_native_ = false;  // the kernel has told something of its threads
  /// Threads of which the kernel told before they were listed, if they ever are: they may come and
  /// go between two ticks.
  std::set<std::uint32_t> unlisted_;
};

}  // namespace lanescope
