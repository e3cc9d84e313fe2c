#include "core/view/details_missing.h"

#include <algorithm>
#include <string>

#include "core/view/flow_partners.h"

namespace lanescope {
namespace {

/// Whether events of a kind occur in the file at all.
bool trace_has(const Snapshot& snapshot, CategoryKind kind) {
  return std::any_of(
      snapshot.categories.begin(), snapshot.categories.end(), [&](const Category& category) {
        const auto count =
            snapshot.counts.by_category.find(std::string(snapshot.text(category.name)));
        return category.kind == kind && count != snapshot.counts.by_category.end() &&
               count->second > 0;
      });
}

bool trace_has_twins(const Snapshot& snapshot) {
  if (!snapshot.flows) return false;
  for (std::uint16_t kind = 0; kind < snapshot.flows->kinds.size(); ++kind) {
    if (is_autograd_flow(snapshot, kind)) return true;
  }
  return false;
}

class MissingRungs {
 public:
  MissingRungs(const Snapshot& snapshot, const DetailsModel& model)
      : snapshot_(snapshot), model_(model) {}

  std::vector<DetailsMissing> run(bool has_json) {
    const bool device = is_gpu_work(model_.kind) || model_.kind == CategoryKind::DeviceWork;
    const bool host_work =
        model_.kind == CategoryKind::CpuOp || model_.kind == CategoryKind::HostCall;
    if (!device && !host_work) return {};
    if (device && !model_.launch) {
      add("launch", "the trace has no launch call for it: it was made before recording began");
    }
    if (model_.ops.empty()) add_ops();
    if (has_json && !model_.ops.empty()) add_shapes();
    if (model_.python.empty()) add_python();
    if (model_.modules.empty() && !model_.python.empty()) {
      add("modules",
          "no nn.Module was open here; module calls are recorded with with_stack=True, "
          "those of TorchScript with with_modules=True");
    }
    if (!model_.twin && !trace_has_twins(snapshot_)) {
      add("twin", "the trace has no fwdbwd flows: no backward pass ran while recording");
    }
    if (!model_.step && snapshot_.steps.empty()) {
      add("step", "the trace has no steps; call prof.step() after each iteration");
    }
    if (model_.kind == CategoryKind::CpuOp && snapshot_.memory.empty()) {
      add("memory", "the trace has no [memory] events; record with profile_memory=True");
    }
    return std::move(missing_);
  }

 private:
  void add(const char* rung, const char* why) { missing_.push_back({rung, why}); }

  void add_ops() {
    if (!trace_has(snapshot_, CategoryKind::CpuOp)) {
      add("ops", "the trace has no cpu_op events; record with ProfilerActivity.CPU in activities");
    } else if (model_.launch || model_.kind == CategoryKind::HostCall) {
      add("ops", "no operator was open on the thread when the call was made");
    }
  }

  void add_shapes() {
    const auto has = [&](auto member) {
      return std::any_of(model_.ops.begin(), model_.ops.end(),
                         [&](const DetailsOp& op) { return (op.*member).has_value(); });
    };
    if (!has(&DetailsOp::input_shapes)) {
      add("shapes", "the operators have no Input Dims; record with record_shapes=True");
    } else if (!has(&DetailsOp::input_strides)) {
      add("strides", "record with record_shapes=True on PyTorch ≥ 2.4");
    }
  }

  void add_python() {
    if (!trace_has(snapshot_, CategoryKind::PythonFunction)) {
      add("python", "the trace has no python_function events; record with with_stack=True");
    } else if (model_.launch || !is_gpu_work(model_.kind)) {
      add("python", "no Python function was open on the thread at that time");
    }
  }

  const Snapshot& snapshot_;
  const DetailsModel& model_;
  std::vector<DetailsMissing> missing_;
};

}  // namespace

std::vector<DetailsMissing> missing_rungs(const Snapshot& snapshot, const DetailsModel& model,
                                          bool has_json) {
  return MissingRungs(snapshot, model).run(has_json);
}

}  // namespace lanescope
