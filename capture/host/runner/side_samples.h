// Samples of a running process, taken while its own profiler writes a trace, in a temporary file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "capture/host/control/owned_folder.h"
#include "capture/host/runner/session.h"
#include "core/base/result.h"

namespace lanescope {

/// One thread.
class SideSamples {
 public:
  /// Errors: as CaptureSession::start when attaching.
  static Result<std::unique_ptr<SideSamples>> start(std::int64_t pid, int sample_hz);

  /// Ends them. Returns their file, which goes with this object; empty if there are none. Cost:
  /// waits for the file, milliseconds.
  std::string finish();

 private:
  SideSamples(OwnedFolder folder, std::unique_ptr<CaptureSession> session)
      : folder_(std::move(folder)), session_(std::move(session)) {}

  OwnedFolder folder_;
  std::unique_ptr<CaptureSession> session_;  // writes into the folder, so it is destroyed first
};

}  // namespace lanescope
