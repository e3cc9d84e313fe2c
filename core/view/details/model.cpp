#include "core/view/details/model.h"

#include <string>
#include <utility>

#include "core/analysis/comm/nccl_calls.h"
#include "core/analysis/events/gpu_class.h"
#include "core/analysis/host/captured/recorded_nodes.h"
#include "core/analysis/host/profiler_ranges.h"
#include "core/analysis/ops/ops.h"
#include "core/view/details/captured_levels.h"
#include "core/view/details/event_place.h"
#include "core/view/details/flow_ends.h"
#include "core/view/details/inputs.h"
#include "core/view/details/loader_batch.h"
#include "core/view/details/missing.h"
#include "core/view/details/self_cpu.h"
#include "core/view/details/stack_levels.h"
#include "core/view/events/event_ref.h"
#include "core/view/events/slice_stack.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

constexpr std::size_t kLongestChain = 4096;  // corrupt files may contain endless chains of links

class DetailsBuilder {
 public:
  DetailsBuilder(const Snapshot& snapshot, const EventJson& json)
      : snapshot_(snapshot), json_(json) {}

  DetailsModel run(EventId event, const DetailsOptions& options, const std::stop_token& stop) {
    model_.event = event;
    if (const auto home = snapshot_.find_slice(event)) {
      fill_slice(*home);
    } else if (const auto instant = find_instant(snapshot_, event)) {
      fill_instant(*instant);
    } else {
      return std::move(model_);
    }
    model_.args = args_of(event);
    fill_kinds();
    fill_collective_of_range();
    model_.step = step_around(snapshot_, model_, anchor_ns_);
    model_.flows = other_flows(snapshot_, event);
    model_.twin = twin_of_event(snapshot_, model_);
    if (model_.python.empty()) take_call_stack();
    if (model_.python.empty()) take_stack_of_twin();
    if (options.same_name && !model_.instant) {
      model_.same_name = same_name_stats(snapshot_, event, options.histogram_bins, stop);
    }
    model_.missing = missing_levels(snapshot_, model_, json_ && unread_.empty());
    if (!unread_.empty())
      model_.missing.insert(model_.missing.begin(), {"arguments", "cannot be read: " + unread_});
    return std::move(model_);
  }

 private:
  void fill_identity(const Track& track, StringId name, CategoryId category, Ns start_ns) {
    model_.found = true;
    model_.name = snapshot_.text(name);
    model_.short_name = short_name(model_.name);
    model_.category = snapshot_.text(snapshot_.categories[index_of(category)].name);
    model_.kind = snapshot_.kind_of(category);
    model_.role = role_of(model_.kind, classify_name(model_.name));
    model_.track = track.id;
    model_.lane = event_lane(snapshot_, track);
    model_.start_ns = start_ns;
    model_.from_start_ns = saturating_sub(start_ns, snapshot_.extent.begin_ns);
    anchor_ns_ = start_ns;
  }

  void fill_slice(const SliceRef& home) {
    const TrackChunk& chunk = *home.chunk;
    fill_identity(*home.track, chunk.name[home.slice], chunk.category[home.slice],
                  chunk.start_ns[home.slice]);
    model_.dur_ns = chunk.dur_ns[home.slice];
    model_.depth = chunk.row_of(home.slice);
    if (home.track->kind == TrackKind::CpuThread) {
      fill_host(home);
    } else if (home.track->kind == TrackKind::ThreadSamples) {
      model_.self_ns = self_time_of(snapshot_, home);
      fill_stack(stack_around(home), &home);
      take_sampled_line(snapshot_, home, model_);
    } else if (is_device_kind(model_.kind) || model_.kind == CategoryKind::ProfilerRange) {
      fill_device(home);
    }
    model_.loader_batch = loader_batch_words(snapshot_, home);
  }

  void fill_host(const SliceRef& home) {
    model_.self_ns = self_time_of(snapshot_, home);
    const std::vector<SliceRef> around = stack_around(home);
    fill_stack(around, model_.kind == CategoryKind::PythonFunction ? &home : nullptr);
    if (model_.kind == CategoryKind::CpuOp) {
      add_ops_from(model_.event);
    } else if (model_.kind == CategoryKind::HostCall) {
      add_ops_from(link_of(home));
    } else {
      add_ops_of(around);
    }
    model_.self_cpu_ns = self_cpu_time(snapshot_, home, !model_.ops.empty());
    model_.gpu_work = gpu_work(snapshot_, model_.event, DetailsModel::kMaxListed);
    model_.graph = graph_of(snapshot_, model_.event, EventId::None);
    model_.memory = memory_inside(snapshot_, *home.track, home.chunk->range(home.slice));
  }

  void fill_device(const SliceRef& home) {
    const bool by_order = model_.kind == CategoryKind::ProfilerRange;
    const EventId call = by_order ? ProfilerRanges(snapshot_).launch_of(model_.event)
                                  : launch_of(snapshot_, model_.event);
    const auto launch = snapshot_.find_slice(call);
    if (!launch) {
      // If the call is not in the file, the External id may identify the operator.
      add_ops_from(link_of(home));
      return;
    }
    anchor_ns_ = launch->chunk->start_ns[launch->slice];
    model_.launch = launch_by(snapshot_, model_, *launch, by_order);
    model_.graph = graph_of(snapshot_, call, model_.event);
    if (model_.graph && fill_origin(call)) return;
    add_ops_from(link_of(*launch));
    fill_stack(stack_around(*launch), nullptr);
  }

  /// Operators, modules and Python frames of the launch that a graph repeats; the annotations are
  /// those around the replay. False if the launch is not known.
  bool fill_origin(EventId replay) {
    std::optional<GraphOrigin> origin = recorded_origin(replay);
    if (!origin) origin = graph_origin_of(snapshot_, replay, model_.event);
    if (!(origin && origin->certain) && fill_captured(replay)) return true;
    const auto launch = origin ? snapshot_.find_slice(origin->launch) : std::nullopt;
    if (!launch) return false;
    model_.graph->origin = origin;
    model_.graph->origin_name = text_of(*launch);
    add_ops_from(link_of(*launch));
    fill_stack(stack_around(*launch), nullptr);
    model_.annotations.clear();
    if (const auto home = snapshot_.find_slice(replay))
      add_annotations(snapshot_, stack_around(*home), model_);
    return true;
  }

  [[nodiscard]] std::optional<GraphOrigin> recorded_origin(EventId replay) {
    const auto args = has_recorded_nodes(snapshot_) ? args_of(model_.event) : std::nullopt;
    if (!args) return std::nullopt;
    const EventId launch = recorded_launch(snapshot_, replay, *args);
    if (launch == EventId::None) return std::nullopt;
    return GraphOrigin{launch, GraphOriginSource::RecordedNode, true};
  }

  /// The same from a trace of the capture phase. False without one.
  bool fill_captured(EventId replay) {
    const auto args = args_of(model_.event);
    auto captured = args ? captured_launch(*args) : std::nullopt;
    if (!captured) return false;
    add_captured_levels(*captured, model_);
    model_.graph->captured = std::move(captured);
    if (const auto home = snapshot_.find_slice(replay))
      add_annotations(snapshot_, stack_around(*home), model_);
    return true;
  }

  void fill_instant(const InstantRef& ref) {
    const InstantTable& table = *snapshot_.instants;
    model_.instant = true;
    fill_identity(*ref.track, table.name[ref.instant], table.category[ref.instant],
                  table.time_ns[ref.instant]);
    const std::vector<SliceRef> around = slices_at(*ref.track, model_.start_ns);
    model_.depth = static_cast<std::uint32_t>(around.size());
    fill_stack(around, nullptr);
    add_ops_of(around);
    model_.allocation = allocation_at(snapshot_, model_.event, model_.start_ns);
  }

  /// Modules, Python frames and annotations from a stack that is outermost first.
  void fill_stack(const std::vector<SliceRef>& around, const SliceRef* innermost) {
    std::vector<SliceRef> stack = around;
    if (innermost != nullptr) stack.push_back(*innermost);
    add_stack_levels(snapshot_, stack, model_);
  }

  void add_ops_from(EventId op) {
    for (std::size_t i = 0; i < kLongestChain; ++i) {
      const auto home = snapshot_.find_slice(op);
      if (!home || kind_of(*home) != CategoryKind::CpuOp) return;
      add_op(*home);
      op = link_of(*home);
    }
  }

  void add_ops_of(const std::vector<SliceRef>& around) {
    for (auto ref = around.rbegin(); ref != around.rend(); ++ref) {
      if (kind_of(*ref) == CategoryKind::CpuOp) add_op(*ref);
    }
  }

  void add_op(const SliceRef& home) {
    DetailsOp op;
    op.event = home.chunk->id_of(home.slice);
    op.name = text_of(home);
    op.start_ns = home.chunk->start_ns[home.slice];
    op.dur_ns = home.chunk->dur_ns[home.slice];
    if (op.event != model_.event && is_annotation_name(op.name)) return;
    if (const auto args = args_of(op.event)) {
      take_inputs(*args, op);
      if (op_call_stack_.empty()) op_call_stack_ = call_stack_of(*args);
      fill_kinds_of_op(*args);
    }
    model_.ops.push_back(std::move(op));
  }

  /// Facts about communication and Triton kernels that only their operators record.
  void fill_kinds_of_op(const JsonValue& op_args) {
    const bool kernel = model_.kind == CategoryKind::Kernel;
    if (kernel && classify_gpu_event(model_.kind, model_.name) == GpuClass::Communication &&
        !model_.collective) {
      model_.collective = collective_of(op_args, model_.dur_ns);
    }
    // From the innermost operator: those around it may launch other kernels too.
    if (kernel && model_.ops.empty()) model_.triton = triton_of(op_args);
  }

  /// Facts about the event's kind from its own arguments.
  void fill_kinds() {
    model_.copy = copy_of(snapshot_.info, model_.kind, model_.name,
                          model_.args ? &*model_.args : nullptr, model_.dur_ns);
    if (!model_.args) return;
    const Ns gpu_ns = model_.kind == CategoryKind::Kernel ? model_.dur_ns : 0;
    if (auto own = collective_of(*model_.args, gpu_ns)) model_.collective = std::move(own);
    if (model_.kind == CategoryKind::CpuOp) model_.triton = triton_of(*model_.args);
  }

  /// Exports of Nsight Systems have the size of a message with the range around the launch.
  void fill_collective_of_range() {
    if (model_.collective || model_.kind != CategoryKind::Kernel ||
        classify_gpu_event(model_.kind, model_.name) != GpuClass::Communication)
      return;
    for (const DetailsAnnotation& range : model_.annotations) {
      if (!range.name.starts_with("nccl")) continue;
      const auto args = args_of(range.event);
      if (args) model_.collective = nccl_range_collective(range.name, *args);
      if (model_.collective) return;
    }
  }

  /// Recordings, memory snapshots, and traces from before 2022 have the stack as an argument: of
  /// the event itself, of the call that launched it, or of the innermost operator that has one.
  void take_call_stack() {
    std::string stack = model_.args ? call_stack_of(*model_.args) : std::string();
    if (stack.empty() && model_.launch) {
      if (const auto args = args_of(model_.launch->event)) stack = call_stack_of(*args);
    }
    model_.python = parse_call_stack(stack.empty() ? op_call_stack_ : stack);
  }

  /// A backward operator runs on its own thread, without Python; the code that led to it is where
  /// its forward twin was called.
  void take_stack_of_twin() {
    if (!model_.twin || model_.twin->backward) return;
    const auto home = snapshot_.find_slice(model_.twin->event);
    if (!home) return;
    const std::vector<DetailsAnnotation> annotations = model_.annotations;
    model_.modules.clear();
    fill_stack(stack_around(*home), nullptr);
    model_.annotations = annotations;
    // Recordings have the stack with the calls that launch.
    const EventId launch = launch_of(snapshot_, first_gpu_work(snapshot_, model_.twin->event));
    if (model_.python.empty() && launch != EventId::None) {
      if (const auto args = args_of(launch)) model_.python = parse_call_stack(call_stack_of(*args));
    }
    model_.python_from_twin = !model_.python.empty();
  }

  [[nodiscard]] CategoryKind kind_of(const SliceRef& ref) const {
    return snapshot_.kind_of(ref.chunk->category[ref.slice]);
  }
  [[nodiscard]] std::string text_of(const SliceRef& ref) const {
    return std::string(snapshot_.text(ref.chunk->name[ref.slice]));
  }
  [[nodiscard]] static EventId link_of(const SliceRef& ref) {
    return ref.slice < ref.chunk->link.size() ? ref.chunk->link[ref.slice] : EventId::None;
  }

  [[nodiscard]] std::optional<JsonValue> args_of(EventId event) {
    if (!json_) return std::nullopt;
    const Result<JsonValue> object = json_(event);
    if (!object.ok() && unread_.empty()) unread_ = object.error().message;
    const JsonValue* args = object.ok() ? object.value().find("args") : nullptr;
    return args != nullptr && args->object() != nullptr ? std::optional(*args) : std::nullopt;
  }

  const Snapshot& snapshot_;
  const EventJson& json_;
  DetailsModel model_;
  Ns anchor_ns_ = 0;  // when the host triggered it: GPU work belongs to that step
  std::string op_call_stack_;
  std::string unread_;  // why the arguments could not be read; empty: they could
};

}  // namespace

DetailsModel build_details(const Snapshot& snapshot, EventId event, const EventJson& json,
                           const DetailsOptions& options, const std::stop_token& stop) {
  return DetailsBuilder(snapshot, json).run(event, options, stop);
}

}  // namespace lanescope
