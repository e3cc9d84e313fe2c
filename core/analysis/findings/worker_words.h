// What findings say about the processes that a process waits for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/findings/facts.h"
#include "core/analysis/findings/findings.h"
#include "core/analysis/host_time/workers.h"

namespace lanescope {

/// What the processes are that a process started and waits for.
enum class WorkerKind : std::uint8_t {
  DataLoader,  // workers of PyTorch's DataLoader
  Pool,        // other processes of Python: multiprocessing, concurrent.futures
  Program,     // other programs, as subprocess runs them
};
/// `at`: the Python line at which the process waits; Empty if none is known.
WorkerKind worker_kind(const FindingFacts& facts, StringId process,
                       std::span<const WorkerTime> workers, StringId at);

/// Evidence for each of the busiest workers: its name if it is another program, how long it ran and
/// waited for a CPU, in what it was blocked, and the line.
/// `waiting` names who waits: "While the GPU is idle", "Meanwhile".
void say_workers(const FindingFacts& facts, std::span<const WorkerTime> workers,
                 std::string_view waiting, Finding& finding);

/// Evidence of those that are workers of a DataLoader of the process: their shares of fetching and
/// waiting, and how many batches they sent. None if no such worker was sampled.
void say_loader_batches(const FindingFacts& facts, StringId process, Finding& finding);

/// How to make the workers faster, by what they do most.
std::string workers_fix(const FindingFacts& facts, WorkerKind kind,
                        std::span<const WorkerTime> workers);

/// Makes a finding about workers one about a single worker that is busy for most of the time, if
/// there is one, while others are there that have no task: its title, evidence, and what to do
/// about it. `who` waits for them: "The main thread".
void judge_balance(const FindingFacts& facts, std::span<const WorkerTime> workers,
                   const WorkersTogether& together, std::string_view who, Finding& finding);

/// The share of their time in which the workers could have run, but had no CPU, in percent.
double workers_without_cpu_pct(std::span<const WorkerTime> workers);

/// The line with the most time of all workers; None as its event if no line is known.
FindingPlace place_of_workers(std::span<const WorkerTime> workers);

}  // namespace lanescope
