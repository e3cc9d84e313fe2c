// Known habits that cost time: what torch.profiler's pattern matcher looks for, and some more.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

enum class Pattern : std::uint8_t {
  ExtraCopy,              // made and filled on the host, then copied to the GPU
  ForLoopIndexing,        // the same few operators for one slice after the other
  Float32Product,         // float32 products without tensor cores on a GPU that has TF32
  SingleTensorOptimizer,  // an optimizer that goes through its parameters one by one
  SynchronousDataLoader,  // num_workers=0
  GradientsSetToZero,     // zero_grad(set_to_none=False)
  ConvBiasBeforeNorm,     // a bias that the batch norm behind takes off again
  UnalignedProduct,       // half-precision products whose sizes are no multiples of 8
  DataParallel,           // nn.DataParallel over several GPUs
  DdpWithoutNccl,         // DistributedDataParallel on GPUs with another backend
  ContiguousCopies,       // contiguous() that has to copy
  DtypePingPong,          // to another number format and back
  RepeatedUpload,         // as many bytes to the GPU by one operator in every step
  LoopLaunches,           // one kernel launched over and over
  ItemPerStep,            // values read back by the host
  Recompute,              // the forward pass done again for the backward pass
};
inline constexpr std::size_t kPatterns = 16;
/// "extra_copy": as in the text face.
std::string_view pattern_name(Pattern pattern);
/// What it is, in a line.
std::string_view pattern_title(Pattern pattern);

/// Where a pattern was found: by one operator, range, frame or kernel.
struct PatternRow {
  Pattern pattern = Pattern::ExtraCopy;
  StringId name = StringId::Empty;
  std::uint64_t count = 0;
  Ns host_ns = 0;  // of the host events it is told by; 0 where it is told by kernels
  Ns gpu_ns = 0;   // of the GPU work; 0 where it is told by host events
  EventId first = EventId::None;
  EventId source = EventId::None;  // the Python frame around the first one
};

struct UncheckedPattern {
  Pattern pattern = Pattern::ExtraCopy;
  std::string_view why;
};

struct PatternTable {
  std::vector<PatternRow> rows;             // by pattern, then count
  std::vector<UncheckedPattern> unchecked;  // the trace lacks what they are told by
  std::size_t steps = 0;                    // that start in the window
};

/// Events that start in the window. Pure; complete snapshots only. Cost: a pass over the host
/// threads and the GPU events, and the text of products, conversions and some convolutions is read.
PatternTable analyse_patterns(const AnalysisResults& results);

}  // namespace lanescope
