// One capture from start to end: starts the command, or attaches to a running process, gives a ring
// to every process that joins, reads the rings, writes the data to a capture file and passes it to
// a listener.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capture/host/runner/options.h"
#include "capture/host/runner/state.h"
#include "core/base/result.h"

namespace lanescope {

/// Receives what is captured as it arrives, for the live view. The same bytes go into the capture
/// file, so a listener misses nothing that the file has, and nothing depends on one. Called on the
/// session's reader thread, one call at a time, in the order of the capture file. Slow calls delay
/// reading the rings: keep them below a few milliseconds. Views are valid only during the call.
/// Texts are lines of KEY=VALUE as in capture/wire/control.h. Must not throw. All data comes from
/// the target and must not be trusted; only the framing of records is checked.
class CaptureListener {
 public:
  virtual ~CaptureListener() = default;

  /// A process joined, or is sampled; `process` counts from 0 in the order of that. `hello`: text
  /// of its Hello; why=sampled: as the recorder sees it. Told again when a sampled process runs
  /// another program.
  virtual void on_process(std::uint32_t process, std::string_view hello) = 0;

  /// Text of its Caps, once CUPTI has been found or given up on.
  virtual void on_caps(std::uint32_t process, std::string_view caps) = 0;

  /// Lines "code=", "text=", "hint=": reported by the process or about it. kNoProcess: about the
  /// capture.
  virtual void on_problem(std::uint32_t process, std::string_view problem) = 0;

  /// Whole records of one channel in the order they were written, without Pads: every record has
  /// `words` of at least 1 and lies within the span; at most 1 MiB at a time.
  virtual void on_records(std::uint32_t process, std::uint32_t channel,
                          std::span<const std::byte> records) = 0;

  /// No more records will come from this process. "reason=exit|killed|lost", "code=", "signal=" as
  /// far as known, of a sampled process also "pid=".
  virtual void on_left(std::uint32_t process, std::string_view left) = 0;

  static constexpr std::uint32_t kNoProcess = 0xFFFFFFFFU;
};

/// All members may be called on any thread and return at once unless stated otherwise.
class CaptureSession {
 public:
  /// Opens the file and the control socket, and starts the command or attaches to a process, which
  /// is then only sampled. `listener` may be null and must outlive the session. Errors (nothing has
  /// been started, no file is left): NotFound (command, agent, working directory), Unreadable (the
  /// file or a folder cannot be written, or the file exists), Invalid (CUDA_INJECTION64_PATH names
  /// another tool), Unsupported (the system lacks what is needed). Cost: some milliseconds; starts
  /// one thread that reads and one that syncs the file; with `sample_hz` another one that samples;
  /// and, if the command has kKinetoVariable in its environment and this machine has no Kineto
  /// daemon, one that answers its PyTorch until the phase is Finished. Attaching also has the
  /// errors of AttachedProcess::open.
  static Result<std::unique_ptr<CaptureSession>> start(CaptureOptions options,
                                                       CaptureListener* listener = nullptr);

  /// Stops the capture and waits up to three seconds for it to finish. The targets keep running.
  virtual ~CaptureSession() = default;
  CaptureSession(const CaptureSession&) = delete;
  CaptureSession& operator=(const CaptureSession&) = delete;

  /// Targets stop recording until resume(), and note the gap.
  virtual void pause() = 0;
  virtual void resume() = 0;

  /// Targets flush and stop recording; the file is completed. The command keeps running.
  virtual void stop() = 0;

  /// Sends a signal to the command (its group, if it has its own). No effect once it has ended, or
  /// when attached: then this and what follows never touches a process.
  virtual void signal_command(int signal) = 0;

  /// Saves what is kept, and CaptureOptions::after_ns more, to a file of its own: see
  /// CaptureState::saved. `why` is noted in it. While another is being saved, it waits for that.
  virtual void save_last(std::string why) = 0;

  /// PIDs of the program's processes that are still running: the command, which state() also has,
  /// and everything it has started, even after the command has ended. May be called at any time,
  /// even after the capture has finished. Cost: looks at all processes of this user, milliseconds.
  [[nodiscard]] virtual std::vector<std::int64_t> running_processes() = 0;

  enum class EndProgram : std::uint8_t {
    Ask,   // SIGTERM: they may save their work first
    Kill,  // SIGKILL
  };
  /// Ends all processes of the program. May be called at any time, as above. Cost: as above; Kill
  /// takes up to a tenth of a second.
  virtual void end_program(EndProgram how) = 0;

  [[nodiscard]] virtual CaptureState state() = 0;

  /// Waits at most `most_ms` until the phase is Finished, and returns whether it is. That happens
  /// after stop(), at the time limit, or once the command, or the process that was attached to, and
  /// all processes that joined have ended.
  [[nodiscard]] virtual bool wait_finished(int most_ms) = 0;

  /// Waits at most `most_ms` until the command has ended, and returns whether it has. Also works
  /// after the capture has finished.
  [[nodiscard]] virtual bool wait_command(int most_ms) = 0;

 protected:
  CaptureSession() = default;
};

}  // namespace lanescope
