#include "core/analysis/findings/worker_words.h"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/analysis/host/process_parents.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/loader/worker_words.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostWorkers = 3;

/// "chiefly in read /data/a.bin", "chiefly for the GIL".
std::string chiefly_text(const Snapshot& trace, StringId text) {
  const ThreadState state = parse_thread_state(trace.text(text));
  return state.waits_for_gil() ? "chiefly for the GIL" : fmt::format("chiefly in {}", state.name);
}

/// "Meanwhile, worker 4711 runs for 1.200 s, waits for a CPU for 50.00 ms and otherwise for
/// 300.0 ms, chiefly in read /data/a.bin".
std::string worker_text(const FindingFacts& facts, const WorkerTime& worker,
                        std::string_view waiting) {
  std::vector<std::string> parts;
  if (worker.running_ns > 0) parts.push_back("runs for " + format_duration(worker.running_ns));
  if (worker.runnable_ns > 0)
    parts.push_back("waits for a CPU for " + format_duration(worker.runnable_ns));
  if (worker.blocked_ns > 0)
    parts.push_back(fmt::format("{} for {}, {}", worker.runnable_ns > 0 ? "otherwise" : "waits",
                                format_duration(worker.blocked_ns),
                                chiefly_text(facts.trace, worker.blocked_in)));
  const std::string last = parts.empty() ? "" : parts.back();
  if (!parts.empty()) parts.pop_back();
  return fmt::format("{}, worker process {} {}{}{}", waiting, facts.trace.text(worker.process),
                     fmt::join(parts, ", "), parts.empty() ? "" : " and ", last);
}

void say_worker(const FindingFacts& facts, const WorkerTime& worker, std::string_view waiting,
                Finding& finding) {
  std::string head = worker_text(facts, worker, waiting);
  if (worker.line_event == EventId::None) return finding.say(std::move(head), worker.blocked_at);
  finding.say(head + "; most of it at ", worker.line, " for " + format_duration(worker.line_ns),
              worker.line_event);
}

}  // namespace

void say_workers(const FindingFacts& facts, std::span<const WorkerTime> workers,
                 std::string_view waiting, Finding& finding) {
  for (const WorkerTime& worker : workers.first(std::min(workers.size(), kMostWorkers)))
    say_worker(facts, worker, waiting, finding);
  if (workers.size() <= kMostWorkers) return;
  Ns rest_ns = 0;
  for (const WorkerTime& worker : workers.subspan(kMostWorkers))
    rest_ns = saturating_add(rest_ns, worker.busy_ns());
  finding.say(fmt::format("Running or waiting in {} more workers: {}, summed over them",
                          workers.size() - kMostWorkers, format_duration(rest_ns)));
}

void say_loader_batches(const FindingFacts& facts, StringId process, Finding& finding) {
  if (facts.loading == nullptr) return;
  const ProcessParents parents(facts.trace);
  std::vector<SampledWorkerTime> workers = facts.loading->sampled_workers;
  std::erase_if(workers, [&](const SampledWorkerTime& worker) {
    return !parents.descends(facts.trace.text(worker.process), facts.trace.text(process));
  });
  if (workers.empty()) return;
  const auto longest = std::ranges::max_element(workers, {}, &SampledWorkerTime::fetch_ns);
  finding.say(worker_balance(workers), longest->longest_fetch);
  finding.say(worker_rate(workers));
}

std::string workers_fix(const FindingFacts& facts, std::span<const WorkerTime> workers) {
  Ns running_ns = 0, files_ns = 0;
  for (const WorkerTime& worker : workers) {
    running_ns = saturating_add(running_ns, worker.running_ns);
    const ThreadState state = parse_thread_state(facts.trace.text(worker.blocked_in));
    const bool files = worker.blocked_ns > 0 && host_state_of(state) == HostState::Disk;
    if (files) files_ns = saturating_add(files_ns, worker.blocked_most_ns);
  }
  if (files_ns > running_ns) {
    return "Read fewer and larger files, keep the data in memory or on a faster disk, or give the "
           "DataLoader more workers (num_workers), so that more reads are in flight.";
  }
  return "Make the workers' code cheaper: vectorize it, or store prepared data. If CPU cores are "
         "idle, give the DataLoader more workers (num_workers) and a higher prefetch_factor.";
}

FindingPlace place_of_workers(std::span<const WorkerTime> workers) {
  std::map<StringId, Ns> sums;
  FindingPlace place;
  Ns most_ns = 0;
  for (const WorkerTime& worker : workers) {
    if (worker.line_event == EventId::None) continue;
    Ns& sum_ns = sums[worker.line];
    sum_ns = saturating_add(sum_ns, worker.line_ns);
    if (sum_ns <= most_ns) continue;
    most_ns = sum_ns;
    place = {worker.line, StringId::Empty, worker.line_event};
  }
  return place;
}

}  // namespace lanescope
