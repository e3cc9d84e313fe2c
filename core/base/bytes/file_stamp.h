// Remembers what a file contained, to detect later changes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/time.h"

namespace lanescope {

/// nullopt if there is no such file. Any thread. Cost: a stat.
std::optional<std::uint64_t> bytes_of_file(const std::string& path);

/// A value; any thread.
class FileStamp {
 public:
  /// The stamp of the file as it is now. If it is not a regular file, the stamp is empty, and
  /// holds() is always true.
  static FileStamp of(const std::string& path);

  /// False if the file of this name has since been modified, replaced or deleted. A file that was
  /// only touched or copied back counts as unchanged. Cost: a stat, and the digest if that
  /// indicates a change.
  [[nodiscard]] bool holds(const std::string& path) const;

 private:
  bool known_ = false;
  std::uint64_t size_ = 0, number_ = 0;  // bytes, inode
  Ns written_ns_ = 0;
  std::string digest_;
};

}  // namespace lanescope
