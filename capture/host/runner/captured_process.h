// One captured process: its ring, what has been read from it, and its statistics.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "capture/host/control/ring_memory.h"
#include "capture/host/control/ring_reader.h"
#include "capture/host/runner/state.h"
#include "core/base/check.h"
#include "core/base/text/message_text.h"

namespace lanescope {

/// One thread.
class CapturedProcess {
 public:
  /// `peer`: its number at the control server. `now_ns`: monotonic.
  CapturedProcess(std::uint32_t index, std::uint32_t peer, std::int64_t pid,
                  const MessageText& hello, RingMemory ring, std::int64_t now_ns);

  /// Receives what is read.
  struct Sink {
    std::function<void(std::uint32_t channel, const ChannelReading& reading)> take;
    std::function<void(std::uint32_t channel, const std::string& fault)> broken;
  };
  /// How full the ring was, to time the next round.
  struct Round {
    std::uint64_t bytes = 0;
    bool hurry = false;  // a channel has more data, or was a quarter full
  };
  /// Reads every channel once.
  Round read_round(const Sink& sink);
  /// Reads everything that is left, after the writer has ended or stopped; gives up after twice the
  /// ring's size, in case something keeps writing.
  void read_rest(const Sink& sink);

  /// Releases the ring once everything is read.
  void release();

  /// Not to be called after release().
  RingMemory& ring() {
    LANESCOPE_CHECK(ring_.has_value(), "a ring, before it is given back by process {}", pid_);
    return *ring_;
  }
  [[nodiscard]] std::uint32_t peer() const { return peer_; }
  [[nodiscard]] std::int64_t pid() const { return pid_; }
  [[nodiscard]] bool present() const { return state_.left == LeftReason::None; }

  /// Rates cover the time since the last call that was at least half a second ago.
  const CapturedProcessState& update(std::int64_t monotonic_ns);
  CapturedProcessState& state() { return state_; }
  [[nodiscard]] const CapturedProcessState& state() const { return state_; }

  /// Text of its Losses chunk: lines of counters.
  [[nodiscard]] std::string losses() const;

  bool said_bye = false;
  bool stopped = false;         // it has replied to Stop
  std::int64_t hung_up_ns = 0;  // monotonic; 0: still connected

 private:
  std::uint32_t peer_;
  std::int64_t pid_;
  std::optional<RingMemory> ring_;
  std::optional<RingReader> reader_;
  CapturedProcessState state_;
  std::int64_t rated_ns_;
  std::uint64_t rated_records_ = 0, rated_bytes_ = 0;
  std::optional<wire::StatsRecord> stats_before_;
};

}  // namespace lanescope
