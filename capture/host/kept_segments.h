// "Keep the last N seconds": chunks go into segments beside the capture file, and the oldest one is
// dropped when the others hold enough. Of what is dropped, the definitions that later records refer
// to and all chunks without records move into the capture file. Segments that are left follow it
// at the end; `cat FILE FILE.part*` does the same after a crash.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "capture/host/chunk_file.h"
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

  /// False: it could not be written, error() says why.
  bool append(const Chunk& chunk);

  /// Puts what is kept behind the capture file and removes the segments. False: not all of it fits,
  /// segments that do not are left where they are.
  bool join();

  [[nodiscard]] std::uint64_t bytes() const;  // of all segments
  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] std::uint64_t dropped_records() const { return dropped_records_; }
  /// The one that grows; null: none yet.
  [[nodiscard]] std::shared_ptr<FileDescriptor> growing() const;

 private:
  struct Segment {
    ChunkFile file;
    std::int64_t begin_ns;
  };

  [[nodiscard]] bool is_full(std::int64_t now_ns) const;
  bool open_next(std::int64_t now_ns);
  bool drop_oldest_if_enough(std::int64_t now_ns);
  bool distil(const ChunkFile& segment);

  ChunkFile& whole_;
  KeepLast limit_;
  std::deque<Segment> segments_;
  unsigned next_number_ = 1;
  std::uint64_t dropped_records_ = 0;
  int error_ = 0;
};

/// Removes the segments that a recorder left which was killed: a new capture of that name must not
/// be taken for its continuation. Cost: a look at the folder.
void remove_left_segments(const std::string& path);

}  // namespace lanescope
