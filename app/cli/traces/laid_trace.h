// A trace with a profile laid beside it, in a file that exists as long as it is used.
#pragma once

#include <string>
#include <utility>

#include "core/base/result.h"
#include "core/session/laid_profile.h"

namespace lanescope {

class LaidTrace {
 public:
  /// Errors: of write_with_profile, the message beginning with the file that it is about.
  static Result<LaidTrace> make(const std::string& trace, const LaidProfile& profile);

  LaidTrace(LaidTrace&& other) noexcept : folder_(std::exchange(other.folder_, {})) {
    path_ = std::move(other.path_);
  }
  LaidTrace& operator=(LaidTrace&&) = delete;
  LaidTrace(const LaidTrace&) = delete;
  LaidTrace& operator=(const LaidTrace&) = delete;
  /// Removes the file.
  ~LaidTrace();

  /// Named after the trace.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  LaidTrace(std::string folder, std::string path)
      : folder_(std::move(folder)), path_(std::move(path)) {}

  std::string folder_;  // of its own; empty once moved from
  std::string path_;
};

}  // namespace lanescope
