// SnapshotRebuilder: loads what there is of a recording as if it had ended, beside who follows it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/base/bytes/byte_source.h"
#include "core/readers/capture/live.h"
#include "core/readers/trace_loader.h"
#include "core/session/rebuild_pacing.h"

namespace lanescope {

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
