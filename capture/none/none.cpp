// Where nothing can be recorded or attached to: what the window asks of `host`, which says so. The
// window has no command that would lead here.
#include <cstdlib>

#include "capture/host/attach/kineto_attach.h"
#include "capture/host/can_record.h"
#include "capture/host/runner/launcher.h"
#include "capture/host/runner/program_output.h"
#include "capture/host/runner/recording_means.h"
#include "capture/host/runner/session.h"
#include "capture/host/runner/side_samples.h"

namespace lanescope {
namespace {

/// A process is found first, and none is.
[[noreturn]] void never_called() {
  std::abort();
}

Error no_capture() {
  return {Error::Kind::Unsupported, "programs cannot be recorded on this system"};
}

}  // namespace

// NOLINTBEGIN(performance-unnecessary-value-param): as `host` declares them

bool can_record() {
  return false;
}

std::optional<Error> check_command(const std::string& /*program*/, const std::string& /*folder*/) {
  return no_capture();
}

MachinePlaces machine_places() {
  return {};
}

RecordingMeans find_recording_means(const std::string& /*program*/,
                                    const MachinePlaces& /*places*/) {
  return {};
}

std::string find_output_keeper() {
  return {};
}

Result<ProgramOutput> ProgramOutput::open(const std::string& /*keeper*/) {
  return no_capture();
}

ProgramOutput::Piece ProgramOutput::take(std::size_t /*most_bytes*/) {
  return {};
}

Result<std::unique_ptr<CaptureSession>> CaptureSession::start(CaptureOptions /*options*/,
                                                              CaptureListener* /*listener*/) {
  return no_capture();
}

Disk& system_disk() {
  never_called();
}

OwnedFolder::~OwnedFolder() = default;

KinetoDaemon::~KinetoDaemon() = default;

Result<std::unique_ptr<KinetoDaemon>> KinetoDaemon::open(const std::string& /*folder*/) {
  return no_capture();
}

Result<std::unique_ptr<KinetoAttach>> KinetoAttach::open(const RunningProcess& /*process*/,
                                                         KinetoOrder /*order*/,
                                                         std::string /*output*/, Disk& /*disk*/) {
  return no_capture();
}

KinetoAttach::~KinetoAttach() = default;

Result<AttachStage> KinetoAttach::look(Clock::time_point /*now*/) {
  return no_capture();
}

Result<std::unique_ptr<SideSamples>> SideSamples::start(std::int64_t /*pid*/, int /*sample_hz*/) {
  return no_capture();
}

std::string SideSamples::finish() {
  never_called();
}

Result<RunningProcess> find_process(std::int64_t /*pid*/, const std::string& /*proc*/) {
  return no_capture();
}

std::vector<RunningProcess> list_attachable(const std::string& /*proc*/) {
  return {};
}

// NOLINTEND(performance-unnecessary-value-param)

}  // namespace lanescope
