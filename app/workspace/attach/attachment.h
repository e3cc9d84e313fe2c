// A trace requested from a running process; a worker thread waits for it.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/workspace/attach/request.h"
#include "capture/host/attach/kineto_attach.h"

namespace lanescope {

/// The state of an attachment.
struct AttachState {
  std::optional<AttachStage> stage;  // nullopt: not started
  double stage_s = 0;                // seconds in this stage
  std::string problem;               // why it ended without a trace; empty: it has not
  std::string no_samples;  // why a finished trace has no samples; empty: it has, or none are wanted
  bool cannot_ask = false;  // that is why: such as where another daemon serves the process
};

class Attachment {
 public:
  /// `request`: what `order` and `sample_hz` are made of. Its file is for the trace; if it exists,
  /// it is kept and reported as a problem. `wake` is called on another thread when the state has
  /// changed. `sample_hz`: how often the threads of the process are sampled meanwhile, for the same
  /// file; 0: never.
  Attachment(RunningProcess process, KinetoOrder order, AttachRequest request,
             std::function<void()> wake, int sample_hz);
  /// Cancels the request. Waits for the worker: milliseconds, unless it is copying the trace to
  /// another disk.
  ~Attachment() = default;
  Attachment(const Attachment&) = delete;
  Attachment& operator=(const Attachment&) = delete;

  /// Any thread.
  [[nodiscard]] AttachState state() const;
  [[nodiscard]] const RunningProcess& process() const { return process_; }
  [[nodiscard]] const KinetoOrder& order() const { return order_; }
  [[nodiscard]] const AttachRequest& request() const { return request_; }
  [[nodiscard]] const std::string& output() const { return request_.file; }

 private:
  using Clock = KinetoAttach::Clock;
  void work(const std::stop_token& stop);
  void publish(std::optional<AttachStage> stage, std::string problem, bool cannot_ask = false);
  void note_no_samples(std::string why);

  const RunningProcess process_;
  const KinetoOrder order_;
  const AttachRequest request_;
  const int sample_hz_;
  const std::function<void()> wake_;
  mutable std::mutex mutex_;
  AttachState state_;  // guarded by mutex_; stage_s is set on reading
  Clock::time_point since_;
  std::jthread worker_;  // last: joined before the other members are destroyed
};

/// "train.py (4711)".
std::string process_title(const RunningProcess& process);

}  // namespace lanescope
