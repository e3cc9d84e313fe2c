// What to capture, in how much detail, and where to write it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capture/host/files/recording_file.h"
#include "capture/host/triggers/condition.h"
#include "capture/sampler/native_mode.h"
#include "capture/wire/ring.h"

namespace lanescope {

/// How much CUPTI records.
enum class CaptureLevel : std::uint8_t {
  Kernels = 0,  // kernels, copies, fills
  Usual = 1,    // adds CUDA calls, synchronization, profiler overhead
  All = 2,      // adds driver calls, memory, events, compilation
};

/// In a program's environment, whatever its value: its PyTorch polls for requests to record a
/// trace. Never set unasked: the thread that polls may still run while the program exits, and crash
/// it.
inline constexpr const char* kKinetoVariable = "KINETO_USE_DAEMON";

/// As often as users want it: at most a few percent of one CPU.
inline constexpr int kUsualSampleHz = 200;

struct CaptureOptions {
  std::vector<std::string> command;  // program and arguments
  /// A running process to be sampled with all that it starts, instead of starting the command,
  /// which is then only noted in the file. 0: none. What targets record themselves, such as `level`
  /// and `stacks`, has no effect.
  std::int64_t attach_pid = 0;
  std::string folder;  // the command's working directory; empty: ours
  /// On top of ours and of what a capture needs.
  std::vector<std::pair<std::string, std::string>> environment;
  bool own_group = false;  // its own process group, so our terminal's signals do not reach it
  /// Also processes of the command that have lost their parents and cleared their environment are
  /// recorded, by adopt_orphans(). Only in a process that starts nothing else meanwhile.
  bool adopts_orphans = false;
  int output = -1;  // for the command's output, see ProgramOutput; -1: our own stdout and stderr

  std::string file;                   // the capture file; empty: write none
  RecordingFileRequest file_request;  // what to do with an existing one, and who may read it
  bool keep_empty = false;    // create the file at the start, and keep it until the session is
                              // destroyed even if nothing was captured, for readers that follow it
  std::string agent;          // path of the agent; empty: find_agent()
  std::string python_folder;  // prepended to PYTHONPATH; empty: find_python_folder() for `shapes`
                              // and `memory`, else PYTHONPATH is unchanged

  CaptureLevel level = CaptureLevel::Usual;
  bool stacks = true;   // Python stacks at launches
  bool shapes = false;  // operators and their input shapes, through PyTorch's emit_nvtx
  bool memory = false;  // memory held by PyTorch's allocator on each GPU, every 50 ms
  int sample_hz = 0;    // how often each thread is sampled from outside, up to 2000; 0: never
  NativeMode native = NativeMode::Off;  // with sample_hz: also native stacks and context switches
  bool paused = false;                  // record nothing until resume()
  int flush_ms = 100;                   // how often CUPTI is flushed
  int buffer_mb = 4;                    // size of CUPTI's buffers

  std::int64_t duration_ns = 0;      // stop when so much of a process is recorded; 0: never
  std::int64_t keep_last_ns = 0;     // keep about this much of the most recent time; 0: all
  std::int64_t keep_last_bytes = 0;  // keep about this many bytes of the latest records; 0: all

  // Saving the last seconds to files of their own, while the recording goes on.
  TriggerCondition when;                  // besides CaptureSession::save_last(); a signal is caught
                                          // by whoever owns the process
  std::int64_t after_ns = 1'000'000'000;  // how much of what follows is saved, too
  std::uint64_t times = 0;                // stop after so many files, and, without keep_empty, keep
                                          // only them; 0: go on

  wire::RingLayout ring;  // of each process
};

/// Whether what the user requested beyond CUDA was recorded: an option that recorded nothing is
/// reported at the end, with the reason if a process gave one. Single-threaded.
class RequestedOptions {
 public:
  explicit RequestedOptions(const CaptureOptions& options);

  /// Takes the text of a Caps message: "shapes", "memory", "python_stacks" are "on" or say why not.
  void take_caps(std::string_view caps);

  /// Looks for operators among records of a channel. Cost: nothing once one was found, or if none
  /// are requested; else a pass over the bytes.
  void take_records(std::span<const std::byte> records);

  /// A sentence for each option that no process fulfilled. Stacks are not counted as requested if
  /// no process had Python.
  [[nodiscard]] std::vector<std::string> unfulfilled() const;

 private:
  struct Choices {
    const char* key;   // in Caps
    std::string what;  // "No … were recorded"
    std::string why;   // the last reason given by a process; empty: none
    bool is_on = false;
  };
  std::vector<Choices> requests_;
  bool awaits_operators_;  // requested, and none was recorded so far
};

}  // namespace lanescope
