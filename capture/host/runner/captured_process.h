// One process that is captured: its ring, what has been read of it, and how it does.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "capture/host/control/message_text.h"
#include "capture/host/control/ring_memory.h"
#include "capture/host/control/ring_reader.h"
#include "capture/host/runner/state.h"
#include "core/base/check.h"

namespace lanescope {

/// One thread.
class CapturedProcess {
 public:
  /// `peer`: its number at the control server. `now_ns`: monotonic.
  CapturedProcess(std::uint32_t index, std::uint32_t peer, std::int64_t pid,
                  const MessageText& hello, RingMemory ring, std::int64_t now_ns);

  /// Where readings go.
  struct Sink {
    std::function<void(std::uint32_t channel, const ChannelReading& reading)> take;
    std::function<void(std::uint32_t channel, const std::string& fault)> broken;
  };
  /// How full a ring was, so that the next round comes in time.
  struct Round {
    std::uint64_t bytes = 0;
    bool hurry = false;  // channels hold more, or were a quarter full
  };
  /// Every channel once.
  Round read_round(const Sink& sink);
  /// All that is there, once the writer has ended or gone quiet; stops after twice a ring's size,
  /// should somebody write on.
  void read_rest(const Sink& sink);

  /// Gives the ring back once all is read.
  void release();

  /// Not after release().
  RingMemory& ring() {
    LANESCOPE_CHECK(ring_.has_value(), "a ring, before it is given back by process {}", pid_);
    return *ring_;
  }
  [[nodiscard]] std::uint32_t peer() const { return peer_; }
  [[nodiscard]] std::int64_t pid() const { return pid_; }
  [[nodiscard]] bool present() const { return state_.left == LeftReason::None; }

  /// Rates are of the time since the last call that is at least half a second ago.
  const CapturedProcessState& update(std::int64_t monotonic_ns);
  CapturedProcessState& state() { return state_; }
  [[nodiscard]] const CapturedProcessState& state() const { return state_; }

  /// Text of its Losses chunk: lines of counters.
  [[nodiscard]] std::string losses() const;

  bool said_bye = false;
  bool stopped = false;         // it has answered Stop
  std::int64_t hung_up_ns = 0;  // monotonic; 0: the connection stands

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
