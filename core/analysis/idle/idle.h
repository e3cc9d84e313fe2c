// Why the GPU was idle, and which code caused it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/host/idle_class.h"
#include "core/analysis/idle/hta.h"
#include "core/analysis/idle/idle_pieces.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;
class DeviceTimeline;

/// Why work that was already queued did not start: the first of these that applies.
enum class DeviceWait : std::uint8_t {
  None,         // it was not queued yet
  Graph,        // it is part of a CUDA graph
  StreamWait,   // its stream waited for an event of another stream
  Collective,   // it is a collective, which may wait for other ranks
  KernelDelay,  // the gap is within the usual kernel-to-kernel latency
  Unexplained,
};
inline constexpr std::size_t kDeviceWaits = 6;
/// "graph", "stream_wait" …; "" for None.
std::string_view device_wait_name(DeviceWait wait);

/// A period in which no work is known to run on a device. Some or all of it may be a pause of the
/// recording.
struct IdleGap {
  TimeRange range;                 // clipped to the window
  EventId kernel = EventId::None;  // the GPU event that ends it; None after the last event
  EventId launch = EventId::None;  // that event's launch call
  /// A call that waited for the GPU to finish and returned before the launch.
  EventId drained_by = EventId::None;
  TrackId thread = TrackId::None;  // the launching thread, else that of the steps
  DeviceWait wait = DeviceWait::None;
  IdleClass main = IdleClass::Untraced;       // the class with the largest share, or Paused
  std::uint32_t first_piece = 0, pieces = 0;  // into IdleDevice::pieces, in time order
  /// The longest piece of the culprit that has the most time in `main`, summed by name.
  std::uint32_t main_piece = 0;
  Ns main_ns = 0;     // time in `main`
  Ns culprit_ns = 0;  // of that, the culprit's
};

struct IdleTotal {
  Ns ns = 0;
  std::uint64_t gaps = 0;  // gaps that contribute
};

/// Idle time summed over gaps with the same class, culprit, cause and source.
struct IdleCulprit {
  IdleClass what = IdleClass::Untraced;
  /// Of the culprit. All steps share one entry, named after the step that `event` is.
  StringId name = StringId::Empty;
  StringId cause = StringId::Empty;   // of the call or loader; Empty if that is the culprit
  StringId source = StringId::Empty;  // the Python frame; Empty if there is none
  EventId event = EventId::None;      // the culprit of the longest piece
  bool system_call = false;           // the cause, or else the culprit, is one: see system_calls.h
  IdleTotal total;
  Ns max_ns = 0;    // the maximum in one gap
  Ns first_ns = 0;  // when it first occurred
};

struct IdleDevice {
  std::int64_t device = -1;
  TimeRange window;
  Ns total_ns = 0;              // the sum of the gaps without pauses; also the sum of the classes
  std::vector<IdleGap> gaps;    // by time
  std::uint64_t idle_gaps = 0;  // gaps that are not entirely a pause
  IdlePieces pieces;
  std::array<IdleTotal, kIdleClasses> classes;
  IdleTotal paused;
  std::array<IdleTotal, kDeviceWaits> waits;
  IdleTotal drained;
  std::vector<IdleCulprit> culprits;  // by total, descending
  /// Indices of gaps, the longest first; at most kMostLongestGaps, and only gaps that are not
  /// entirely a pause.
  std::vector<std::uint32_t> longest;
  std::vector<HtaStreamIdle> hta;  // in Hta windows only

  [[nodiscard]] GapPieces pieces_of(const IdleGap& gap) const {
    return {pieces, gap.first_piece, gap.pieces, gap.range.end_ns};
  }
  /// IdleGap::main_piece of a gap that has pieces.
  [[nodiscard]] IdlePiece main_piece_of(const IdleGap& gap) const {
    return pieces_of(gap)[gap.main_piece - gap.first_piece];
  }
  /// How much of a gap is in a class, or paused.
  [[nodiscard]] Ns class_ns(const IdleGap& gap, IdleClass what) const;
  /// How much of a gap was recorded. In a pause it is unknown whether the GPU was idle.
  [[nodiscard]] Ns known_ns(const IdleGap& gap) const;
  /// The base for shares of idle time: the window without the pauses in which nothing is known to
  /// run.
  [[nodiscard]] Ns recorded_ns() const { return saturating_sub(window.length_ns(), paused.ns); }
};
inline constexpr std::size_t kMostLongestGaps = 1000;

struct IdleTime {
  std::vector<IdleDevice> devices;   // by number; empty if the trace has no GPU events
  bool has_python = false;           // the trace has Python frames, so sources are known
  bool has_samples = false;          // sampled ones, where nothing was traced
  std::size_t devices_left_out = 0;  // beyond kMostIdleDevices
};
/// Each device costs a pass over the threads that launch on it.
inline constexpr std::size_t kMostIdleDevices = 256;

/// A gap that extends beyond a bounded window is classified as a unit, but only the part inside the
/// window counts; so the parts of a trace add up to the total. Pure; complete snapshots only. Cost:
/// a pass over the GPU events and the threads that launch, and a lookup for each gap.
IdleTime analyse_idle(const AnalysisResults& in);

/// The same for a bounded window of which there are no results, from timelines of any window.
IdleTime idle_in(const AnalysisResults& in, const AnalysisWindow& window,
                 std::span<const DeviceTimeline> timelines);

}  // namespace lanescope
