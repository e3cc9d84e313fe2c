// Which kernels cost most?
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/gpu_class.h"
#include "core/analysis/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct KernelRow {
  StringId name = StringId::Empty;
  GpuClass gpu_class = GpuClass::Compute;
  bool tensor_core = false;  // by the name
  std::uint64_t count = 0;
  Ns total_ns = 0, min_ns = 0, max_ns = 0;
  double mean_ns = 0;
  double std_ns = 0;          // with n - 1; 0 of a single one
  std::vector<StringId> ops;  // that launched it, those with most launches first
};

struct KernelTable {
  std::vector<KernelRow> rows;  // by total, falling, then name
};

/// Kernels only, no copies and fills. Pure; settled snapshots only. Cost: a pass over the GPU
/// events and a look-up each for its operator.
KernelTable analyse_kernels(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
