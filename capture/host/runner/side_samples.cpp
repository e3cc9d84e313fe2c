#include "capture/host/runner/side_samples.h"

#include <filesystem>
#include <system_error>

namespace lanescope {
namespace {

constexpr int kPatienceMs = 10'000;
constexpr const char* kPrefix = "lanescope_samples_";

std::string temporary_folder() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  return error ? "/tmp" : folder.string();
}

}  // namespace

Result<std::unique_ptr<SideSamples>> SideSamples::start(std::int64_t pid, int sample_hz) {
  auto folder = OwnedFolder::make(temporary_folder(), kPrefix);
  if (!folder.ok()) return folder.error();
  CaptureOptions options;
  options.attach_pid = pid;
  options.sample_hz = sample_hz;
  options.file = folder.value().path() + "/samples.lanes";
  auto session = CaptureSession::start(std::move(options));
  if (!session.ok()) return session.error();
  return std::unique_ptr<SideSamples>(
      new SideSamples(std::move(folder).value(), std::move(session).value()));
}

std::string SideSamples::finish() {
  session_->stop();
  if (!session_->wait_finished(kPatienceMs)) return {};
  const CaptureState state = session_->state();
  return state.has_file ? state.file : std::string();
}

}  // namespace lanescope
