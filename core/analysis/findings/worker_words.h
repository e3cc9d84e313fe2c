// What findings say about the processes that a process waits for.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/findings/facts.h"
#include "core/analysis/findings/findings.h"
#include "core/analysis/host_time/workers.h"

namespace lanescope {

/// Evidence for each of the busiest workers: how long it ran and waited for a
/// CPU, in what it was blocked, and the line.
/// `waiting` names who waits: "While the GPU is idle", "Meanwhile".
void say_workers(const FindingFacts& facts, std::span<const WorkerTime> workers,
                 std::string_view waiting, Finding& finding);

/// Evidence of those that are workers of a DataLoader of the process: their shares of fetching and
/// waiting, and how many batches they sent. None if no such worker was sampled.
void say_loader_batches(const FindingFacts& facts, StringId process, Finding& finding);

/// How to make the workers faster, by what they do most.
std::string workers_fix(const FindingFacts& facts, std::span<const WorkerTime> workers);

/// The line with the most time of all workers; None as its event if no line is known.
FindingPlace place_of_workers(std::span<const WorkerTime> workers);

}  // namespace lanescope
