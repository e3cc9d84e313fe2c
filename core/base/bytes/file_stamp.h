// What a file held, so that one notices later that it holds something else.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/time.h"

namespace lanescope {

/// A short text about what is in the first `size` bytes of an open file: all of a small file,
/// pieces of others from the beginning to the end. Cost: at most 64 KiB are read.
std::string file_digest(int descriptor, std::uint64_t size);

/// A value; any thread.
class FileStamp {
 public:
  /// Of the file as it is now; of what is no regular file an empty one, which always holds.
  static FileStamp of(const std::string& path);

  /// False when the file of this name was written to, replaced or removed since. One that was only
  /// touched or copied back is the same. Cost: a look at the folder, and where that tells of a
  /// change the digest.
  [[nodiscard]] bool holds(const std::string& path) const;

 private:
  bool known_ = false;
  std::uint64_t size_ = 0, number_ = 0;  // of bytes, of the inode
  Ns written_ns_ = 0;
  std::string digest_;
};

}  // namespace lanescope
