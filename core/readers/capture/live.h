// LiveCapture: reads a capture file while it is written, and makes snapshots of what is there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/build/live/builder.h"
#include "core/readers/capture/decoder.h"
#include "core/readers/capture/file.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// When the system's clock is set, what comes after the next Clock record is put right; what was
/// written in the moment before stands where the new clock put it, until the capture has ended and
/// is loaded as a whole. Owned by one thread.
class LiveCapture {
 public:
  /// `source` may be empty still: its header is awaited. `name` is TraceInfo::file.
  LiveCapture(std::unique_ptr<ByteSource> source, std::string name);

  /// Reads what has come, at most about `most_bytes`. True when it read anything.
  bool read_some(std::uint64_t most_bytes);
  /// The capture is over and all is read.
  [[nodiscard]] bool ended() const { return ended_; }
  /// This is no capture, or one of another version.
  [[nodiscard]] bool refused() const { return refused_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return file_.bytes_read(); }
  [[nodiscard]] std::uint64_t records() const { return decoder_.record_count(); }

  /// A snapshot that is not complete: no links but those of go_on_from(). Cost: see
  /// LiveBuilder::publish.
  std::shared_ptr<const Snapshot> publish();

  /// How far it has been read, for who settles what there is until here.
  struct Mark {
    std::uint64_t bytes = 0;
    std::vector<std::uint64_t> open;  // where what has begun and not ended stands in the file
  };
  [[nodiscard]] Mark mark() const;
  /// `complete` holds all until `mark`, and is what snapshots begin with from now on. Curves and
  /// instants from before `from_ns` are let go of. Cost: see LiveBuilder::go_on_from.
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
  CaptureSink sink_;
  CaptureDecoder decoder_;
  LiveBuilder builder_;
  Ns now_ns_ = 0, shift_ns_ = 0;
  bool has_header_ = false, refused_ = false, ended_ = false;
};

}  // namespace lanescope
