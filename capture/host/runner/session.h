// One capture from start to end: starts the command, gives every process that joins a ring, reads
// the rings, keeps what comes in a capture file and shows it to a listener.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "capture/host/runner/listener.h"
#include "capture/host/runner/options.h"
#include "capture/host/runner/state.h"
#include "core/base/result.h"

namespace lanescope {

/// All members may be called on any thread and return at once unless they say otherwise.
class CaptureSession {
 public:
  /// Opens the file, the control socket and starts the command. `listener` may be null and has to
  /// outlive the session. Errors (nothing has been started, no file is left): NotFound (command,
  /// agent, working folder), Unreadable (the file or a folder can not be written, or there is such
  /// a file), Invalid (CUDA_INJECTION64_PATH names another tool), Unsupported (the system lacks
  /// what is needed). Cost: some milliseconds; starts one thread that reads, one that waits for the
  /// disk, and where this machine has no Kineto daemon one that answers PyTorch processes.
  static Result<std::unique_ptr<CaptureSession>> start(CaptureOptions options,
                                                       CaptureListener* listener = nullptr);

  /// Stops the capture and waits for its end, up to three seconds. The targets run on.
  ~CaptureSession();
  CaptureSession(const CaptureSession&) = delete;
  CaptureSession& operator=(const CaptureSession&) = delete;

  /// Targets record nothing, and note the gap, until resume().
  void pause();
  void resume();

  /// Targets flush and go quiet, the file is completed. The command runs on.
  void stop();

  /// Sends a signal to the command (its group, if it has its own). No effect once it has ended.
  void signal_command(int signal);

  /// PIDs of what still runs of the program: the command, which state() knows too, and all that it
  /// has started, also when the command has ended. At any time, after the end of the capture too.
  /// Cost: looks at all processes of this user, milliseconds.
  [[nodiscard]] std::vector<std::int64_t> running_processes() const;

  enum class EndProgram : std::uint8_t {
    Ask,   // SIGTERM: they may save their work first
    Kill,  // SIGKILL
  };
  /// Ends the program, all its processes. At any time, as above. Cost: as above; Kill up to a tenth
  /// of a second.
  void end_program(EndProgram how);

  [[nodiscard]] CaptureState state() const;

  /// Waits until the phase is Finished, at most so long; returns whether it is: after stop(), the
  /// time limit, or once the command has ended and all processes are gone.
  [[nodiscard]] bool wait_finished(int most_ms);

  /// Waits until the command has ended, at most so long; returns whether it has. Works after the
  /// end of the capture too.
  [[nodiscard]] bool wait_command(int most_ms);

  /// Processes of PyTorch that ask whether they shall record a trace are answered, so that none
  /// complains; from now on that is another daemon's, as an attach is. Only when the phase is
  /// Finished, on the thread that owns the session.
  void give_up_daemon();

 private:
  class Runner;
  explicit CaptureSession(std::unique_ptr<Runner> runner);
  std::unique_ptr<Runner> runner_;
};

}  // namespace lanescope
