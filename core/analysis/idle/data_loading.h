// Does the GPU starve for data, and would more workers help?
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

enum class LoaderWorkers : std::uint8_t {
  Unknown,
  None,  // _SingleProcessDataLoaderIter: the training loop loads by itself
  Some,  // _MultiProcessingDataLoaderIter: it waits for a queue
};

/// What the numbers come to.
enum class LoaderVerdict : std::uint8_t {
  NoLoader,     // the window shows none
  Hidden,       // the GPU hardly waits for data
  AddWorkers,   // it does, and there are no workers
  MoreWorkers,  // it does, although there are workers
  Starving,     // it does, and the trace does not say how it is loaded
};
/// "no_loader", "hidden", "add_workers" …: as in the text face.
std::string_view loader_verdict_name(LoaderVerdict verdict);

struct LoaderStep {
  StringId name = StringId::Empty;  // Empty for the window of a trace without steps
  TimeRange range;
  std::uint64_t batches = 0;  // that start in it
  Ns loader_ns = 0;           // fetching batches
  Ns hidden_ns = 0;           // of it while a GPU worked
  Ns idle_due_ns = 0;         // of the GPU's idle time, what is due to it: the worst device
};

struct DataLoading {
  std::vector<LoaderStep> steps;  // those in the window
  LoaderStep total;               // their sum
  Ns span_ns = 0;                 // their lengths
  bool by_frames = false;         // the loader is known from Python frames only
  LoaderWorkers workers = LoaderWorkers::Unknown;
  EventId longest_batch = EventId::None;
  std::uint64_t batches = 0;
  Ns median_batch_ns = 0, longest_batch_ns = 0;
  std::uint64_t first_batches = 0;  // so long that workers must have been starting
  Ns first_batches_ns = 0;
  std::uint64_t pageable_copies = 0;  // to the device, right after a batch
  std::uint64_t pinned_copies = 0;
  EventId pageable_copy = EventId::None;  // the longest
  LoaderVerdict verdict = LoaderVerdict::NoLoader;
  bool has_steps = false;
  bool has_gpu_events = false;
};

/// Pure; complete snapshots only. Cost: that of analyse_idle and a pass over the host threads.
DataLoading analyse_data_loading(const AnalysisResults& in);

}  // namespace lanescope
