// The sampled Python functions by which DataLoader workers, their feeder threads and whoever
// receives their batches are known.
#pragma once

#include <optional>
#include <string_view>

#include "core/analysis/loader/sampled_workers.h"

namespace lanescope {

/// torch's loop of a worker: it waits for an index, fetches, and puts the batch into a queue.
bool is_worker_loop(std::string_view frame);

/// What a worker is doing in a function that its loop called; nullopt for other functions.
std::optional<LoaderPhase> loader_phase(std::string_view frame);

/// The loop of the thread that pickles what a queue was given, and writes it to the queue's pipe.
bool is_queue_feeder(std::string_view frame);
/// What it calls to pickle and to write. Both may wait for locks.
bool is_sending(std::string_view frame);

/// Where the training process takes the workers' batches out of their queue: on the thread of the
/// training loop, or with pin_memory on one of its own.
bool is_batch_receiver(std::string_view frame);
bool is_pin_memory_thread(std::string_view frame);

}  // namespace lanescope
