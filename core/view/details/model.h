// Everything known about one event, collected at once: what the Details pane shows and
// `lanescope event` prints. This is the structured form (ids, times, lists); text.h turns it into
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
#include "core/view/details/facts.h"
#include "core/view/events/gpu_work.h"
#include "core/view/text/same_name.h"

namespace lanescope {

/// Returns an event's complete JSON object (with its "args"), or why it is unavailable. Called for
/// the event itself and for the operators above it.
using EventJson = std::function<Result<JsonValue>(EventId)>;

struct DetailsLaunch {
  EventId event = EventId::None;
  std::string name;
  std::string thread;  // lane title of the calling thread
  Ns start_ns = 0, dur_ns = 0;
  Ns delay_ns = 0;  // from the call's start to the work's; negative if the clocks disagree
  /// From the end of the call to the start of the GPU work; negative if the work began before the
  /// call returned.
  Ns queued_ns = 0;
  /// The launch was matched by order, as for profiler ranges. Their times are unrelated to those of
  /// the kernels, so the two times above mean nothing.
  bool by_order = false;
  /// Several launches have this correlation id, and it is unclear which one is meant.
  bool guessed = false;
};

struct DetailsOp {
  EventId event = EventId::None;
  std::string name;
  Ns start_ns = 0, dur_ns = 0;
  // As in the file; nullopt if the file has none.
  std::optional<JsonValue> input_shapes, input_types, input_strides, concrete_inputs;
};

struct DetailsTwin {
  EventId event = EventId::None;
  std::string name;
  bool backward = true;  // the twin is the backward operator
  std::uint64_t kernels = 0;
  Ns gpu_ns = 0;  // of those kernels
  Ns dur_ns = 0;
};

struct DetailsStep {
  std::string name;
  EventId event = EventId::None;
  Ns offset_ns = 0;  // from the step's start to the event's start
  Ns dur_ns = 0;     // the step's
};

/// A module whose call was open at the event's time.
struct DetailsModule {
  EventId event = EventId::None;
  std::string name;  // "Conv2d_3"
};

/// A user annotation around the event.
struct DetailsAnnotation {
  EventId event = EventId::None;
  std::string name;
  Ns dur_ns = 0;
};

/// A level of the call chain that the trace lacks.
struct DetailsMissing {
  std::string level;  // "launch", "ops", "shapes", "modules", "python", "twin",
                      // "step", "memory"; "arguments": present but unreadable
  std::string why;    // what would have recorded it
};

struct DetailsFlow {
  EventId event = EventId::None;
  std::string name;     // the partner's
  std::string flow;     // the flow's name
  bool forward = true;  // the flow goes from this event to the partner
};

struct DetailsModel {
  EventId event = EventId::None;
  bool found = false;  // false: no such event, everything else is empty
  bool instant = false;
  std::string name, short_name, category;
  CategoryKind kind = CategoryKind::Other;
  ColorRole role = ColorRole::Compute;
  TrackId track = TrackId::None;
  std::string lane;  // "python pid 25738 · main thread"
  std::uint32_t depth = 0;
  Ns start_ns = 0, dur_ns = 0;
  Ns from_start_ns = 0;           // since the trace's start
  std::optional<Ns> self_ns;      // without the slices directly nested; host slices only
  std::optional<Ns> self_cpu_ns;  // of operators and annotations, see self_cpu_time
  std::optional<JsonValue> args;
  std::optional<DetailsLaunch> launch;
  std::optional<DetailsGraph> graph;     // for work replayed by a CUDA graph, and its launch
  std::optional<DetailsCopy> copy;       // for copies and fills
  std::optional<Collective> collective;  // for communication kernels and their operators
  std::optional<DetailsTriton> triton;   // for Triton kernels and their operators
  std::vector<DetailsOp> ops;            // innermost first; for an operator: itself first
  std::vector<DetailsModule> modules;    // outermost first: "ResNet_0", "Conv2d_3"
  std::vector<DetailsFrame> python;      // innermost first; for a Python function: itself first
  bool python_from_twin = false;         // modules and python come from the forward twin
  std::vector<DetailsAnnotation> annotations;  // innermost first
  std::optional<DetailsTwin> twin;
  std::optional<DetailsStep> step;
  GpuWork gpu_work;  // started by this launch call or inside this host slice; kMaxListed at most
  std::vector<DetailsMemory> memory;            // by device; host slices only
  std::optional<DetailsAllocation> allocation;  // for a [memory] instant
  std::vector<DetailsFlow> flows;               // other than launches and twins
  std::optional<DetailsSameName> same_name;     // slices only
  std::string loader_batch;  // of samples of a DataLoader's worker, or of who waits for it: a
                             // sentence about the batch; empty for anything else
  std::vector<DetailsMissing> missing;

  /// Work of a CUDA graph after its first node: nobody knows how long it waited, as it has no
  /// launch call of its own.
  [[nodiscard]] bool is_later_node() const { return launch && graph && graph->node > 1; }
  /// Whether dur_ns is how long it took. Profiler ranges follow one another, whatever the kernel
  /// takes that they measure.
  [[nodiscard]] bool has_duration() const {
    return !instant && kind != CategoryKind::ProfilerRange;
  }

  static constexpr std::size_t kMaxListed = 1000;
};

struct DetailsOptions {
  bool same_name = true;  // costs a pass over all slices' names
  std::uint32_t histogram_bins = 12;
};

/// Pure. Cost: log(slices) for the links, plus O(slices) for the same-name statistics; run it on a
/// worker for large traces.
DetailsModel build_details(const Snapshot& snapshot, EventId event, const EventJson& json = {},
                           const DetailsOptions& options = {}, const std::stop_token& stop = {});

}  // namespace lanescope
