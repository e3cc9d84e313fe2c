// A folder for sockets that only this user can enter; removed with what is in it.
#pragma once

#include <string>
#include <utility>

#include "core/base/result.h"

namespace lanescope {

class SocketFolder {
 public:
  /// Below XDG_RUNTIME_DIR, else below the folder for temporary files; with rights 0700. Errors:
  /// Unreadable when no such folder can be made.
  static Result<SocketFolder> make();

  SocketFolder(SocketFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  SocketFolder& operator=(SocketFolder&&) = delete;
  SocketFolder(const SocketFolder&) = delete;
  SocketFolder& operator=(const SocketFolder&) = delete;
  ~SocketFolder();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit SocketFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace lanescope
