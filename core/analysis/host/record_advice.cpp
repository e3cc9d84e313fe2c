#include "core/analysis/host/record_advice.h"

#include <algorithm>
#include <string>

#include "core/analysis/host/python_frame.h"

namespace lanescope {
namespace {

std::string_view of_profiler(Recordable wanted) {
  switch (wanted) {
    case Recordable::Operators:
      return "record with activities=[ProfilerActivity.CPU, …]";
    case Recordable::GpuWork:
      return "record with activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";
    case Recordable::Steps:
      return "call prof.step() in the training loop";
    case Recordable::Shapes:
      return "record with record_shapes=True";
    case Recordable::PythonFrames:
      return "record with with_stack=True";
    case Recordable::Modules:
      return "record with with_stack=True, with_modules=True";
    case Recordable::Allocations:
      return "record with profile_memory=True";
  }
  return {};
}

/// Launches have their stacks in a recording; what runs between them is not known.
std::string_view of_recording(Recordable wanted) {
  switch (wanted) {
    case Recordable::GpuWork:
      return "record on a machine with a GPU, while the program uses it";
    case Recordable::Steps:
      return "put each iteration in an NVTX range named ProfilerStep#1, ProfilerStep#2, …";
    case Recordable::Operators:
    case Recordable::Shapes:
      return "record with Operators and shapes (--shapes)";
    case Recordable::PythonFrames:
      return "use torch.profiler with with_stack=True (a recording has stacks of launches "
             "only)";
    case Recordable::Modules:
      return "use torch.profiler with with_stack=True, with_modules=True (a recording does not "
             "contain "
             "modules)";
    case Recordable::Allocations:
      return "attach to the program instead, with memory (lanescope attach --memory)";
  }
  return {};
}

/// Only a PyTorch that knows modules names them, and only code that has some calls them.
constexpr std::string_view kModulesOfStacks =
    "record with a newer PyTorch, if the code calls any nn.Module";

}  // namespace

bool trace_has(const Snapshot& trace, CategoryKind kind) {
  return std::ranges::any_of(trace.categories, [&](const Category& category) {
    if (category.kind != kind) return false;
    const auto count = trace.counts.by_category.find(std::string(trace.text(category.name)));
    return count != trace.counts.by_category.end() && count->second > 0;
  });
}

bool names_modules(const Snapshot& trace) {
  for (std::uint32_t i = 0; i < trace.strings->size(); ++i) {
    if (!module_name(trace.text(StringId{i})).empty()) return true;
  }
  return false;
}

bool is_recording(const Snapshot& trace) {
  return trace.info.format == "lanescope-capture";
}

std::string_view record_advice(const Snapshot& trace, Recordable wanted) {
  if (is_recording(trace)) return of_recording(wanted);
  if (wanted == Recordable::Modules && trace_has(trace, CategoryKind::PythonFunction))
    return kModulesOfStacks;
  return of_profiler(wanted);
}

std::string_view modules_advice(const Snapshot& trace, const AnalysisWindow& window) {
  if (window.is_bounded() && names_modules(trace))
    return "choose a larger window; other parts of the trace have modules";
  return record_advice(trace, Recordable::Modules);
}

}  // namespace lanescope
