#include "capture/sampler/system/watched_thread.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "capture/sampler/system/process_stat.h"
#include "capture/sampler/system/system_calls.h"
#include "core/base/check.h"
#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

using wire::SampledState;

constexpr std::size_t kMostTextBytes = 1024;  // of a line of numbers
constexpr std::size_t kMostScheduleBytes = 128;

SampledState state_of(char letter) {
  switch (letter) {
    case 'R':
      return SampledState::Running;
    case 'S':
    case 'I':
      return SampledState::Waiting;
    case 'D':
      return SampledState::Disk;
    case 'T':
    case 't':
      return SampledState::Stopped;
    case 'Z':
    case 'X':
    case 'x':
      return SampledState::Ended;
    default:
      return SampledState::Unknown;
  }
}

}  // namespace

bool is_blocked(SampledState state) {
  return state == SampledState::Waiting || state == SampledState::Disk ||
         state == SampledState::Stopped;
}

WatchedThread::WatchedThread(std::uint32_t tid, DescriptorBudget& budget)
    : tid_(tid),
      call_path_(fmt::format("task/{}/syscall", tid)),
      schedule_path_(fmt::format("task/{}/schedstat", tid)),
      stat_path_(fmt::format("task/{}/stat", tid)),
      call_file_(budget),
      schedule_file_(budget),
      stat_file_(budget) {
  LANESCOPE_CHECK(tid > 0, "the number of a thread");
}

WatchedThread::Look WatchedThread::look(const ProcFolder& process) {
  Look look = state_of_call(process);
  if (measures_cpu_time_ && look.state == SampledState::Running) look.cpu_ns = cpu_time(process);
  return look;
}

WatchedThread::Look WatchedThread::state_of_call(const ProcFolder& process) {
  std::array<char, kMostTextBytes> room;
  const ProcText call = call_file_.read(process.descriptor(), call_path_.c_str(), room);
  if (call.answer == ProcAnswer::Gone) return {state_ = SampledState::Ended, true};
  if (call.ok() && call.text.starts_with("running")) {
    wait_.text.clear();
    wait_.futex = 0;
    return {state_ = SampledState::Running, true};
  }
  return blocked(process, call);
}

WatchedThread::Look WatchedThread::blocked(const ProcFolder& process, const ProcText& call) {
  // Its turns are counted before anyone reads its stack, so a stack that is read afterwards is that
  // of the count or of a later one, which the next look will notice.
  const std::optional<std::uint64_t> turns_now = turns(process);
  // Where the system does not tell the call, being ready to run must be seen by the state.
  const bool is_same = turns_now && turns_now == turns_ && call.ok() && call.text == call_text_;
  if (is_same && is_blocked(state_)) return {state_, false};
  turns_ = turns_now;
  call_text_ = call.text;
  state_ = state_now(process);
  wait_.text.clear();
  wait_.futex = 0;
  const auto blocked_in = parse_system_call(call.text);
  if (blocked_in && is_named(*blocked_in)) describe_wait(*blocked_in, process, wait_);
  return {state_, true};
}

bool WatchedThread::is_named(const SystemCall& call) const {
  if (state_ == SampledState::Disk) return names_calls_ || call.number < 0;
  // Whatever sleeps outside of a call and can be interrupted is no page fault of a file or of swap.
  return state_ == SampledState::Waiting && names_calls_ && call.number >= 0;
}

SampledState WatchedThread::state_now(const ProcFolder& process) {
  std::array<char, kMostTextBytes> room;
  const ProcText text = stat_file_.read(process.descriptor(), stat_path_.c_str(), room);
  if (text.answer == ProcAnswer::Gone) return SampledState::Ended;
  const auto stat = parse_stat(text.text);
  return stat ? state_of(stat->state) : SampledState::Unknown;
}

std::string_view WatchedThread::schedule(const ProcFolder& process, std::span<char> room) {
  const std::string_view text =
      schedule_file_.read(process.descriptor(), schedule_path_.c_str(), room).text;
  return text.substr(0, text.find('\n'));
}

std::optional<Ns> WatchedThread::cpu_time(const ProcFolder& process) {
  std::array<char, kMostScheduleBytes> room;
  const std::string_view text = schedule(process, room);
  return parse_number<Ns>(text.substr(0, text.find(' ')));
}

std::optional<Ns> WatchedThread::waited(const ProcFolder& process) {
  std::array<char, kMostScheduleBytes> room;
  std::string_view text = schedule(process, room);
  text.remove_prefix(std::min(text.find(' ') + 1, text.size()));
  return parse_number<Ns>(text.substr(0, text.find(' ')));
}

std::optional<std::uint64_t> WatchedThread::turns(const ProcFolder& process) {
  std::array<char, kMostScheduleBytes> room;
  const std::string_view text = schedule(process, room);
  const auto count = parse_number<std::uint64_t>(text.substr(text.rfind(' ') + 1));
  return count && *count > 0 ? count : std::nullopt;
}

std::string WatchedThread::name(const ProcFolder& process) const {
  std::array<char, 64> room;
  const std::string path = fmt::format("task/{}/comm", tid_);
  const std::string_view text = process.read(path.c_str(), room).text;
  return std::string(text.substr(0, text.find('\n')));
}

}  // namespace lanescope
