#include "core/analysis/findings/worker_words.h"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/analysis/findings/share.h"
#include "core/analysis/host/process_parents.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/loader/worker_words.h"
#include "core/base/check.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostWorkers = 3;

/// "chiefly in read /data/a.bin", "chiefly for the GIL".
std::string chiefly_text(const Snapshot& trace, StringId text) {
  const ThreadState state = parse_thread_state(trace.text(text));
  return state.waits_for_gil() ? "chiefly for the GIL" : fmt::format("chiefly in {}", state.name);
}

/// "worker process 4711"; of other programs than Python "gzip (process 4711)".
std::string worker_name(const Snapshot& trace, const WorkerTime& worker) {
  const std::string_view pid = trace.text(worker.process), name = trace.text(worker.name);
  const bool is_other = worker.line_event == EventId::None && !name.empty() &&
                        name != fmt::format("thread {}", pid) && !name.starts_with("python");
  return is_other ? fmt::format("{} (process {})", name, pid)
                  : fmt::format("worker process {}", pid);
}

/// "Meanwhile, worker process 4711 runs for 1.200 s, waits for a CPU for 50.00 ms and otherwise for
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
  return fmt::format("{}, {} {}{}{}", waiting, worker_name(facts.trace, worker),
                     fmt::join(parts, ", "), parts.empty() ? "" : " and ", last);
}

void say_worker(const FindingFacts& facts, const WorkerTime& worker, std::string_view waiting,
                Finding& finding) {
  std::string head = worker_text(facts, worker, waiting);
  if (worker.line_event == EventId::None) return finding.say(std::move(head), worker.blocked_at);
  finding.say(head + "; most of it at ", worker.line, " for " + format_duration(worker.line_ns),
              worker.line_event);
}

/// Those of a DataLoader of the process.
std::vector<SampledWorkerTime> loader_workers(const FindingFacts& facts, StringId process) {
  if (facts.loading == nullptr) return {};
  const ProcessParents parents(facts.trace);
  std::vector<SampledWorkerTime> workers = facts.loading->sampled_workers;
  std::erase_if(workers, [&](const SampledWorkerTime& worker) {
    return !parents.descends(facts.trace.text(worker.process), facts.trace.text(process));
  });
  return workers;
}

/// Whether workers waited for files for longer than they ran.
bool read_more_than_ran(const FindingFacts& facts, std::span<const WorkerTime> workers) {
  Ns running_ns = 0, files_ns = 0;
  for (const WorkerTime& worker : workers) {
    running_ns = saturating_add(running_ns, worker.running_ns);
    const ThreadState state = parse_thread_state(facts.trace.text(worker.blocked_in));
    const bool files = worker.blocked_ns > 0 && host_state_of(state) == HostState::Disk;
    if (files) files_ns = saturating_add(files_ns, worker.blocked_most_ns);
  }
  return files_ns > running_ns;
}

/// Whether workers waited for a lock for most of their time.
bool wait_for_lock(const FindingFacts& facts, std::span<const WorkerTime> workers) {
  Ns busy_ns = 0, locked_ns = 0;
  for (const WorkerTime& worker : workers) {
    busy_ns = saturating_add(busy_ns, worker.busy_ns());
    const ThreadState state = parse_thread_state(facts.trace.text(worker.blocked_in));
    if (worker.blocked_ns > 0 && host_state_of(state) == HostState::Lock)
      locked_ns = saturating_add(locked_ns, worker.blocked_most_ns);
  }
  return locked_ns > busy_ns / 2;
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
  const std::vector<SampledWorkerTime> workers = loader_workers(facts, process);
  if (workers.empty()) return;
  const auto longest = std::ranges::max_element(workers, {}, &SampledWorkerTime::fetch_ns);
  finding.say(worker_balance(workers), longest->longest_fetch);
  finding.say(worker_rate(workers));
}

WorkerKind worker_kind(const FindingFacts& facts, StringId process,
                       std::span<const WorkerTime> workers, StringId at) {
  if (!loader_workers(facts, process).empty()) return WorkerKind::DataLoader;
  const std::string_view line = facts.trace.text(at);
  const bool by_subprocess =
      line.starts_with("subprocess.py:") || line.find("/subprocess.py:") != std::string_view::npos;
  const bool is_python = !workers.empty() && workers.front().line_event != EventId::None;
  return is_python && !by_subprocess ? WorkerKind::Pool : WorkerKind::Program;
}

std::string workers_fix(const FindingFacts& facts, WorkerKind kind,
                        std::span<const WorkerTime> workers) {
  if (kind == WorkerKind::Program)
    return "Start the program earlier and wait for it later (subprocess.Popen, or "
           "asyncio.create_subprocess_exec), run several at once, or make it do less.";
  if (wait_for_lock(facts, workers))
    return "The workers wait for a lock: hold it for less time, or give each of them what it "
           "needs, "
           "such as a file of its own. More workers do not help.";
  const std::string_view more = kind == WorkerKind::DataLoader
                                    ? "give the DataLoader more workers (num_workers)"
                                    : "start more worker processes";
  if (read_more_than_ran(facts, workers))
    return fmt::format(
        "Read fewer and larger files, keep the data in memory or on a faster disk, or {}, so that "
        "more reads are in flight.",
        more);
  return fmt::format(
      "Make the workers' code cheaper: vectorize it, or store prepared data. If CPU cores are "
      "idle, {}{}.",
      more, kind == WorkerKind::DataLoader ? " and a higher prefetch_factor" : "");
}

void judge_balance(const FindingFacts& facts, std::span<const WorkerTime> workers,
                   const WorkersTogether& together, std::string_view who, Finding& finding) {
  constexpr double kMost = 0.5;
  if (workers.size() < 2 || together.alone_ns.empty()) return;
  const auto [worker, most_ns] = *std::ranges::max_element(
      together.alone_ns, {}, [](const auto& entry) { return entry.second; });
  if (static_cast<double>(most_ns) < kMost * static_cast<double>(together.any_ns)) return;
  LANESCOPE_CHECK(worker < workers.size(), "a worker that was asked for");
  finding.title =
      fmt::format("{} waits for one worker process, while the others have no task", who);
  finding.say(
      fmt::format("For {} of it, only one of {} workers is busy: {}", format_duration(most_ns),
                  workers.size(), worker_name(facts.trace, workers[worker])),
      workers[worker].line_event);
  finding.fix =
      "Split the longest task, start it first, or hand out tasks one at a time (chunksize=1). More "
      "workers do not help.";
}

double workers_without_cpu_pct(std::span<const WorkerTime> workers) {
  Ns busy_ns = 0, runnable_ns = 0;
  for (const WorkerTime& worker : workers) {
    busy_ns = saturating_add(busy_ns, worker.busy_ns());
    runnable_ns = saturating_add(runnable_ns, worker.runnable_ns);
  }
  return share_pct(runnable_ns, busy_ns);
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
