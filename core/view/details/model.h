// Everything that is known about one event, in one go: what the Details pane shows and what
// `lanescope event` prints. Structured first (ids, times, lists); text.h turns it into
// lines.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/host/python_frame.h"
#include "core/base/result.h"
#include "core/base/text/ids.h"
#include "core/base/text/json_value.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/details/block.h"
#include "core/view/details/collective.h"
#include "core/view/details/copy.h"
#include "core/view/details/graph.h"
#include "core/view/details/triton.h"
#include "core/view/events/gpu_work.h"
#include "core/view/text/same_name.h"

namespace lanescope {

/// Gives the whole JSON object of an event (with its "args"), or says why it can not be had. Called
/// for the event itself and for the operators above it.
using EventJson = std::function<Result<JsonValue>(EventId)>;

struct DetailsLaunch {
  EventId event = EventId::None;
  std::string name;
  std::string thread;  // lane title of the call's thread
  Ns start_ns = 0, dur_ns = 0;
  Ns delay_ns = 0;  // start of the call to start of the GPU work; below 0 where the clocks disagree
  /// End of the call to start of the GPU work; below 0 when the work began before it returned.
  Ns queued_ns = 0;
  /// Told by the order of launches, as those of a profiler's ranges are: these lie elsewhere in
  /// time than the kernels, and the two times above mean nothing.
  bool by_order = false;
  /// Several launches carry its correlation id, and nothing tells which is meant.
  bool guessed = false;
};

struct DetailsOp {
  EventId event = EventId::None;
  std::string name;
  Ns start_ns = 0, dur_ns = 0;
  // As in the file, absent when the file has none.
  std::optional<JsonValue> input_shapes, input_types, input_strides, concrete_inputs;
};

struct DetailsTwin {
  EventId event = EventId::None;
  std::string name;
  bool backward = true;  // the twin is the backward operator
  std::uint64_t kernels = 0;
  Ns gpu_ns = 0;  // of these kernels
  Ns dur_ns = 0;
};

struct DetailsStep {
  std::string name;
  EventId event = EventId::None;
  Ns offset_ns = 0;  // from the step's start to the event's
  Ns dur_ns = 0;     // of the step
};

/// A module whose call was open.
struct DetailsModule {
  EventId event = EventId::None;
  std::string name;  // "Conv2d_3"
};

/// A user annotation that it lies in.
struct DetailsAnnotation {
  EventId event = EventId::None;
  std::string name;
  Ns dur_ns = 0;
};

/// A rung of the ladder that the trace can not give.
struct DetailsMissing {
  std::string level;  // "launch", "ops", "shapes", "modules", "python", "twin",
                      // "step", "memory"; "arguments": they are there, and can not be read
  std::string why;    // what would have recorded it
};

struct DetailsFlow {
  EventId event = EventId::None;
  std::string name;     // of the partner
  std::string flow;     // name of the flow
  bool forward = true;  // the flow goes from this event to the partner
};

struct DetailsModel {
  EventId event = EventId::None;
  bool found = false;  // false: no such event, all else is empty
  bool instant = false;
  std::string name, short_name, category;
  CategoryKind kind = CategoryKind::Other;
  ColorRole role = ColorRole::Compute;
  TrackId track = TrackId::None;
  std::string lane;  // "python pid 25738 · main thread"
  std::uint32_t depth = 0;
  Ns start_ns = 0, dur_ns = 0;
  Ns from_start_ns = 0;       // since the trace's start
  std::optional<Ns> self_ns;  // without the slices directly inside; host slices only
  std::optional<JsonValue> args;
  std::optional<DetailsLaunch> launch;
  std::optional<DetailsGraph> graph;     // of what a CUDA graph replayed, and of its launch
  std::optional<DetailsCopy> copy;       // of copies and fills
  std::optional<Collective> collective;  // of communication kernels and their operators
  std::optional<DetailsTriton> triton;   // of Triton kernels and their operators
  std::vector<DetailsOp> ops;            // innermost first; of an operator: itself first
  std::vector<DetailsModule> modules;    // outermost first: "ResNet_0", "Conv2d_3"
  std::vector<DetailsFrame> python;      // innermost first; of a Python function: itself first
  bool python_from_twin = false;         // modules and python are those of the forward twin
  std::vector<DetailsAnnotation> annotations;  // innermost first
  std::optional<DetailsTwin> twin;
  std::optional<DetailsStep> step;
  GpuWork gpu_work;  // started by this launch call, or inside this host slice; kMaxListed listed
  std::vector<DetailsMemory> memory;            // by device; host slices only
  std::optional<DetailsAllocation> allocation;  // of a [memory] instant
  std::vector<DetailsFlow> flows;               // other than launches and twins
  std::optional<DetailsSameName> same_name;     // slices only
  std::vector<DetailsMissing> missing;

  static constexpr std::size_t kMaxListed = 1000;
};

struct DetailsOptions {
  bool same_name = true;  // costs a pass over all slices' names
  std::uint32_t histogram_bins = 12;
};

/// Pure. Cost: log(slices) for the links, plus O(slices) for the same-name statistics: for a worker
/// on large traces.
DetailsModel build_details(const Snapshot& snapshot, EventId event, const EventJson& json = {},
                           const DetailsOptions& options = {}, const std::stop_token& stop = {});

}  // namespace lanescope
