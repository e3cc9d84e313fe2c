// SnapshotRebuilder: loads a growing recording as if it had ended, in parallel with following it.
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

// When to rebuild from a recording in progress: often while that is quick, less and less often as
// the recording grows, and not at all if it would take too much of the machine from the recorded
// program.

/// Reads no clock; times must not decrease.
class RebuildPacing {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Growth { Free, Bounded };
  /// Bounded: the recording is limited to what the user wants to keep, so rebuilding never has to
  /// wait for a request.
  explicit RebuildPacing(Growth growth) : growth_(growth) {}

  static constexpr std::chrono::milliseconds kLeastPause{1000};
  static constexpr int kShare = 4;  // pauses are this many times as long as the rebuild before
  static constexpr std::chrono::seconds kMost{4};  // longer rebuilds are only done on request

  /// Whether to begin one now. `grown`: the recording has grown since the last one began.
  [[nodiscard]] bool due(Clock::time_point now, bool grown) const;
  /// A rebuild takes too long to be done without a request.
  [[nodiscard]] bool waits() const { return waits_; }
  /// Requests one, as soon as there is something new.
  void ask() { asked_ = true; }

  void begin(Clock::time_point now);
  void end(Clock::time_point now);
  /// The complete snapshot is shown: the time until then counts as well, up to kMost.
  void shown(Clock::time_point now);
  /// It failed: the next one waits for a request.
  void fail(Clock::time_point now);

 private:
  Growth growth_;
  bool asked_ = false, waits_ = false, runs_ = false;
  Clock::time_point began_{}, next_{};
};

struct RebuiltCapture {
  LoadedTrace trace;
  LiveCapture::Mark mark;  // the end of what it contains
};

/// One thread requests; one worker loads.
class SnapshotRebuilder {
 public:
  /// `name` is TraceInfo::file.
  SnapshotRebuilder(std::string name, RebuildPacing::Growth growth)
      : name_(std::move(name)), pace_(growth) {}
  /// Cancels a running rebuild and waits for it.
  ~SnapshotRebuilder();
  SnapshotRebuilder(const SnapshotRebuilder&) = delete;
  SnapshotRebuilder& operator=(const SnapshotRebuilder&) = delete;

  /// Whether to begin one now, given how much of the recording has been read.
  [[nodiscard]] bool due(std::uint64_t bytes_read) const;
  /// `source` ends at `mark`; null if it could not be opened, in which case it is retried later.
  void start(std::shared_ptr<ByteSource> source, LiveCapture::Mark mark);
  /// The trace that has been completed since the last call.
  std::optional<RebuiltCapture> take();
  /// The trace from take() is now shown.
  void note_shown() { pace_.shown(RebuildPacing::Clock::now()); }

  /// Any thread: requests one rebuild, however long it takes.
  void ask() { asked_ = true; }
  /// Any thread: rebuilding takes so long that it waits for a request.
  [[nodiscard]] bool waits() const { return waits_; }
  /// Cancels a running rebuild without waiting for it; no other is started.
  void stop();

 private:
  void settle(const std::shared_ptr<ByteSource>& source, LiveCapture::Mark mark);

  std::string name_;
  RebuildPacing pace_;
  std::uint64_t last_bytes_ = 0;  // size of the recording at the last rebuild
  std::atomic<bool> asked_ = false, waits_ = false;
  LoadProgress progress_;
  std::mutex mutex_;
  bool done_ = false;
  std::optional<RebuiltCapture> complete_;
  std::jthread worker_;
};

}  // namespace lanescope
