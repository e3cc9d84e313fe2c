// A folder under the temporary files that belongs to a running process, which it shows by a lock on
// the folder. What is left of a process that was killed is removed by the next one.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/base/bytes/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

class OwnedFolder {
 public:
  /// Makes a folder in `parent`, called `prefix` and six letters, with rights 0700, once folders of
  /// that prefix which nobody owns any more have been removed: see remove_left_folders(). Errors:
  /// Unreadable. Cost: a look at the parent.
  static Result<OwnedFolder> make(const std::string& parent, std::string_view prefix);

  OwnedFolder(OwnedFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}
  OwnedFolder& operator=(OwnedFolder&&) = delete;
  OwnedFolder(const OwnedFolder&) = delete;
  OwnedFolder& operator=(const OwnedFolder&) = delete;
  /// Removes it with what is in it.
  ~OwnedFolder();

  [[nodiscard]] const std::string& path() const { return path_; }

  /// It stays, with what is in it, and belongs to the user.
  void leave();

 private:
  OwnedFolder(std::string path, FileDescriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::string path_;
  FileDescriptor lock_;
};

/// Removes folders with such names of this user that no process owns: their sockets, and then the
/// folder if nothing else is in it. Files may be somebody's work and stay.
void remove_left_folders(const std::string& parent, std::string_view prefix);

}  // namespace lanescope
