#include "core/view/details/missing.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/recorder.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

/// Whether the file says that it was recorded with an option; files from before 2021 never do.
bool recorded_with(const Snapshot& snapshot, std::string_view option) {
  const JsonValue* value = snapshot.info.metadata.find(option);
  if (value == nullptr) return false;
  const bool* flag = std::get_if<bool>(&value->data);
  return flag != nullptr ? *flag : value->as_int() != 0;
}

class MissingLevels {
 public:
  MissingLevels(const Snapshot& snapshot, const DetailsModel& model)
      : snapshot_(snapshot), model_(model) {}

  std::vector<DetailsMissing> run(bool has_json) {
    has_json_ = has_json;
    if (model_.kind == CategoryKind::ThreadState) return of_state();
    const bool range = model_.kind == CategoryKind::ProfilerRange;
    const bool device = is_gpu_work(model_.kind) || range;
    const bool host = model_.kind == CategoryKind::CpuOp || model_.kind == CategoryKind::HostCall ||
                      model_.allocation.has_value();
    if (!device && !host) return {};
    if (snapshot_.info.format == "cuda-memory-snapshot") return of_memory_snapshot();
    if (range && !model_.launch) {
      add("launch",
          "profiler ranges do not identify their launch, and the trace has a different number of "
          "launches and "
          "ranges, so they cannot be matched by order");
    } else if (device && !model_.launch) {
      add("launch", "its launch call is not in the trace, so it has no stack");
    }
    if (host || model_.launch) {
      add_host_levels();
      if (has_json && !model_.ops.empty()) add_shapes();
    }
    if (!model_.step && snapshot_.steps.empty()) {
      add("step", "the trace has no steps; " + advice(Recordable::Steps));
    }
    if (model_.kind == CategoryKind::CpuOp && snapshot_.memory.empty() &&
        !is_recording(snapshot_) && !recorded_with(snapshot_, "profile_memory")) {
      add("memory", "the trace has no [memory] events; " + advice(Recordable::Allocations));
    }
    return std::move(missing_);
  }

 private:
  [[nodiscard]] std::string advice(Recordable wanted) const {
    return std::string(record_advice(snapshot_, wanted));
  }
  void add(const char* level, std::string why) { missing_.push_back({level, std::move(why)}); }

  std::vector<DetailsMissing> of_state() {
    if (parse_thread_state(model_.name).waits_unseen()) {
      add("cause",
          "no sample was taken during this wait, so what the thread waited for is not known; "
          "record with a higher --sample rate");
    }
    return std::move(missing_);
  }

  /// Memory snapshots never have operators, modules or steps.
  std::vector<DetailsMissing> of_memory_snapshot() {
    if (model_.python.empty()) {
      add("python",
          "the snapshot has no stack here; record with torch.cuda.memory._record_memory_history() "
          "before the code of interest");
    }
    return std::move(missing_);
  }

  /// What a recording by this program lacks, and how to record it.
  void add_levels_of_recording() {
    if (!trace_has(snapshot_, CategoryKind::CpuOp))
      add("ops", "operators were not recorded; record with Operators and shapes (--shapes)");
    if (model_.python.empty() && has_json_)
      add("python",
          "stacks are recorded only for CUDA calls on Python threads, so not in the backward pass");
    add("modules",
        "recordings do not contain nn.Modules; torch.profiler traces do, with with_modules=True");
  }

  /// What is missing in traces of tools that know nothing of PyTorch.
  void add_levels_of_others() {
    if (!trace_has(snapshot_, CategoryKind::CpuOp))
      add("ops", "the trace has no operators; " + advice(Recordable::Operators));
    if (model_.python.empty() && !trace_has(snapshot_, CategoryKind::PythonFunction))
      add("python", "the trace has no Python frames; " + advice(Recordable::PythonFrames));
  }

  /// If simply no operator or frame was open, none is missing: no option would have added it.
  void add_host_levels() {
    const Recorder recorder = recorder_of(snapshot_);
    if (recorder == Recorder::Lanescope) return add_levels_of_recording();
    if (recorder != Recorder::TorchProfiler) return add_levels_of_others();
    if (!trace_has(snapshot_, CategoryKind::CpuOp)) {
      add("ops", "the trace has no cpu_op events; record with ProfilerActivity.CPU in activities");
    }
    if (trace_has(snapshot_, CategoryKind::PythonFunction)) return;
    if (!recorded_with(snapshot_, "with_stack")) {
      if (model_.python.empty())
        add("python", "the trace has no python_function events; record with with_stack=True");
      add("modules",
          "nn.Module calls are recorded with with_stack=True, TorchScript ones with "
          "with_modules=True");
    }
  }

  void add_shapes() {
    const auto has = [&](auto member) {
      return std::ranges::any_of(model_.ops,
                                 [&](const DetailsOp& op) { return (op.*member).has_value(); });
    };
    if (!has(&DetailsOp::input_shapes)) {
      if (recorded_with(snapshot_, "record_shapes")) return;
      add("shapes", "the operators have no Input Dims; " + advice(Recordable::Shapes));
    } else if (!has(&DetailsOp::input_strides) &&
               recorder_of(snapshot_) == Recorder::TorchProfiler) {
      add("strides", "record with record_shapes=True on PyTorch ≥ 2.4");
    }
  }

  const Snapshot& snapshot_;
  const DetailsModel& model_;
  std::vector<DetailsMissing> missing_;
  bool has_json_ = false;
};

}  // namespace

std::vector<DetailsMissing> missing_levels(const Snapshot& snapshot, const DetailsModel& model,
                                           bool has_json) {
  return MissingLevels(snapshot, model).run(has_json);
}

}  // namespace lanescope
