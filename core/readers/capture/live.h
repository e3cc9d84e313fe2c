// LiveCapture: reads a capture file while it is being written, and makes snapshots of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/build/live/builder.h"
#include "core/readers/capture/decoder.h"
#include "core/readers/capture/file.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// If the system clock is set, times are corrected from the next Clock record on. What was written
/// just before keeps the new clock's times until the finished capture is loaded. One thread.
class LiveCapture {
 public:
  /// `source` may still be empty; the header is read once it is there. `name` is TraceInfo::file.
  LiveCapture(std::unique_ptr<ByteSource> source, std::string name);

  /// Reads new data, at most about `most_bytes`. True if it read anything.
  bool read_some(std::uint64_t most_bytes);
  /// The capture is over and has been read completely.
  [[nodiscard]] bool ended() const { return ended_; }
  /// The file is not a capture, or has another version.
  [[nodiscard]] bool refused() const { return refused_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return file_.bytes_read(); }
  [[nodiscard]] std::uint64_t records() const { return decoder_.record_count(); }

  /// An incomplete snapshot, with no links except those from go_on_from(). Cost: see
  /// LiveBuilder::publish.
  std::shared_ptr<const Snapshot> publish();

  /// A position up to which the capture can be loaded as a complete snapshot.
  struct Mark {
    std::uint64_t bytes = 0;
    // Slices that are still open: file offset, and row if the reader knows it: one sample opens
    // several.
    std::vector<std::pair<std::uint64_t, std::uint32_t>> open;
  };
  [[nodiscard]] Mark mark() const;
  /// Later snapshots start with `complete`, which covers everything up to `mark`. Curves and
  /// instants before `from_ns` are dropped, and what was sampled is cut there. Cost: see
  /// LiveBuilder::go_on_from.
  void go_on_from(std::shared_ptr<const Snapshot> complete, const Mark& mark, Ns from_ns = kMinNs);

 private:
  void take(const CaptureChunk& chunk);
  void forget_series_before(Ns time_ns);

  std::unique_ptr<ByteSource> source_;
  TraceInfo info_;
  CaptureFile file_;
  RawSliceStore store_;
  std::vector<std::unique_ptr<WorkerTables>> tables_;
  RawBatch batch_;
  RowSink sink_;
  CaptureDecoder decoder_;
  LiveBuilder builder_;
  Ns now_ns_ = 0, shift_ns_ = 0;
  bool has_header_ = false, refused_ = false, ended_ = false;
};

}  // namespace lanescope
