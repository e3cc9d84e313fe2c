// The files of a recording of which the last stretch is kept: FILE, and beside it segments
// FILE.part000001 and so on, which are removed from the front. How they come to be there is in
// capture/host/files/kept_segments.h; here they are put together as one recording, at whatever
// moment their recorder works or was killed, with nothing twice and nothing left out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "capture/wire/file.h"
#include "core/base/bytes/byte_source.h"
#include "core/base/bytes/piece_source.h"

namespace lanescope {

/// What FILE itself says, up to the first damage.
struct WholeFile {
  /// The last Segment chunk: before it the file holds nothing of that segment, behind it some or
  /// all.
  struct Mark {
    std::int64_t number = 0;
    bool definitions = false;  // else all of it, byte by byte
    std::uint64_t begin = 0, end = 0;
  };
  std::optional<Mark> mark;
  std::uint64_t bytes = 0;   // all that is in it
  std::uint64_t chunks = 0;  // up to the end of the last whole chunk
  std::int64_t start_ns = 0;
  std::optional<std::int64_t> end_ns;  // of the End chunk, when it has one
};
/// Cost: reads the headers of its chunks.
WholeFile survey_whole(ByteSource& file);

class CaptureSegments {
 public:
  explicit CaptureSegments(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& whole() const { return path_; }
  [[nodiscard]] std::string file(std::int64_t number) const;
  /// Of those that are there, in their order. Cost: a look at the folder.
  [[nodiscard]] std::vector<std::int64_t> numbers() const;

  /// Where a segment begins in what was read of one after the other.
  void begins_at(std::int64_t number, std::uint64_t offset) { begin_[number] = offset; }
  /// Its bytes before that place.
  [[nodiscard]] std::uint64_t bytes_until(std::int64_t number, std::uint64_t offset) const;

  /// FILE and those of `numbers` that belong to it. A file that was closed has no others than a
  /// disk without room left out of it; what is of another time is another recording's.
  [[nodiscard]] std::vector<FilePiece> pieces(const WholeFile& whole,
                                              const std::vector<std::int64_t>& numbers) const;

 private:
  [[nodiscard]] bool is_of(const WholeFile& whole, std::int64_t number) const;

  std::string path_;
  std::map<std::int64_t, std::uint64_t> begin_;  // of those that have been read
};

}  // namespace lanescope
