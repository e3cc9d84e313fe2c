// What does the GPU work for, by the ranges that user code marked (record_function, NVTX)?
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

inline constexpr std::size_t kGpuClasses = 3;

/// Whole GPU events: kernels, copies and fills, summed.
struct AnnotatedWork {
  std::uint64_t events = 0, kernels = 0;
  Ns total_ns = 0;
  std::array<Ns, kGpuClasses> classes_ns{};  // by GpuClass
};

struct AnnotationRow {
  std::string name;                 // steps are one row, "ProfilerStep*"; empty: in no annotation
  std::uint64_t calls = 0;          // annotations that start in the window
  EventId longest = EventId::None;  // of these
  AnnotatedWork self;               // of which it is the innermost annotation
  AnnotatedWork all;                // with what lies in annotations inside it
  Ns span_ns = 0;                   // of `all`, but streams that work at once count once
};

struct AnnotationTable {
  /// By `all`, falling, then by name; the work that is in no annotation last. The rows' `self` add
  /// up to all GPU events of the window.
  std::vector<AnnotationRow> rows;
  bool has_gpu_events = false;
  bool on_gpu = false;  // the host marked nothing: these are the GPU's annotations
};

/// Where a GPU event belongs: see AnnotationSites. Pure; complete snapshots only. Cost: a pass over
/// the host slices' categories, one over the GPU events, and the annotations around each.
AnnotationTable analyse_annotations(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
