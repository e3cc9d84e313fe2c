// SnapshotRebuilder: loads what there is of a recording as if it had ended, beside who follows it.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/base/bytes/byte_source.h"
#include "core/readers/capture/live.h"
#include "core/readers/trace_loader.h"

namespace lanescope {

// When to settle a recording that still runs: often while that is quick, ever more seldom as it
// grows, and not at all when it would take the machine away from the program that is recorded.

/// Reads no clock; times only rise.
class RebuildPacing {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Growth { Free, Bounded };
  /// Bounded: it is never more than the user wants kept, so it does not come to wait.
  explicit RebuildPacing(Growth growth) : growth_(growth) {}

  static constexpr std::chrono::milliseconds kLeastPause{1000};
  static constexpr int kShare = 4;  // pauses are that many times as long as what is between them
  static constexpr std::chrono::seconds kMost{4};  // what takes longer is left to the user

  /// Whether to begin one now. `grown`: something has come since the last one began.
  [[nodiscard]] bool due(Clock::time_point now, bool grown) const;
  /// It takes too long to be done unasked.
  [[nodiscard]] bool waits() const { return waits_; }
  /// One that the user asks for, as soon as there is something to settle.
  void ask() { asked_ = true; }

  void begin(Clock::time_point now);
  void end(Clock::time_point now);
  /// What was complete is shown: what that took counts too, as far as it was not waited for.
  void shown(Clock::time_point now);
  /// It can not be done: waits to be asked.
  void fail(Clock::time_point now);

 private:
  Growth growth_;
  bool asked_ = false, waits_ = false, runs_ = false;
  Clock::time_point began_{}, next_{};
};

struct RebuiltCapture {
  LoadedTrace trace;
  LiveCapture::Mark mark;  // up to where
};

/// One thread asks; one worker loads.
class SnapshotRebuilder {
 public:
  /// `name` is TraceInfo::file.
  SnapshotRebuilder(std::string name, RebuildPacing::Growth growth)
      : name_(std::move(name)), pace_(growth) {}
  /// Stops what runs and waits for it.
  ~SnapshotRebuilder();
  SnapshotRebuilder(const SnapshotRebuilder&) = delete;
  SnapshotRebuilder& operator=(const SnapshotRebuilder&) = delete;

  /// Whether to begin one now, of a recording that has been read so far.
  [[nodiscard]] bool due(std::uint64_t bytes_read) const;
  /// `source` ends at `mark`; null: it could not be opened, which is tried again later.
  void start(std::shared_ptr<ByteSource> source, LiveCapture::Mark mark);
  /// What has been complete since the last call.
  std::optional<RebuiltCapture> take();
  /// What take() gave is shown now.
  void note_shown() { pace_.shown(RebuildPacing::Clock::now()); }

  /// Any thread: one more, however long it takes.
  void ask() { asked_ = true; }
  /// Any thread: settling takes so long that it waits to be asked.
  [[nodiscard]] bool waits() const { return waits_; }
  /// Stops what runs without waiting for it; nothing is started any more.
  void stop();

 private:
  void settle(const std::shared_ptr<ByteSource>& source, LiveCapture::Mark mark);

  std::string name_;
  RebuildPacing pace_;
  std::uint64_t last_bytes_ = 0;  // that the last one was about
  std::atomic<bool> asked_ = false, waits_ = false;
  LoadProgress progress_;
  std::mutex mutex_;
  bool done_ = false;
  std::optional<RebuiltCapture> complete_;
  std::jthread worker_;
};

}  // namespace lanescope
