// GPU work by annotation (record_function, NVTX).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// GPU events, summed as counted_part counts them: kernels, copies and fills.
struct AnnotatedWork {
  std::uint64_t events = 0, kernels = 0;
  Ns total_ns = 0;
  std::array<Ns, kGpuClasses> classes_ns{};  // by GpuClass
};

struct AnnotationRow {
  std::string name;         // all steps are one row, "ProfilerStep*"; empty: not in an annotation
  std::uint64_t calls = 0;  // annotations that counted_part counts
  EventId longest = EventId::None;  // the longest of these
  AnnotatedWork self;               // work for which it is the innermost annotation
  AnnotatedWork all;                // including work in nested annotations
  Ns span_ns = 0;                   // of `all`, counting concurrent streams once
};

struct AnnotationTable {
  /// By `all`, descending, then by name; work outside annotations is last. The `self` of all rows
  /// add up to all GPU events of the window.
  std::vector<AnnotationRow> rows;
  bool has_gpu_events = false;
  bool on_gpu = false;  // the host has no annotations; these are the GPU's
};

/// For which annotation a GPU event belongs to, see AnnotationSites. Pure; complete snapshots only.
/// Cost: a pass over the categories of the host slices, one over the GPU events, and the
/// annotations around each.
AnnotationTable analyse_annotations(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
