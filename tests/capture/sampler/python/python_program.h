// A Python program for one test to sample. It is killed and waited for when the test ends.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "capture/sampler/python/python_sampler.h"
#include "tests/capture/pythons.h"

namespace lanescope {

class PythonProgram {
 public:
  PythonProgram(const Interpreter& python, const std::string& script,
                const std::vector<std::string>& arguments = {});
  ~PythonProgram();
  PythonProgram(const PythonProgram&) = delete;
  PythonProgram& operator=(const PythonProgram&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// The next line that it prints; empty at the end.
  [[nodiscard]] std::string read_line();
  /// Sends it an empty line.
  void answer();
  void kill();

 private:
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
};

/// Finds the Python of a process, waiting for it if it has just begun. Skips the running case where
/// the system does not let a process read its children.
PythonSampler open_sampler(pid_t pid);

/// The frames of a thread that are in the file, outermost first: "main:12 forward:7", without
/// classes.
std::string frames_in(const PythonSampler& sampler, const SampledPythonThread& thread,
                      const std::string& file);

/// Null if there is none with this number.
const SampledPythonThread* find_thread(const PythonSampler& sampler, std::uint32_t tid);

}  // namespace lanescope
