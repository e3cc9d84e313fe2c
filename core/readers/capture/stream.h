// Access to a capture while it is being written: new data, and all data so far.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"

namespace lanescope {

/// One thread.
class CaptureStream {
 public:
  virtual ~CaptureStream() = default;

  /// The data from the beginning, as it arrives; call once. read() returns 0 while there is no new
  /// data.
  virtual std::unique_ptr<ByteSource> stream() = 0;
  /// What is kept of the first `bytes` of the stream, as a capture that ends there; remains
  /// readable. Errors: Unreadable if files change faster than they can be opened.
  [[nodiscard]] virtual Result<std::unique_ptr<ByteSource>> until(std::uint64_t bytes) const = 0;
};

/// Follows a growing file. Errors: NotFound, Unreadable.
Result<std::unique_ptr<CaptureStream>> follow_capture(const std::string& path);

/// Follows a recording that keeps only its last part. `path` holds the header and the definitions
/// of what was dropped; the rest is in segment files next to it, which are created and deleted.
/// Segments that were deleted before they were read are missing from the stream. Errors: as above.
Result<std::unique_ptr<CaptureStream>> follow_kept_capture(const std::string& path);

/// A capture together with the segments next to it that its recorder has not merged: because it was
/// killed, is still running, or the disk is full. Null if no segments belong to it. Cost: if there
/// are segments, reading the headers of the file's chunks.
std::unique_ptr<ByteSource> open_left_segments(const std::string& path);

}  // namespace lanescope
