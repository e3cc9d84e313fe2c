// A trace that a running process is asked for: the waiting is done elsewhere.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "capture/host/attach/kineto_attach.h"

namespace lanescope {

/// How it does.
struct AttachState {
  std::optional<AttachStage> stage;  // none: it has not begun
  double stage_s = 0;                // since when
  std::string problem;               // why it is over without a trace; empty: it is not
};

class Attachment {
 public:
  /// `output` is where the trace goes; a file that is there stays, and is a problem. `wake` is
  /// called on another thread when the state has changed.
  Attachment(RunningProcess process, KinetoOrder order, std::string output,
             std::function<void()> wake);
  /// Gives it up. Waits for the worker: milliseconds, unless it copies the trace to another disk.
  ~Attachment() = default;
  Attachment(const Attachment&) = delete;
  Attachment& operator=(const Attachment&) = delete;

  /// Any thread.
  [[nodiscard]] AttachState state() const;
  [[nodiscard]] const RunningProcess& process() const { return process_; }
  [[nodiscard]] const KinetoOrder& order() const { return order_; }
  [[nodiscard]] const std::string& output() const { return output_; }

 private:
  using Clock = KinetoAttach::Clock;
  void work(const std::stop_token& stop);
  void publish(std::optional<AttachStage> stage, std::string problem);

  const RunningProcess process_;
  const KinetoOrder order_;
  const std::string output_;
  const std::function<void()> wake_;
  mutable std::mutex mutex_;
  AttachState state_;  // under mutex_, but for stage_s
  Clock::time_point since_;
  std::jthread worker_;  // last: ends first
};

/// "train.py (4711)".
std::string process_title(const RunningProcess& process);

}  // namespace lanescope
