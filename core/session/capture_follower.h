// CaptureFollower: a recording while it is written, as snapshots: all of it up to now, and now and
// then what there is as if it had ended, with which the others begin from then on.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/readers/capture/live.h"
#include "core/readers/capture/stream.h"
#include "core/readers/trace_loader.h"
#include "core/session/snapshot_rebuilder.h"

namespace lanescope {

/// One thread.
class CaptureFollower {
 public:
  enum class Kind : std::uint8_t {
    Whole,
    KeptLast  // see follow_kept_capture
  };
  /// `path` need not be there yet. `settler` outlives this.
  CaptureFollower(std::string path, Kind kind, SnapshotRebuilder& rebuilder)
      : path_(std::move(path)), kind_(kind), rebuilder_(&rebuilder) {}

  /// Reads what has come, at most some megabytes; false: nothing has.
  bool read();
  /// The recording has been closed, or is none.
  [[nodiscard]] bool over() const { return live_ && (live_->ended() || live_->refused()); }
  /// What has been complete since the last call.
  std::optional<RebuiltCapture> take_complete();
  /// What publish() gives begins with it from now on. Cost: see LiveBuilder::go_on_from.
  void go_on_from(const RebuiltCapture& complete);
  /// Begins to settle what has been read, when it is time for it.
  void rebuild_if_due();
  /// After read() has given something. Cost: see LiveBuilder::publish.
  std::shared_ptr<const Snapshot> publish() { return live_->publish(); }
  [[nodiscard]] std::uint64_t records() const { return live_->records(); }
  [[nodiscard]] std::uint64_t bytes_read() const { return live_->bytes_read(); }

 private:
  std::string path_;
  Kind kind_;
  SnapshotRebuilder* rebuilder_;
  std::unique_ptr<CaptureStream> stream_;
  std::optional<LiveCapture> live_;
};

}  // namespace lanescope
