// A temporary folder that belongs to a running process, as shown by a lock on the folder. What a
// killed process left behind is removed by the next one.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/base/files/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

class OwnedFolder {
 public:
  /// Creates a folder in `parent`, named `prefix` plus six letters, with permissions 0700, after
  /// removing folders with that prefix that no process owns any more: see remove_left_folders().
  /// Errors: Unreadable. Cost: lists the parent.
  static Result<OwnedFolder> make(const std::string& parent, std::string_view prefix);

  OwnedFolder(OwnedFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}
  OwnedFolder& operator=(OwnedFolder&&) = delete;
  OwnedFolder(const OwnedFolder&) = delete;
  OwnedFolder& operator=(const OwnedFolder&) = delete;
  /// Removes the folder and its contents.
  ~OwnedFolder();

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Keeps the folder and its contents, which then belong to the user.
  void leave();

 private:
  OwnedFolder(std::string path, FileDescriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::string path_;
  FileDescriptor lock_;
};

/// Removes this user's folders with that prefix that no process owns: their sockets, then the
/// folder if it is otherwise empty. Files may be somebody's work and are kept.
void remove_left_folders(const std::string& parent, std::string_view prefix);

}  // namespace lanescope
