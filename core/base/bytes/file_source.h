// A file as it is on disk, undecoded.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/threads/load_progress.h"

namespace lanescope {

/// The bytes of a regular file; its size is that at the time of opening. A pipe (`<(…)`,
/// /dev/stdin) is first read to its end into memory; `progress`, which may be null, reports how far
/// that is and can cancel it. Errors: as open_byte_source, and Cancelled.
Result<std::unique_ptr<ByteSource>> open_raw_source(const std::string& path,
                                                    LoadProgress* progress = nullptr);

// A file that is still being written.

/// Its bytes as they are. read() returns 0 at the current end, and more once the file has grown.
/// Errors: NotFound, Unreadable.
Result<std::unique_ptr<ByteSource>> open_growing_file(const std::string& path);

// Parts of files, concatenated to one text that does not change while the files grow.

struct FilePiece {
  static constexpr std::uint64_t kAll = UINT64_MAX;

  std::string path;
  std::uint64_t bytes = kAll;  // at most, of what the file has now
  std::uint64_t from = 0;      // offset in the file
};

/// The files are kept open: their contents remain readable after they are deleted. Any thread may
/// call read_at. `are_written`: a recorder still writes to them and may take back what they have
/// now; else changed() tells if one of them is modified or truncated. Errors: NotFound, Unreadable.
Result<std::unique_ptr<ByteSource>> open_pieces(const std::vector<FilePiece>& pieces,
                                                bool are_written = true);

}  // namespace lanescope
