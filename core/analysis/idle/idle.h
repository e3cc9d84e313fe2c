// Why was the GPU idle, which code is to blame, and how much would fixing it return?
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/host/idle_class.h"
#include "core/analysis/idle/hta.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Why work that was launched in time still did not run: the first of these that holds.
enum class DeviceWait : std::uint8_t {
  None,         // it was not launched in time
  Graph,        // it is part of a graph
  StreamWait,   // its stream waited for an event of another one
  Collective,   // it is a collective, which waits for other ranks
  KernelDelay,  // the gap is no longer than kernels usually take to follow each other
  Unexplained,
};
inline constexpr std::size_t kDeviceWaits = 6;
/// "graph", "stream_wait" …; "" for None.
std::string_view device_wait_name(DeviceWait wait);

/// A part of a gap with one class and one culprit.
struct IdlePiece {
  TimeRange range;
  IdleClass what = IdleClass::Untraced;
  /// The innermost operator, else Python frame, else marked range, else the call or the GPU event
  /// itself; None where nothing is traced.
  EventId culprit = EventId::None;
  EventId cause = EventId::None;   // the call or the loader that makes the class; else as culprit
  EventId source = EventId::None;  // the Python frame of the user's code around it
};

/// A stretch of time in which nothing runs on a device, as far as is known: parts of it, or all,
/// may be pauses of the recording.
struct IdleGap {
  TimeRange range;                     // as far as it lies in the window
  EventId kernel = EventId::None;      // the GPU event that ends it; None after the last one
  EventId launch = EventId::None;      // that event's launch call
  EventId drained_by = EventId::None;  // a wait for the GPU that came back when it had run dry, and
                                       // before the launch
  TrackId thread = TrackId::None;      // that launched, else the one of the steps
  DeviceWait wait = DeviceWait::None;
  std::uint32_t first_piece = 0, pieces = 0;  // into IdleDevice::pieces, in time order
  IdleClass main = IdleClass::Untraced;       // the class with most of it, or Paused
  Ns main_ns = 0;                             // so much
  std::uint32_t main_piece = 0;  // the longest piece of what most of that goes to, by name
  Ns culprit_ns = 0;             // so much
};

struct IdleTotal {
  Ns ns = 0;
  std::uint64_t gaps = 0;  // that have a part in it
};

/// What several gaps have in common.
struct IdleCulprit {
  IdleClass what = IdleClass::Untraced;
  StringId name = StringId::Empty;    // of the culprit; of steps that of the first
  StringId cause = StringId::Empty;   // of the call or loader; Empty when that is the culprit
  StringId source = StringId::Empty;  // the Python frame; Empty when there is none
  EventId event = EventId::None;      // the culprit of the longest piece
  IdleTotal total;
  Ns max_ns = 0;    // most in one gap
  Ns first_ns = 0;  // when it first did it
};

struct IdleDevice {
  std::int64_t device = -1;
  TimeRange window;
  Ns total_ns = 0;              // the sum of the gaps without pauses, and of the classes
  std::vector<IdleGap> gaps;    // by time
  std::uint64_t idle_gaps = 0;  // those that are not all pause
  std::vector<IdlePiece> pieces;
  std::array<IdleTotal, kIdleClasses> classes;
  IdleTotal paused;
  std::array<IdleTotal, kDeviceWaits> waits;
  IdleTotal drained;
  std::vector<IdleCulprit> culprits;   // by total, falling
  std::vector<std::uint32_t> longest;  // gaps, the longest first; kMostLongestGaps at most, and
                                       // none that is all pause
  std::vector<HtaStreamIdle> hta;      // in Hta windows only

  [[nodiscard]] std::span<const IdlePiece> pieces_of(const IdleGap& gap) const {
    return std::span(pieces).subspan(gap.first_piece, gap.pieces);
  }
  /// How much of a gap has a class, or is a pause.
  [[nodiscard]] Ns class_ns(const IdleGap& gap, IdleClass what) const;
  /// How much of a gap was recorded: in a pause nobody knows whether the GPU idled.
  [[nodiscard]] Ns known_ns(const IdleGap& gap) const;
  /// What shares of idle time are of: the window without pauses in which nothing runs.
  [[nodiscard]] Ns recorded_ns() const { return saturating_sub(window.length_ns(), paused.ns); }
};
inline constexpr std::size_t kMostLongestGaps = 1000;

struct IdleTime {
  std::vector<IdleDevice> devices;   // by number; empty when no GPU event is in the trace
  bool has_python = false;           // the trace has Python frames, so that sources can be told
  std::size_t devices_left_out = 0;  // beyond kMostIdleDevices
};
/// Each device costs a walk along the threads that launch on it.
inline constexpr std::size_t kMostIdleDevices = 256;

/// A gap that reaches over an end of a bounded window is judged whole and counted as far as it lies
/// inside; so the parts of a trace add up to the whole. Pure; complete snapshots only. Cost: a pass
/// over the GPU events and the threads that launch, and a look-up for each gap.
IdleTime analyse_idle(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
