// The bytes of a capture while it is written: what comes, and what is there now.
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

  /// All from its beginning, as it comes; once. read() gives 0 at the end of today.
  virtual std::unique_ptr<ByteSource> stream() = 0;
  /// What is kept of the first `bytes` of the stream, as a capture that ends there; it stays
  /// readable. Errors: Unreadable, when it changes faster than it is opened.
  [[nodiscard]] virtual Result<std::unique_ptr<ByteSource>> until(std::uint64_t bytes) const = 0;
};

/// A file that grows. Errors: NotFound, Unreadable.
Result<std::unique_ptr<CaptureStream>> follow_capture(const std::string& path);

/// A recording of which the last stretch is kept: `path` has the header and, of what has been
/// dropped, the definitions; the rest lies in segments beside it that come and go. Segments that
/// were dropped before they were read are left out of the stream. Errors: as above.
Result<std::unique_ptr<CaptureStream>> follow_kept_capture(const std::string& path);

/// A capture and the segments beside it that its recorder has not put into it: killed, still at
/// work, or for want of room on the disk. Null when there are none that are its own. Cost: with
/// segments a look at the headers of the file's chunks.
std::unique_ptr<ByteSource> open_left_segments(const std::string& path);

}  // namespace lanescope
