#include "capture/sampler/sampled_process.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "capture/sampler/system/process_stat.h"
#include "capture/wire/sample_flags.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

using wire::SampledState;

/// How soon threads are looked for again, when something has started and when nothing has.
constexpr Ns kListingEvery = 10'000'000, kListingAnyway = 1'000'000'000;
/// Python is looked for at first, when a program has just started, more often than later.
constexpr Ns kFirstOpenAfter = 20'000'000, kMostOpenAfter = 5'000'000'000;

/// Threads that are looked at to tell how many have no room.
constexpr std::size_t kMostListed = 65'536;

/// The first byte that differs in ELF files for 32 bits.
constexpr std::size_t kElfClass = 4;
constexpr char kElf32 = 1;

Ns realtime_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return Ns{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

bool is_32_bit(const ProcFolder& process) {
  std::array<char, kElfClass + 1> room;
  const std::string_view head = process.read("exe", room).text;
  return head.size() == room.size() && head[kElfClass] == kElf32;
}

}  // namespace

SampledProcess::SampledProcess(ProcFolder folder, PythonReader* python, DescriptorBudget& budget,
                               Ns now_ns)
    : folder_(std::move(folder)),
      namespace_tids_(folder_),
      reader_(python),
      budget_(&budget),
      channel_(folder_.pid()),
      stat_path_(fmt::format("task/{}/stat", folder_.pid())),
      stat_file_(budget) {
  channel_.open(now_ns);
  channel_.clock();
  is_replaced();
  begin_program();
}

SampledProcess::Stay SampledProcess::sample(const Tick& tick) {
  tick_ns_ = tick.time_ns;
  if (channel_.full()) open_again(tick.time_ns);
  // Where the kernel tells switches, it tells of a thread as soon as that gets a CPU.
  const bool knows_starts = tick.knows_switches && tick.time_ns > untold_until_ns_;
  has_news_ = has_news_ || (tick.has_news && !knows_starts);
  const bool is_due = has_news_ && tick.monotonic_ns >= next_listing_ns_;
  if (threads_.empty() || is_due || tick.monotonic_ns >= listed_all_ns_ + kListingAnyway)
    list_threads(tick);
  const bool moved = look_at_threads(tick);
  if (threads_.empty()) {
    // What is left after the last thread is seen at once, so that no process stays for nothing.
    list_threads(tick);
    look_at_threads(tick);
    if (threads_.empty()) return Stay::Left;
  }
  // Both, since each may come first. Where addresses are not random, only the kernel's word tells.
  const bool is_told = !told_program_.empty();
  if ((moved || is_told) && (is_replaced() || is_told)) {
    begin_program();
    return Stay::Replaced;
  }
  const bool has_python = (moved || is_stale_) && look_at_python(tick);
  for (Thread& thread : threads_) {
    // The kernel may have told the end of one that can still be read.
    const bool is_alive = !thread.is_over && thread.look.state != SampledState::Ended;
    if (is_alive) take_sample(thread, tick.time_ns, has_python);
  }
  return Stay::Stays;
}

void SampledProcess::list_threads(const Tick& tick) {
  has_news_ = false;
  next_listing_ns_ = tick.monotonic_ns + kListingEvery;
  listed_all_ns_ = tick.monotonic_ns;
  folder_.numbers("task", kMostListed, listed_);
  for (const std::int64_t tid : listed_) {
    if (threads_.size() < kMostThreads) {
      add_thread(static_cast<std::uint32_t>(tid));
    } else if (find_thread(static_cast<std::uint32_t>(tid)) == nullptr) {
      leave_out(tid);
    }
  }
}

void SampledProcess::leave_out(std::int64_t tid) {
  if (unsampled_.empty()) {
    problems_.push_back(
        {std::string(kThreadsReason),
         fmt::format("Only the first {} threads of process {} are sampled.", kMostThreads, pid())});
  }
  if (unsampled_.size() < kMostListed && unsampled_.insert(tid).second) ++new_unsampled_;
}

void SampledProcess::add_thread(std::uint32_t tid) {
  const auto at = std::ranges::lower_bound(threads_, tid, {},
                                           [](const Thread& one) { return one.watched.tid(); });
  if (at != threads_.end() && at->watched.tid() == tid) return;
  const auto added = threads_.emplace(at, tid, *budget_);
  if (is_32_bit_) added->watched.leave_calls_unnamed();
  if (native_period_ns_ > 0) added->watched.measure_cpu_time();
  namespace_tids_.add(folder_, tid);
  is_stale_ = true;
}

SampledProcess::Thread* SampledProcess::find_thread(std::uint32_t tid) {
  const auto at = std::ranges::lower_bound(threads_, tid, {},
                                           [](const Thread& one) { return one.watched.tid(); });
  return at != threads_.end() && at->watched.tid() == tid ? &*at : nullptr;
}

bool SampledProcess::still_waits(const Thread& thread, const Tick& tick) const {
  // Now and then all are looked at, whatever the kernel tells.
  const bool is_told = tick.knows_switches && listed_all_ns_ != tick.monotonic_ns &&
                       thread.switched_ns != 0 && thread.sampled_ns > untold_until_ns_;
  // Of more threads than there are CPUs, most that could run have not since the last tick.
  const bool is_ready = thread.look.state == SampledState::Running && !thread.has_cpu;
  return is_told && !thread.had_cpu && !thread.is_over &&
         (is_ready || is_blocked(thread.look.state));
}

bool SampledProcess::look_at_threads(const Tick& tick) {
  bool moved = false, ended = false;
  for (Thread& thread : threads_) {
    if (still_waits(thread, tick)) {
      thread.look.moved = false;
      continue;
    }
    thread.had_cpu = false;
    thread.look = thread.watched.look(folder_);
    moved = moved || thread.look.moved;
    if (thread.look.state != SampledState::Ended || awaits_end(thread)) continue;
    if (!thread.is_over) end_thread(thread, last_alive_ns(thread, tick.time_ns));
    namespace_tids_.forget(thread.watched.tid());
    ended = true;
  }
  if (ended) {
    std::erase_if(threads_, [](const Thread& one) {
      return one.is_over && one.look.state == SampledState::Ended;
    });
  }
  return moved;
}

bool SampledProcess::is_replaced() {
  std::array<char, 1024> room;
  looked_ns_ = realtime_ns();
  const auto stat =
      parse_stat(stat_file_.read(folder_.descriptor(), stat_path_.c_str(), room).text);
  if (!stat || stat->stack_start == 0) return false;
  const std::uint64_t before = std::exchange(stack_start_, stat->stack_start);
  return before != stack_start_;
}

void SampledProcess::begin_program() {
  close_python();
  channel_.forget_code();
  next_open_ns_ = kMinNs;
  open_again_after_ns_ = kFirstOpenAfter;
  is_32_bit_ = is_32_bit(folder_);
  write_runs();
  // Of the threads of the program before, at most one is left.
  threads_.clear();
  namespace_tids_.clear();
  unsampled_.clear();
}

void SampledProcess::close_python() {
  python_.reset();
  look_.clear();
  is_stale_ = true;
}

void SampledProcess::open_python(const Tick& tick) {
  if (reader_ == nullptr || tick.monotonic_ns < next_open_ns_) return;
  std::string problem;
  python_ = reader_->open(pid(), problem);
  // It is looked for again and again.
  if (!problem.empty() && problem != std::exchange(python_problem_, problem))
    problems_.push_back({problem, fmt::format("The Python stacks of process {} are not sampled: {}",
                                              pid(), problem)});
  next_open_ns_ = tick.monotonic_ns + open_again_after_ns_;
  open_again_after_ns_ = std::min(open_again_after_ns_ * 2, kMostOpenAfter);
}

bool SampledProcess::look_at_python(const Tick& tick) {
  if (python_ == nullptr) open_python(tick);
  if (python_ == nullptr) return false;
  look_.clear();
  if (!python_->look(look_)) {
    close_python();
    channel_.forget_code();
    return false;
  }
  is_stale_ = std::ranges::any_of(look_.threads, &PythonThread::torn);
  match_python();
  return true;
}

void SampledProcess::match_python() {
  for (Thread& thread : threads_) thread.python = nullptr;
  for (const PythonThread& python : look_.threads) {
    Thread* const thread = find_thread(namespace_tids_.tid_of(python.tid));
    has_news_ = has_news_ || thread == nullptr;
    if (thread == nullptr) continue;
    if (thread->python != nullptr && !runs_instead(python, *thread->python)) continue;
    thread->python = &python;
  }
  for (Thread& thread : threads_) {
    if (thread.python == nullptr || thread.python->name.empty()) continue;
    thread.is_named_anew = thread.is_named_anew || thread.python->name != thread.python_name;
    thread.python_name = thread.python->name;
  }
}

void SampledProcess::take_sample(Thread& thread, Ns now_ns, bool has_python) {
  ++samples_;
  const bool is_same = !thread.look.moved && !has_python && thread.run.count > 0;
  if (!is_same) thread.seen = see(thread, has_python);
  if (waits_for_cpu(thread, now_ns)) {
    thread.seen.flags |= wire::kSampleRunnable;
  } else {
    thread.seen.flags &= ~wire::kSampleRunnable;
  }
  if ((thread.seen.flags & wire::kSampleTorn) != 0) ++torn_;
  Run& run = thread.run;
  if (run.count > 0 && (thread.seen != run.seen || now_ns - run.first_ns >= kMostRunNs))
    write_run(thread);
  if (run.count == 0) run = {thread.seen, now_ns, now_ns, 0};
  run.last_ns = thread.sampled_ns = std::max(now_ns, run.first_ns);
  ++run.count;
}

SampledProcess::Seen SampledProcess::see(const Thread& thread, bool has_python) {
  Seen seen = thread.seen;
  seen.state = thread.look.state;
  if (has_python) {
    see_python(thread, seen);
  } else if (python_ == nullptr) {
    seen.stack = seen.flags = 0;
  }
  // Its stack tells what it waits for, which is another one where it was torn, and the first one
  // where Python was not found before the thread began to wait.
  if (thread.look.moved || seen.wait == 0 || seen.stack != thread.seen.stack)
    seen.wait = channel_.string(wait_text(thread, has_python));
  seen.flags &= ~wire::kSampleWaitsForGil;
  if (waits_for_gil(thread)) seen.flags |= wire::kSampleWaitsForGil;
  return seen;
}

void SampledProcess::see_python(const Thread& thread, Seen& seen) {
  seen.stack = seen.flags = 0;
  const PythonThread* const python = thread.python;
  if (python == nullptr) return;
  if (python->holds_gil) seen.flags |= wire::kSampleHoldsGil;
  LANESCOPE_CHECK(python->first_frame + python->depth <= look_.frames.size(),
                  "frames {} and {} more of {}", python->first_frame, python->depth,
                  look_.frames.size());
  const auto frames = std::span(look_.frames).subspan(python->first_frame, python->depth);
  const auto stack = python->torn ? std::nullopt : channel_.stack(frames, python->cut, *python_);
  if (!stack) seen.flags |= wire::kSampleTorn;
  seen.stack = stack.value_or(0);
}

std::string_view SampledProcess::wait_text(const Thread& thread, bool has_python) const {
  const Wait& wait = thread.watched.wait();
  if (!has_python || thread.python == nullptr || wait.futex == 0 || waits_for_gil(thread))
    return wait.text;
  const auto at = static_cast<std::size_t>(thread.python - look_.threads.data());
  LANESCOPE_CHECK(at < look_.threads.size(), "thread {} of {}", at, look_.threads.size());
  return python_->is_in_queue(at, wait.futex) ? wire::kQueueWait : wait.text;
}

bool SampledProcess::waits_for_gil(const Thread& thread) const {
  const std::uint64_t futex = thread.watched.wait().futex;
  return futex != 0 && std::ranges::any_of(look_.gils, [futex](const PythonLook::Gil& gil) {
           return futex >= gil.begin && futex < gil.end;
         });
}

}  // namespace lanescope
