#include "capture/sampler/left_out.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/text/message_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kProcesses = "processes_left_out", kThreads = "threads_left_out",
                           kStacks = "stacks_left_out";

std::string problem(std::string_view code, std::uint64_t count, const std::string& text) {
  MessageText fields;
  fields.add("code", code).add("text", text).add("count", static_cast<std::int64_t>(count));
  return fields.text();
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

void LeftOut::threads_beyond_most(std::uint64_t count, std::uint64_t most) {
  if (count == 0) return;
  threads_ += count;
  ++thread_processes_;
  most_threads_ = most;
}

std::vector<std::string> LeftOut::take() {
  std::vector<std::string> problems;
  if (const std::uint64_t count = std::exchange(beyond_most_, 0); count != 0) {
    problems.push_back(
        problem(kProcesses, count,
                fmt::format("{} not sampled: only the first {} are",
                            counted(count, "process was", "processes were"), most_processes_)));
  }
  if (const std::uint64_t count = std::exchange(of_others_, 0); count > 1) {
    problems.push_back(
        problem(kProcesses, count,
                fmt::format("{} processes were not sampled: they run as another user", count)));
  }
  if (const std::uint64_t count = std::exchange(ended_before_, 0); count != 0) {
    problems.push_back(problem(
        kProcesses, count,
        fmt::format("{} first sample",
                    counted(count, "process ended before its", "processes ended before their"))));
  }
  if (const std::uint64_t count = std::exchange(without_parents_, 0); count != 0) {
    problems.push_back(problem(
        kProcesses, count,
        fmt::format("{} not sampled: nobody knows whether the program started {}, since {} had "
                    "exited",
                    counted(count, "process that started meanwhile was",
                            "processes that started meanwhile were"),
                    count == 1 ? "it" : "them", count == 1 ? "its parent" : "their parents")));
  }
  if (const std::uint64_t count = std::exchange(threads_, 0); count != 0) {
    const std::uint64_t processes = std::exchange(thread_processes_, 0);
    problems.push_back(
        problem(kThreads, count,
                fmt::format("{} of {} were not sampled: only the first {} of each are",
                            counted(count, "thread", "threads"),
                            counted(processes, "process", "processes"), most_threads_)));
  }
  for (const auto& [why_not, count] : std::exchange(unreadable_, {})) {
    problems.push_back(
        problem(kStacks, count,
                fmt::format("The Python stacks of {} were not sampled: {}",
                            counted(count, "more process", "more processes"), why_not)));
  }
  return problems;
}

}  // namespace lanescope
