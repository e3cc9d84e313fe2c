// What the sampler tells of all that it could not do.
#include <algorithm>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "capture/sampler/sampling_loop.h"

namespace lanescope {
namespace {

constexpr double kSecond = 1e9;
constexpr std::size_t kMostProblems = 100;

}  // namespace

/// Exactly, once nothing more can be lost.
void SamplingLoop::tell_lost() {
  if (const std::uint64_t lost = native_->take_lost(); lost > 0) {
    sink_->on_problem(fmt::format(
        "{} native samples and context switches were lost because the recorder was too slow.",
        lost));
  }
  if (const std::uint64_t stacks = native_->take_not_unwound(); stacks > 0) {
    sink_->on_problem(
        fmt::format("{} native stacks were not unwound because the recorder was too slow; "
                    "they have the callers found by frame pointers.",
                    stacks));
  }
  if (const Ns off_ns = native_->off_ns(); off_ns > 0) {
    tell("switches",
         fmt::format(
             "Context switches and native stacks were not recorded for {:.1f} s, summed over "
             "CPUs, where a CPU switched threads so often that recording all of it would "
             "slow the program.",
             static_cast<double>(off_ns) / kSecond));
  }
}

void SamplingLoop::tell(const std::string& reason, const std::string& sentence) {
  // Many processes may have the same one.
  if (told_.size() < kMostProblems && told_.insert(reason).second) sink_->on_problem(sentence);
}

void SamplingLoop::take_problems(SampledProcess& process) {
  for (const SampledProcess::Problem& problem : process.take_problems()) {
    const bool is_stacks = problem.reason != SampledProcess::kThreadsReason;
    if (is_stacks && told_.contains(problem.reason)) left_out_.python_of(problem.reason);
    tell(problem.reason, problem.sentence);
  }
}

/// Exactly, where so far only that there is something was told.
void SamplingLoop::tell_left_out() {
  const FamilyWatch::LeftOutCounts processes = family_.take_left_out();
  left_out_.processes_beyond_most(processes.beyond_most, FamilyWatch::kMostMembers);
  left_out_.processes_of_others(processes.of_others);
  // An adopter is the parent of all that the program has left behind, and the kernel tells of them.
  const bool follows_all = options_.adopter != 0 || (native_ && native_->problem().empty());
  if (!follows_all) left_out_.processes_without_parents(processes.orphans);
  if (native_) count_unseen();
  for (const Watched& watched : processes_) add_unsampled(*watched.process);
  for (const std::string& problem : left_out_.take()) sink_->on_left_out(problem);
}

void SamplingLoop::count_unseen() {
  const auto unseen = native_->take_unseen();
  // Those that are left out are counted as such.
  left_out_.processes_ended_before(static_cast<std::uint64_t>(std::ranges::count_if(
      unseen, [this](std::int64_t pid) { return !family_.leaves_out(pid); })));
}

void SamplingLoop::add_unsampled(SampledProcess& process) {
  left_out_.threads_beyond_most(process.take_unsampled_threads(), SampledProcess::kMostThreads);
}

}  // namespace lanescope
