// Writes a file so that a crash or a full disk leaves the old one whole.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "core/base/result.h"

namespace lanescope {

constexpr mode_t kRightsOfAll = 0777;

/// The rights that what is made from `source` may have at most, so that it tells nobody what they
/// may not read there: those of the source, for its owner also to write. Of a source that is gone:
/// the owner's alone.
mode_t rights_of_source(const std::string& source);
/// The same of what is made from all of them.
mode_t rights_of_sources(const std::vector<std::string>& sources);

/// Writes a new file beside `path` and puts it in the old one's place once it is on the disk. A
/// link stays a link: what it points to is replaced. A file that was there keeps its mode, and its
/// owner and group where the system lets us give files away; a new one gets what the umask leaves.
/// Neither gets more than `most`. Errors (message: why and, where one can say,
/// what to do; the old file is as it was): Unreadable. Cost: waits for the disk; for a worker.
std::optional<Error> replace_file(const std::string& path, std::string_view bytes,
                                  mode_t most = kRightsOfAll);

/// The same for more than one wants in memory: piece by piece. What is not committed leaves no
/// trace.
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
  /// The new file takes the old one's place. Nothing may follow.
  std::optional<Error> commit();

 private:
  FileReplacement(int file, std::string target, std::string fresh, mode_t most);

  int file_;
  mode_t most_;
  std::string target_, fresh_;
};

}  // namespace lanescope
