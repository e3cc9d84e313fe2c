// Whether the GPU waits for data, and whether more workers would help.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/loader/sampled_workers.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

enum class LoaderWorkers : std::uint8_t {
  Unknown,
  None,  // _SingleProcessDataLoaderIter: the training loop loads the data itself
  Some,  // _MultiProcessingDataLoaderIter: the training loop waits for a queue
};

/// The conclusion. In a trace without GPU events it is the training loop that waits.
enum class LoaderVerdict : std::uint8_t {
  NoLoader,     // no data loader in the window
  Hidden,       // the GPU rarely waits for data
  AddWorkers,   // the GPU waits, and there are no workers
  MoreWorkers,  // the GPU waits, although there are workers
  Starving,     // the GPU waits, and it is unknown whether there are workers
};
/// "no_loader", "hidden", "add_workers" …: as in JSON.
std::string_view loader_verdict_name(LoaderVerdict verdict);

struct LoaderStep {
  StringId name = StringId::Empty;  // Empty if the window has no steps
  TimeRange range;
  std::uint64_t batches = 0;  // batches that start in it
  Ns loader_ns = 0;           // time spent fetching batches
  Ns hidden_ns = 0;           // of that, while a GPU was busy
  Ns idle_due_ns = 0;         // GPU idle time caused by it, on the device with the most
};

struct DataLoading {
  std::vector<LoaderStep> steps;  // those in the window
  LoaderStep total;               // the sum of them
  Ns span_ns = 0;                 // the sum of their lengths
  bool by_frames = false;         // found by Python frames, since PyTorch's annotations are missing
  LoaderWorkers workers = LoaderWorkers::Unknown;
  EventId longest_batch = EventId::None;
  std::uint64_t batches = 0;
  Ns median_batch_ns = 0, longest_batch_ns = 0;
  std::uint64_t first_batches = 0;  // so long that workers were probably starting
  Ns first_batches_ns = 0;
  std::uint64_t pageable_copies = 0;  // host-to-device copies of batches
  std::uint64_t pinned_copies = 0;
  EventId pageable_copy = EventId::None;  // the longest
  LoaderVerdict verdict = LoaderVerdict::NoLoader;
  bool has_steps = false;
  bool has_gpu_events = false;
  /// What samples show of each worker in the window; empty if none was sampled. They are known also
  /// where nothing shows the loop that takes their batches.
  std::vector<SampledWorkerTime> sampled_workers;
  Ns sample_period_ns = 0;
};

/// Pure; complete snapshots only. Cost: that of analyse_idle and a pass over the host threads.
DataLoading analyse_data_loading(const AnalysisResults& in);

}  // namespace lanescope
