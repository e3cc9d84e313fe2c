// One capture from start to end: starts the command, gives every process that joins a ring, reads
// the rings, keeps what comes in a capture file and shows it to a listener.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "capture/host/runner/options.h"
#include "capture/host/runner/state.h"
#include "core/base/result.h"

namespace lanescope {

/// Who wants to see what is captured while it comes in: the live picture. The same bytes go into
/// the capture file, so that a listener misses nothing that the file has, and nothing needs it.
/// Called on the session's reader thread, one call at a time, in the order of the capture file.
/// What is slow here is waited for by the rings: keep calls below a few milliseconds. Views are
/// valid during the call only. Texts are lines of KEY=VALUE as in capture/wire/control.h. Nothing
/// may be thrown. All of it comes from the target and has to be taken with care, only the framing
/// of records is checked.
class CaptureListener {
 public:
  virtual ~CaptureListener() = default;

  /// A process joins; `process` counts from 0 in the order of joining. `hello`: text of its Hello.
  virtual void on_process(std::uint32_t process, std::string_view hello) = 0;

  /// Text of its Caps, once CUPTI has been found or given up.
  virtual void on_caps(std::uint32_t process, std::string_view caps) = 0;

  /// "code=", "text=", "hint=": from the process or about it. kNoProcess: about the capture.
  virtual void on_problem(std::uint32_t process, std::string_view problem) = 0;

  /// Whole records of one channel in the order they were written, without Pad records: every record
  /// has `words` of at least 1 and lies in the span; at most 1 MiB at a time.
  virtual void on_records(std::uint32_t process, std::uint32_t channel,
                          std::span<const std::byte> records) = 0;

  /// No more records come from this process. "reason=exit|killed|lost", "code=", "signal=" as far
  /// as known.
  virtual void on_left(std::uint32_t process, std::string_view left) = 0;

  static constexpr std::uint32_t kNoProcess = 0xFFFFFFFFU;
};

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
  virtual ~CaptureSession() = default;
  CaptureSession(const CaptureSession&) = delete;
  CaptureSession& operator=(const CaptureSession&) = delete;

  /// Targets record nothing, and note the gap, until resume().
  virtual void pause() = 0;
  virtual void resume() = 0;

  /// Targets flush and go quiet, the file is completed. The command runs on.
  virtual void stop() = 0;

  /// Sends a signal to the command (its group, if it has its own). No effect once it has ended.
  virtual void signal_command(int signal) = 0;

  /// PIDs of what still runs of the program: the command, which state() knows too, and all that it
  /// has started, also when the command has ended. At any time, after the end of the capture too.
  /// Cost: looks at all processes of this user, milliseconds.
  [[nodiscard]] virtual std::vector<std::int64_t> running_processes() = 0;

  enum class EndProgram : std::uint8_t {
    Ask,   // SIGTERM: they may save their work first
    Kill,  // SIGKILL
  };
  /// Ends the program, all its processes. At any time, as above. Cost: as above; Kill up to a tenth
  /// of a second.
  virtual void end_program(EndProgram how) = 0;

  [[nodiscard]] virtual CaptureState state() = 0;

  /// Waits until the phase is Finished, at most so long; returns whether it is: after stop(), the
  /// time limit, or once the command has ended and all processes are gone.
  [[nodiscard]] virtual bool wait_finished(int most_ms) = 0;

  /// Waits until the command has ended, at most so long; returns whether it has. Works after the
  /// end of the capture too.
  [[nodiscard]] virtual bool wait_command(int most_ms) = 0;

  /// Processes of PyTorch that ask whether they shall record a trace are answered, so that none
  /// complains; from now on that is another daemon's, as an attach is. Only when the phase is
  /// Finished, on the thread that owns the session.
  virtual void give_up_daemon() = 0;

 protected:
  CaptureSession() = default;
};

}  // namespace lanescope
