// Whether the most expensive operators are limited by arithmetic, by memory bandwidth, or by
// neither.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/events/gpu_peaks.h"
#include "core/analysis/events/window.h"
#include "core/analysis/gpu_time/op_model.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

enum class RooflineBound : std::uint8_t {
  Unknown,  // no peak rates for this GPU or number format, or unknown types
  Compute,
  Memory,
  Neither,  // far below both: latency, low occupancy, or tiny
};
inline constexpr std::size_t kRooflineBounds = 4;
/// "compute", "memory", "neither"; "" for Unknown.
std::string_view roofline_bound_name(RooflineBound bound);

/// Calls of one operator with the same shapes, types and work on one device.
struct RooflineRow {
  StringId op = StringId::Empty;
  std::int64_t device = -1;
  OpWork work;                // of one call
  std::uint64_t count = 0;    // of calls; each replay of a CUDA graph that captured one is another
  double inside = 0;          // the calls, each weighted by the share of its GPU time in the window
  Ns device_ns = 0;           // GPU time of the calls, as far as counted_part counts it
  Ns whole_ns = 0;            // the same without cutting at the ends of a range; rates divide by it
  bool tensor_cores = false;  // any of their kernels uses them
  EventId longest = EventId::None;
  /// In the order in which their GPU work starts, each once; of those that only a capture trace
  /// has, their first GPU work.
  std::vector<EventId> calls;
  std::optional<double> peak_tflops, peak_gb_per_s;  // for their number format
  RooflineBound bound = RooflineBound::Unknown;

  [[nodiscard]] std::optional<double> tflops() const;    // achieved; nullopt without time
  [[nodiscard]] std::optional<double> gb_per_s() const;  // achieved; nullopt without time or types
  /// Operations per byte; nullopt if types are unknown.
  [[nodiscard]] std::optional<double> intensity() const;
  /// The peak rate of the GPU at this intensity, in TFLOP/s.
  [[nodiscard]] std::optional<double> ceiling_tflops() const;
};

struct RooflineDevice {
  std::int64_t device = -1;
  std::string name;               // as reported by the driver; empty if the file lacks it
  std::optional<GpuPeaks> peaks;  // nullopt if unknown
  bool own_peaks = false;         // they were set by the user
  Ns compute_ns = 0;              // of compute, copies and memsets: all but communication
  Ns modelled_ns = 0;             // of that, in operators whose work is known
  double flops = 0;
  std::array<Ns, kRooflineBounds> bound_ns{};  // of modelled_ns
  /// Model FLOPS utilization: the share of the window that the work would take at peak rates;
  /// nullopt without them.
  std::optional<double> mfu;
};

/// GPU time that no modeled operator with known shapes has, by the innermost operator around its
/// launch, or the name of the work itself where there is none.
struct UnmodelledOp {
  StringId name = StringId::Empty;
  Ns device_ns = 0;
};

struct RooflineTable {
  std::vector<RooflineDevice> devices;   // by number
  std::vector<RooflineRow> rows;         // by device time, descending
  std::vector<UnmodelledOp> unmodelled;  // of all devices, by time, descending
  bool arguments_read = false;           // false if too many operators have shapes
  bool has_shapes = false;               // any modeled operator with GPU work has input shapes
  /// The share of matrix product time in products with few rows or columns; nullopt without any.
  std::optional<double> thin_product_share;
  /// Token-by-token generation: most products are thin, or most attention time is in decoding
  /// kernels.
  bool decoding = false;
};

/// Assigns GPU work that counted_part counts to the innermost modeled operator around its launch,
/// or around that which a CUDA graph captured, in this trace or in a capture trace. Pure; complete
/// snapshots only. Cost: a pass over the GPU events, and the text of each such operator is read, or
/// of its GPU work if only a capture trace has it.
RooflineTable analyse_roofline(const AnalysisResults& in);

}  // namespace lanescope
