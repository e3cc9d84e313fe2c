// A file as it is on disk.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/threads/load_progress.h"

namespace lanescope {

/// The bytes of a regular file, undecoded; its size is what it was when it was opened. A pipe
/// (`<(…)`, /dev/stdin) is read to its end into memory first; `progress`, which may be null, tells
/// how far that is and can cancel it. Errors as open_byte_source, and Cancelled.
Result<std::unique_ptr<ByteSource>> open_raw_source(const std::string& path,
                                                    LoadProgress* progress = nullptr);

// A file that somebody still writes.

/// Its bytes as they are. read() gives 0 at the end of today and more when there is more. Errors:
/// NotFound, Unreadable.
Result<std::unique_ptr<ByteSource>> open_growing_file(const std::string& path);

// Parts of files, one behind the other, as one text that does not change while the files grow.

struct FilePiece {
  static constexpr std::uint64_t kAll = UINT64_MAX;

  std::string path;
  std::uint64_t bytes = kAll;  // of what is in it now
  std::uint64_t from = 0;      // where they begin
};

/// The files are held open: what is in them stays readable when they are removed. Any thread may
/// call read_at. Errors: NotFound, Unreadable.
Result<std::unique_ptr<ByteSource>> open_pieces(const std::vector<FilePiece>& pieces);

}  // namespace lanescope
