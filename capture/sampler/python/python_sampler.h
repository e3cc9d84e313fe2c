// What the Python threads of another process are doing, seen from outside: their stacks, and who
// holds the GIL. The process is neither stopped nor changed, so that its threads run on while they
// are read. Each stack is therefore read twice, and only what was the same both times is believed;
// a stack that changes faster than that is cut to the part that did not change, and counted as
// torn.
//
// Cost of a sample: one system call for all threads whose stack is the same as at the previous
// sample or as deep, one or two more for each of the others (see tests/bench/python_sample.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "capture/sampler/python/python_codes.h"
#include "capture/sampler/python/thread_stack.h"
#include "capture/sampler/python_reader.h"
#include "core/base/result.h"

namespace lanescope {

/// One thread that Python knows of.
struct SampledPythonThread {
  std::uint64_t state = 0;  // the address of its thread state
  std::uint32_t tid = 0;    // as gettid() returns it; 0: unknown
  bool holds_gil = false;
  bool is_torn = false;  // innermost frames are missing, perhaps all: they changed while being read
  bool is_cut = false;   // outermost frames are missing: there are too many
  bool is_unchanged = false;  // the same stack as at the previous sample
  /// What the program named it, see thread_names.h; empty: nothing. Valid until the next sample().
  std::string_view name = {};
  /// Innermost first; empty: runs no Python. Valid until the next sample().
  std::span<const SampledPythonFrame> frames;
};

struct PythonSampleCounts {
  std::uint64_t stacks = 0;  // of threads, all samples together
  std::uint64_t torn = 0;    // of those
  std::uint64_t lists = 0;   // samples in which the list of threads changed while being read
};

class PythonSampler {
 public:
  /// Finds Python in the process. Errors as find_python(): NotFound while none is loaded yet.
  static Result<PythonSampler> open(pid_t pid);

  PythonSampler(PythonSampler&&) noexcept;
  PythonSampler& operator=(PythonSampler&&) noexcept;
  ~PythonSampler();

  /// Reads all threads of all interpreters. False: the process or its Python is gone, or it runs
  /// another program now; open() may find a new one. Never throws because of what is read.
  bool sample();

  /// As of the last sample().
  [[nodiscard]] std::span<const SampledPythonThread> threads() const;
  /// Whether a thread of the last sample(), which waits for this futex, waits in
  /// queue.SimpleQueue.get(): see queue_waits.h.
  bool is_in_queue(const SampledPythonThread& thread, std::uint64_t futex);
  /// Where the GILs are, one for interpreters that share it; none in builds without it
  /// while theirs is off.
  [[nodiscard]] std::vector<PythonLook::Gil> gils() const;

  /// Null if the number is unknown, or was forgotten to bound memory: remember what you need when
  /// you first see a number. Valid until the next sample().
  [[nodiscard]] const PythonCode* code(std::uint32_t number) const;

  [[nodiscard]] std::uint16_t python_version() const;  // 0x030B
  /// The address of _PyRuntime: another one in each program that the process runs, nearly always.
  [[nodiscard]] std::uint64_t runtime() const;
  /// Not one stack could be read in hundreds of samples: this build of Python keeps its frames
  /// elsewhere.
  [[nodiscard]] bool seems_unreadable() const;
  [[nodiscard]] PythonSampleCounts counts() const;

 private:
  class Reader;
  explicit PythonSampler(std::unique_ptr<Reader> reader);
  std::unique_ptr<Reader> reader_;
};

}  // namespace lanescope
