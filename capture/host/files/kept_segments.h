// "Keep the last N seconds": chunks go into segments beside the capture file, and the oldest one is
// dropped when the others hold enough. Of what is dropped, the definitions that later records refer
// to and all chunks without records move into the capture file. Segments that are left follow it
// at the end. Before anything of a segment is put into the file a Segment chunk says so there, so
// that whoever reads what a recorder left that was killed takes nothing twice and misses nothing:
// core/readers/capture/kept.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "capture/host/files/chunk_file.h"
#include "capture/wire/records.h"

namespace lanescope {

struct KeepLast {
  std::int64_t time_ns = 0;  // 0: no limit
  std::uint64_t bytes = 0;   // 0: no limit

  [[nodiscard]] bool all() const { return time_ns == 0 && bytes == 0; }
};

/// One thread.
class KeptSegments {
 public:
  /// `whole`: the capture file, has to outlive this.
  KeptSegments(ChunkFile& whole, KeepLast limit) : whole_(whole), limit_(limit) {}

  /// `now_ns`: monotonic; how old things are goes by that, since the time of day may be set. False:
  /// it could not be written, error() says why.
  bool append(const Chunk& chunk, std::int64_t now_ns);

  /// Puts what is kept behind the capture file and removes the segments. False: the disk has no
  /// room for it, and what is not in the file is left where it is.
  bool join();
  /// Behind what is left after join(): ends the recording there. False: error() says why.
  bool append_last(const Chunk& chunk);
  /// How many there are.
  [[nodiscard]] std::size_t count() const { return segments_.size(); }

  [[nodiscard]] std::uint64_t bytes() const;  // of all segments
  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] std::uint64_t dropped_records() const { return dropped_records_; }
  /// The one that grows; null: none yet.
  [[nodiscard]] std::shared_ptr<FileDescriptor> growing() const;

 private:
  struct Segment {
    ChunkFile file;
    unsigned number;
    std::int64_t begin_ns;  // monotonic
  };

  [[nodiscard]] bool is_full(std::int64_t now_ns) const;
  bool open_next(std::int64_t now_ns);
  bool drop_oldest_if_enough(std::int64_t now_ns);
  bool drop(Segment& segment);
  bool reduce_to_definitions(ChunkFile& segment);
  bool announce(const Segment& segment, std::string_view what);
  bool failed(int reason);

  ChunkFile& whole_;
  KeepLast limit_;
  std::deque<Segment> segments_;
  unsigned next_number_ = 1;
  std::uint64_t dropped_records_ = 0;
  int error_ = 0;
};

}  // namespace lanescope
