#include "core/analysis/findings/worker_threads.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/share.h"
#include "core/analysis/findings/thread_evidence.h"
#include "core/analysis/findings/waiting_threads.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/claims.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// A single thread that sleeps may well be a heartbeat.
constexpr std::size_t kLeastThreads = 2;

struct StateTitle {
  HostState state;
  std::string_view title;
};

/// Locks are left out: so do idle workers wait for work.
constexpr std::array kTitles{
    StateTitle{HostState::Sleep, "Worker threads sleep"},
    StateTitle{HostState::Disk, "Worker threads wait for the disk"},
    StateTitle{HostState::Channel, "Worker threads wait for a pipe or socket"},
    StateTitle{HostState::PageFault, "Worker threads wait for page faults"},
};

/// The indices of threads of one kind.
using Threads = std::vector<std::uint32_t>;

template <HostState State>
bool is_state(HostState state) {
  return state == State;
}

using IsState = bool (*)(HostState);

/// In the order of kTitles.
constexpr std::array<IsState, kTitles.size()> kIs{
    is_state<HostState::Sleep>, is_state<HostState::Disk>, is_state<HostState::Channel>,
    is_state<HostState::PageFault>};

std::map<std::string, Threads> kinds_of_threads(const FindingFacts& facts, std::uint32_t main) {
  const HostTime& time = *facts.host_time;
  std::map<std::string, Threads> kinds;
  for (std::uint32_t i = 0; i < time.threads.size(); ++i) {
    const HostThreadTime& thread = time.threads[i];
    if (i != main && thread.process == time.threads[main].process)
      kinds[thread_kind(facts.trace.text(thread.name))].push_back(i);
  }
  std::erase_if(kinds, [](const auto& kind) {
    return kind.first.empty() || kind.second.size() < kLeastThreads;
  });
  return kinds;
}

/// When at least one of the threads waits like this.
std::vector<TimeRange> waits_of(const FindingFacts& facts, const Threads& threads, IsState is) {
  std::vector<TimeRange> times;
  for (const std::uint32_t thread : threads) {
    const std::vector<TimeRange> own = times_in(facts, thread, is);
    times.insert(times.end(), own.begin(), own.end());
  }
  std::ranges::sort(times, {}, &TimeRange::begin_ns);
  return merged(std::move(times));
}

/// A kind of threads and how it waits most.
struct WorkerWait {
  const Threads* threads = nullptr;
  std::size_t state = 0;  // in kTitles
  Ns waited_ns = 0;       // at least one of them
};

WorkerWait longest_wait(const FindingFacts& facts, const std::map<std::string, Threads>& kinds) {
  WorkerWait longest;
  for (const auto& [name, threads] : kinds) {
    for (std::size_t state = 0; state < kTitles.size(); ++state) {
      const Ns waited_ns = total_length(waits_of(facts, threads, kIs.at(state)));
      if (waited_ns > longest.waited_ns) longest = {&threads, state, waited_ns};
    }
  }
  return longest;
}

/// Their waits of one kind, as if they were one thread: at the line with most of them.
HostWait sum_of_waits(const FindingFacts& facts, const WorkerWait& of) {
  HostWait sum;
  std::map<StringId, HostWait> at_lines;
  for (const HostWait& wait : facts.host_time->waits) {
    const bool is_theirs = std::ranges::binary_search(*of.threads, wait.thread) &&
                           host_state_of(facts.trace, wait) == kTitles.at(of.state).state;
    if (!is_theirs) continue;
    sum.total_ns = saturating_add(sum.total_ns, wait.total_ns);
    HostWait& at = at_lines[slice_name(facts.trace, code_of_wait(facts.trace, wait))];
    const Ns at_ns = saturating_add(at.top_line_ns, wait.top_line_ns);
    if (wait.longest_ns > at.longest_ns) at = wait;
    at.top_line_ns = at_ns;
  }
  if (at_lines.empty()) return sum;
  HostWait top = std::ranges::max_element(at_lines, {}, [](const auto& line) {
                   return line.second.top_line_ns;
                 })->second;
  top.total_ns = sum.total_ns;
  return top;
}

void say_workers(const FindingFacts& facts, const WorkerWait& of, const HostWait& wait,
                 Finding& finding) {
  const HostTime& time = *facts.host_time;
  Ns sampled_ns = 0;
  for (const std::uint32_t thread : *of.threads)
    sampled_ns = saturating_add(sampled_ns, time.threads[thread].sampled_ns);
  say_thread(
      facts, "", time.threads[wait.thread],
      fmt::format(" and {} more such threads: {} of their {} sampled ({})", of.threads->size() - 1,
                  format_duration(wait.total_ns), format_duration(sampled_ns),
                  format_pct(share_pct(wait.total_ns, sampled_ns))),
      wait.longest, finding);
  finding.say("Chiefly in ", wait.state,
              fmt::format(": at most {} in one stretch", format_duration(wait.longest_ns)),
              wait.longest);
  place_wait(facts, wait, finding);
}

}  // namespace

std::string thread_kind(std::string_view name) {
  std::string kind;
  std::ranges::copy_if(name, std::back_inserter(kind), [](char c) { return c < '0' || c > '9'; });
  return kind == "thread " ? std::string() : kind;
}

std::optional<HostState> judge_worker_threads(const FindingFacts& facts, std::uint32_t main,
                                              std::string_view (*fix_of)(HostState),
                                              RuleAnswer& answer) {
  const auto kinds = kinds_of_threads(facts, main);
  const WorkerWait longest = longest_wait(facts, kinds);
  const HostThreadTime& row = facts.host_time->threads[main];
  const double pct = share_pct(longest.waited_ns, row.sampled_ns);
  if (longest.threads == nullptr || pct < facts.limits().sampled_wait_pct) return std::nullopt;
  const StateTitle& of = kTitles.at(longest.state);
  Finding& finding = answer.add();
  finding.title = of.title;
  finding.high_pct = pct;
  finding.confidence = Confidence::Medium;
  say_workers(facts, longest, sum_of_waits(facts, longest), finding);
  finding.fix = fix_of(of.state);
  finding.confirm = "Record again: the threads' share of waiting should drop.";
  return of.state;
}

}  // namespace lanescope
