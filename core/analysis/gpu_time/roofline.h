// Are the heavy operators limited by arithmetic, by memory bandwidth, or by neither?
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

enum class RooflineBound : std::uint8_t {
  Unknown,  // the GPU or the number format is not in the table of peaks
  Compute,
  Memory,
  Neither,  // far below both: latency, few threads, or tiny
};
inline constexpr std::size_t kRooflineBounds = 4;
/// "compute", "memory", "neither"; "" for Unknown.
std::string_view roofline_bound_name(RooflineBound bound);

/// Calls of one operator with the same shapes on one device.
struct RooflineRow {
  StringId op = StringId::Empty;
  std::int64_t device = -1;
  OpWork work;  // of one call
  std::uint64_t count = 0;
  double inside = 0;          // of them, each by the part of its GPU work in the window
  Ns device_ns = 0;           // sum of the GPU work of them all
  bool tensor_cores = false;  // any of their kernels runs on them
  EventId longest = EventId::None;
  std::vector<EventId> calls;                        // all of them, as their GPU work starts
  std::optional<double> peak_tflops, peak_gb_per_s;  // of their number format
  RooflineBound bound = RooflineBound::Unknown;

  [[nodiscard]] std::optional<double> tflops() const;    // achieved; nullopt without time
  [[nodiscard]] std::optional<double> gb_per_s() const;  // achieved; nullopt without time or types
  /// Arithmetic for each byte; nullopt where types are not known.
  [[nodiscard]] std::optional<double> intensity() const;
  /// What the GPU could do at this intensity, in TFLOP/s.
  [[nodiscard]] std::optional<double> ceiling_tflops() const;
};

struct RooflineDevice {
  std::int64_t device = -1;
  std::string name;               // as the driver calls it; empty where the file does not say
  std::optional<GpuPeaks> peaks;  // nullopt where nobody knows them
  bool own_peaks = false;         // they are the user's
  Ns compute_ns = 0;              // sum of computing kernels and copies in operators or not
  Ns modelled_ns = 0;             // of that in operators whose work is known
  double flops = 0;
  std::array<Ns, kRooflineBounds> bound_ns{};  // of the modelled time
  /// Share of what the GPU could have computed in the window; nullopt without peaks.
  std::optional<double> mfu;
};

struct RooflineTable {
  std::vector<RooflineDevice> devices;  // by number
  std::vector<RooflineRow> rows;        // by device time, falling
  bool arguments_read = false;          // else the window has too many operators
  bool has_shapes = false;              // any operator with GPU work had input shapes
  /// Share of the time of matrix products in those with few rows or columns; nullopt without any.
  std::optional<double> thin_product_share;
  /// Token by token: products are thin, or kernels made for that do most of attention.
  bool decoding = false;
};

/// GPU work that starts in the window, by the deepest operator around its launch whose work is
/// modelled. Pure; complete snapshots only. Cost: a pass over the GPU events, and the text of each
/// such operator is read.
RooflineTable analyse_roofline(const Snapshot& snapshot, const AnalysisWindow& window,
                               const ReadEvent& read);

}  // namespace lanescope
