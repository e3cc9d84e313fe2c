// Writes a file in such a way that a crash or a full disk leaves the old one intact.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "core/base/result.h"

namespace lanescope {

constexpr mode_t kRightsOfAll = 0777;

/// The most permissive mode for a file made from `source`, so that it reveals nothing to users who
/// may not read the source: the mode of the source, plus read and write for its owner. If the
/// source is gone: only the owner may read and write.
mode_t rights_of_source(const std::string& source);
/// The same for a file made from all of them.
mode_t rights_of_sources(const std::vector<std::string>& sources);

/// Writes a new file next to `path` and renames it over the old one once it is on disk. For a
/// symbolic link, its target is replaced. An existing file keeps its mode, and its owner and group
/// if the system lets us change them; a new one gets the mode that the umask leaves. Neither gets
/// more than `most`. Errors (message: why and, if possible, what to do; the old file is unchanged):
/// Unreadable. Cost: waits for the disk; call it on a worker thread.
std::optional<Error> replace_file(const std::string& path, std::string_view bytes,
                                  mode_t most = kRightsOfAll);

/// The same, piece by piece, for data too large to hold in memory. Unless committed, it leaves
/// nothing behind.
class FileReplacement {
 public:
  /// Errors: as replace_file.
  static Result<FileReplacement> begin(const std::string& path, mode_t most = kRightsOfAll);
  FileReplacement(FileReplacement&& other) noexcept;
  FileReplacement& operator=(FileReplacement&&) = delete;
  FileReplacement(const FileReplacement&) = delete;
  FileReplacement& operator=(const FileReplacement&) = delete;
  ~FileReplacement();

  std::optional<Error> write(std::string_view bytes);
  /// Replaces the old file. No other call may follow.
  std::optional<Error> commit();

 private:
  FileReplacement(int file, std::string target, std::string fresh, mode_t most);

  int file_;
  mode_t most_;
  std::string target_, fresh_;
};

}  // namespace lanescope
