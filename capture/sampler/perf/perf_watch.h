// The kernel's samples and context switches of all watched processes. One ring per CPU and one
// event per CPU for each process that is attached to; what that process starts later is watched by
// the kernel itself. So descriptors and memory grow with the CPUs, not with the threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "capture/sampler/perf/perf_event.h"
#include "capture/sampler/perf/perf_record.h"
#include "capture/sampler/perf/perf_ring.h"
#include "capture/sampler/perf/sample_thinning.h"
#include "capture/sampler/perf/switch_limit.h"
#include "capture/sampler/system/proc_folder.h"
#include "capture/sampler/unwind/registers.h"

namespace lanescope {

/// Records with the addresses of their samples. Reused.
struct PerfBatch {
  struct Entry {
    PerfRecord record;
    std::size_t first = 0, count = 0;  // in `addresses`, innermost first
    std::size_t stack_at = 0;          // in `stacks`: registers, then the record's stack_bytes
    std::size_t text_at = 0;           // in `texts`: the record's text_bytes
    std::uint32_t stands_for = 1;      // of a sample: periods of the thread's CPU time
  };
  /// Meanwhile one of the CPUs is not watched, or records were lost: any thread may have had it.
  struct Gap {
    Ns begin_ns = 0, end_ns = 0;
  };
  std::vector<Entry> entries;
  std::vector<Gap> gaps;
  std::vector<std::uint64_t> addresses;
  std::vector<std::byte> stacks;  // no more than the rings can hold, twice
  std::string texts;

  /// Keeps the room: it would be given back to the kernel, and be filled with pages, at each tick.
  void clear();
  [[nodiscard]] std::span<const std::uint64_t> addresses_of(const Entry& entry) const {
    return std::span(addresses).subspan(entry.first, entry.count);
  }
  /// Registers and stack; empty: there is no copy.
  [[nodiscard]] std::span<const std::byte> stack_of(const Entry& entry) const {
    if (entry.record.stack_bytes == 0) return {};
    return std::span(stacks).subspan(entry.stack_at, sizeof(Registers) + entry.record.stack_bytes);
  }
  /// Of a mapping its path, of an exec the program's name.
  [[nodiscard]] std::string_view text_of(const Entry& entry) const {
    return std::string_view(texts).substr(entry.text_at, entry.record.text_bytes);
  }
};

/// One thread.
class PerfWatch {
 public:
  /// `budget` must outlive it. `proc`: where /proc is mounted.
  PerfWatch(const PerfSampling& sampling, DescriptorBudget& budget, std::string proc);
  /// Empties the rings, so that what was started before is known, and watches all threads of a
  /// process that are not watched yet. Cost: for a process that another one started, a lookup;
  /// else some 10 µs for each CPU and thread.
  void attach(const ProcFolder& process);

  /// What happened before `until_ns` (CLOCK_MONOTONIC), in order of time. Valid until the next
  /// call. Cost: a look at each ring, and a sort.
  const PerfBatch& take(Ns until_ns);

  /// While paused, nothing is recorded. What the rings still hold is of the time before.
  void pause(bool is_paused);

  /// Keeps one sample of so many of each thread from now on.
  void keep_one_of(std::uint32_t times) { thinning_.keep_one_of(times); }

  /// How much of each stack is copied, at most what was asked for; 0: nothing.
  [[nodiscard]] std::uint32_t stack_bytes() const { return sampling_.stack_bytes; }

  /// Records for which there was no room, or that could not be read.
  [[nodiscard]] std::uint64_t lost() const { return lost_; }
  /// Until when a CPU is not watched now; 0: all are watched.
  [[nodiscard]] Ns off_until() const;
  /// For how long CPUs were not watched because they switched too often, summed over them.
  [[nodiscard]] Ns off_ns() const { return off_ns_; }
  /// Why nothing or not everything is watched; empty: there is no reason.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// What a user may lock in memory per CPU by default, but for all CPUs no more than 64 MiB.
  static constexpr std::size_t kMostRingBytes = 512U << 10U, kLeastRingBytes = 32U << 10U;
  static constexpr std::size_t kMostAllRingBytes = 64U << 20U;
  static constexpr std::size_t kMostKnown = 1U << 16U;  // threads

 private:
  struct Cpu {
    int number = 0;
    FileDescriptor event;
    PerfRing ring;
    SwitchLimit limit;
    Ns newest_ns = 0;  // the last record
  };
  struct ThreadEvent {
    FileDescriptor file;
    int cpu = 0;
  };
  void open_rings();
  bool open_ring(int cpu, std::size_t bytes);
  /// False: descriptors are used up.
  bool attach_thread(std::int64_t tid);
  bool open_events(std::int64_t tid, std::vector<ThreadEvent>& events);
  void read_rings();
  void add(Cpu& cpu, std::span<const std::byte> bytes);
  void add_loss(Cpu& cpu, const PerfRecord& record);
  void tell_loss(Ns until_ns);
  void limit_switches(Ns now_ns);
  void turn_off(const Cpu& cpu);
  void turn_on(const Cpu& cpu);
  static void set_on(const ThreadEvent& event, bool is_on);
  void keep(const PerfRecord& record, std::uint32_t stands_for, std::span<const std::byte> bytes);
  void keep_for_later(const PerfBatch::Entry& entry);
  [[nodiscard]] bool is_watched(std::uint32_t tid) const;

  PerfSampling sampling_;
  DescriptorBudget* budget_;
  std::string proc_;
  std::vector<Cpu> cpus_;
  std::vector<ThreadEvent> events_;          // of threads that were attached to
  std::unordered_set<std::uint32_t> known_;  // threads that are watched
  PerfBatch read_, taken_, later_;
  SampleThinning thinning_;
  std::size_t attached_ = 0;  // threads; those that they start are not counted
  std::uint64_t lost_ = 0;
  std::optional<PerfBatch::Gap> loss_;  // not told yet, of all CPUs
  Ns off_ns_ = 0;
  bool was_off_ = false;  // any CPU, at any time
  bool is_paused_ = false;
  std::string problem_;
};

}  // namespace lanescope
