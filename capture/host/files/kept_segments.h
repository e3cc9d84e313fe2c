// "Keep the last N seconds": chunks are written to segment files next to the capture file, and the
// oldest segment is dropped when the others cover the limit. From a dropped segment, the
// definitions that later records refer to and all chunks without records are moved to the capture
// file; of ranges and calls that had not ended by then, their beginning is remembered. At the end,
// those that began earlier and the remaining segments are appended to it. Before anything from a
// segment is put into the file, a Segment chunk announces it there, so that reading the files of a
// killed recorder duplicates nothing and misses nothing: core/readers/capture/kept.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "capture/host/files/chunk_file.h"
#include "capture/host/files/unended_events.h"
#include "capture/wire/records.h"

namespace lanescope {

/// A file and how much of it is meant; it may grow, and be removed.
struct FilePart {
  std::shared_ptr<FileDescriptor> file;
  std::uint64_t bytes = 0;
};

struct KeepLast {
  std::int64_t time_ns = 0;  // 0: no limit
  std::uint64_t bytes = 0;   // 0: no limit

  [[nodiscard]] bool all() const { return time_ns == 0 && bytes == 0; }
};

/// One thread.
class KeptSegments {
 public:
  /// `whole`: the capture file, which must outlive this.
  KeptSegments(ChunkFile& whole, KeepLast limit) : whole_(whole), limit_(limit) {}

  /// `now_ns`: monotonic, used for the age of data because the time of day may be set. False: could
  /// not be written; see error().
  bool append(const Chunk& chunk, std::int64_t now_ns);

  /// Appends the kept segments to the capture file and removes them. False: the disk has no room
  /// for it; what is not in the file stays in the segments.
  bool join();
  /// Ends the recording after whatever join() left over. False: see error().
  bool append_last(const Chunk& chunk);
  /// Number of segments.
  [[nodiscard]] std::size_t count() const { return segments_.size(); }

  /// Removes all segments: nothing of them is wanted.
  void remove();

  /// What is in the segments now.
  [[nodiscard]] std::vector<FilePart> parts() const;
  /// What began before the segments and had not ended by then, cut at their edge: belongs between
  /// the capture file and the segments.
  [[nodiscard]] std::vector<CutEvents> begun_earlier() const;
  [[nodiscard]] std::uint64_t bytes() const;  // of all segments
  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] std::uint64_t dropped_records() const { return dropped_records_; }
  /// From the first append() to what is kept; 0: all is.
  [[nodiscard]] std::int64_t dropped_ns() const { return dropped_ns_; }
  /// The segment being written; null if none yet.
  [[nodiscard]] std::shared_ptr<FileDescriptor> growing() const;

 private:
  struct Segment {
    ChunkFile file;
    unsigned number;
    std::int64_t begin_ns;      // monotonic
    std::int64_t edge_ns;       // CLOCK_REALTIME: of the first event of a thread, as far as known
    std::uint32_t first_chunk;  // its number
  };

  [[nodiscard]] bool is_full(std::int64_t now_ns) const;
  bool open_next(const Chunk& first, std::int64_t now_ns);
  bool drop_oldest_if_enough(std::int64_t now_ns);
  bool drop(Segment& segment);
  bool reduce_to_definitions(ChunkFile& segment, UnendedEvents& unended);
  bool append_begun_earlier();
  bool announce(const Segment& segment, std::string_view lines);
  bool failed(int reason);

  ChunkFile& whole_;
  KeepLast limit_;
  std::deque<Segment> segments_;
  unsigned next_number_ = 1;
  UnendedEvents unended_;  // at the beginning of the first segment
  std::uint64_t dropped_records_ = 0;
  std::optional<std::int64_t> first_ns_;  // monotonic, of the first append()
  std::int64_t dropped_ns_ = 0;
  int error_ = 0;
};

}  // namespace lanescope
