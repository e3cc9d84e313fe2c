// Known code patterns that cost time: those of torch.profiler's pattern matcher, and others.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

enum class Pattern : std::uint8_t {
  ExtraCopy,              // created and filled on the host, then copied to the GPU
  ForLoopIndexing,        // the same few operators for slice after slice
  Float32Product,         // float32 matrix products without tensor cores on a GPU that has TF32
  SingleTensorOptimizer,  // an optimizer that updates parameters one by one
  SynchronousDataLoader,  // num_workers=0
  GradientsSetToZero,     // zero_grad(set_to_none=False)
  ConvBiasBeforeNorm,     // a bias that the following batch norm cancels
  UnalignedProduct,       // half-precision matrix products with unaligned sizes
  DataParallel,           // nn.DataParallel on several GPUs
  DdpWithoutNccl,         // DistributedDataParallel on GPUs with another backend
  ContiguousCopies,       // contiguous() calls that copy
  DtypePingPong,          // conversion to another dtype and back
  RepeatedUpload,  // the same number of bytes copied to the GPU by one operator in every step
  LoopLaunches,    // one kernel launched repeatedly
  ItemPerStep,     // values read back by the host
  Recompute,       // the forward pass recomputed for the backward pass
};
inline constexpr std::size_t kPatterns = 16;
/// "extra_copy": as in JSON.
std::string_view pattern_name(Pattern pattern);
/// A one-line description.
std::string_view pattern_title(Pattern pattern);

/// Occurrences of a pattern in one operator, annotation, frame or kernel.
struct PatternRow {
  Pattern pattern = Pattern::ExtraCopy;
  StringId name = StringId::Empty;
  std::uint64_t count = 0;
  Ns host_ns = 0;  // of the host events that show it; 0 if kernels do
  Ns gpu_ns = 0;   // of the GPU work; 0 if host events show it
  EventId first = EventId::None;
  EventId source = EventId::None;  // the Python frame around the first one
};

struct UncheckedPattern {
  Pattern pattern = Pattern::ExtraCopy;
  std::string_view why;
};

struct PatternTable {
  std::vector<PatternRow> rows;             // by pattern, then count
  std::vector<UncheckedPattern> unchecked;  // the trace lacks the data for these
  std::size_t steps = 0;                    // that start in the window
};

/// Considers events that start in the window. Pure; complete snapshots only. Cost: a pass over the
/// host threads and the GPU events, and the text of matrix products, conversions and some
/// convolutions is read.
PatternTable analyse_patterns(const AnalysisResults& results);

}  // namespace lanescope
