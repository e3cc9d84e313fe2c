// Watches a program from outside while it runs: what each thread of each of its processes does or
// waits for, some hundred times a second. It only reads /proc and memory, and lets the kernel tell
// what it sees: no process is stopped, signalled or changed, and only processes of this user are
// watched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "capture/sampler/machine/machine_counters.h"
#include "capture/sampler/native_mode.h"
#include "capture/sampler/python_reader.h"
#include "core/base/result.h"

namespace lanescope {

struct SamplerOptions {
  /// The command whose processes are watched: itself and all that it starts. 0: none is known.
  std::int64_t command = 0;
  /// "NAME=VALUE" in the environment of processes that belong to it, whoever their parents are.
  std::string marker;
  /// A process whose children belong to it as well, since it is the parent of those that have lost
  /// theirs; 0: none.
  std::int64_t adopter = 0;
  int rate_hz = 200;       // from 1 to 2000
  bool is_paused = false;  // until pause(false)
  /// Also what the kernel tells, if it does: samples of machine code and context switches.
  NativeMode native = NativeMode::Off;
  /// Stacks of Python; null: none are taken.
  std::unique_ptr<PythonReader> python;
  /// Counters of the machine; they are written with those of the first process that is watched.
  MachineSources machine;
  std::string proc = "/proc";
};

/// Told on the sampler's thread. Every call must return quickly, since samples wait for it.
class SamplerSink {
 public:
  virtual ~SamplerSink() = default;

  /// A process is watched from now on, or runs another program since an exec. `hello`: the text of
  /// a Hello with why=sampled, see capture/wire/control.h.
  virtual void on_process(std::int64_t pid, std::string_view hello) = 0;
  /// Whole records of its channel; the first one opens it. False: there is no room for them. They
  /// are lost, and the channel is opened anew.
  virtual bool on_records(std::int64_t pid, std::span<const std::byte> records) = 0;
  /// It has ended, or may not be watched any more. Its number may be used again.
  virtual void on_left(std::int64_t pid) = 0;
  /// A sentence about what is not sampled; each is told once.
  virtual void on_problem(std::string_view sentence) = 0;
  /// At a pause and at the end: how much was not sampled since the last one, as the text of a
  /// Problem with a number, see capture/wire/README.md.
  virtual void on_left_out(std::string_view problem) = 0;
  /// CPU time that other threads have spent on what they were told. It counts as the sampler's own
  /// where that is limited.
  [[nodiscard]] virtual Ns spent_ns() const { return 0; }
};

class HostSampler {
 public:
  /// `sink` must outlive it. Errors: Invalid (a rate beyond the limits), Unsupported (no thread).
  static Result<std::unique_ptr<HostSampler>> start(SamplerOptions options, SamplerSink& sink);

  HostSampler(const HostSampler&) = delete;
  HostSampler& operator=(const HostSampler&) = delete;
  /// Stops.
  ~HostSampler();

  /// While paused, nothing is looked at. What was sampled before is passed on.
  void pause(bool is_paused);

  /// Passes on what was sampled so far and ends the thread. Cost: waits for the current tick.
  void stop();

  static constexpr int kLeastHz = 1, kMostHz = 2000;

 private:
  class Thread;
  explicit HostSampler(std::unique_ptr<Thread> thread);

  std::unique_ptr<Thread> thread_;
};

}  // namespace lanescope
