// A trace with a profile laid beside it, in a file that exists as long as it is used.
#pragma once

#include <string>
#include <utility>

#include "core/base/result.h"
#include "core/readers/trace_loader.h"
#include "core/session/laid_sources.h"

namespace lanescope {

class LaidTrace {
 public:
  /// Errors: of write_with_profile, the message beginning with the file that it is about.
  static Result<LaidTrace> make(const std::string& trace, const LaidProfile& profile,
                                const LaidWriting& writing = {});

  LaidTrace(LaidTrace&& other) noexcept : folder_(std::exchange(other.folder_, {})) {
    path_ = std::move(other.path_);
    sources_ = std::move(other.sources_);
  }
  LaidTrace& operator=(LaidTrace&&) = delete;
  LaidTrace(const LaidTrace&) = delete;
  LaidTrace& operator=(const LaidTrace&) = delete;
  /// Removes the file.
  ~LaidTrace();

  /// Named after the trace.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const LaidSources& sources() const { return sources_; }

 private:
  LaidTrace(std::string folder, std::string path)
      : folder_(std::move(folder)), path_(std::move(path)) {}

  std::string folder_;  // of its own; empty once moved from
  std::string path_;
  LaidSources sources_;
};

/// Loads a trace with a profile beside it, named as the trace and with its times. The file that
/// this needs exists as long as `texts` of the result. Errors: of LaidTrace::make and load_trace.
/// `options.progress` counts each file from its start.
Result<LoadedTrace> load_with_profile(const std::string& trace, const LaidProfile& profile,
                                      const LoadOptions& options);

}  // namespace lanescope
