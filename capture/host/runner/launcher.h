// Starts the program to record, with an environment that makes CUDA and NVTX load the agent, and
// reports how it ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/files/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

using Environment = std::vector<std::pair<std::string, std::string>>;

/// The path of the agent's shared object: from LANESCOPE_AGENT, next to this program, or in
/// ../lib/lanescope. Errors: NotFound.
Result<std::string> find_agent();

/// The keeper program for ProgramOutput::open(), next to the agent. Empty if it does not exist.
std::string find_output_keeper();

/// The folder of our sitecustomize.py: python/ next to this program, or in ../lib/lanescope.
/// Errors: NotFound.
Result<std::string> find_python_folder();

/// The environment variables for a target. `python_folder` is prepended to PYTHONPATH unless empty.
/// Errors: Invalid if our own environment names another injected tool, as under nsys.
Result<Environment> capture_environment(const std::string& agent, const std::string& socket,
                                        const std::string& python_folder);

struct LaunchOrder {
  std::vector<std::string> command;  // the program is looked up in PATH
  std::string folder;                // empty: ours
  Environment environment;           // overrides our variables
  bool own_group = false;
  int output = -1;  // for stdout and stderr, with empty stdin; -1: inherits all three
};

struct CommandEnd {
  std::optional<int> exit_code, signal;  // one of the two
};

/// Why start() would refuse the program or its folder, without starting it; nothing if it would
/// not. Cost: checks each folder of PATH on the disk.
std::optional<Error> check_command(const std::string& program, const std::string& folder);

class LaunchedCommand {
 public:
  /// Errors: NotFound (the command, its folder), Unreadable (no permission to run it, or it is
  /// setuid: it would run as another user), WrongFormat (not an executable), Unsupported.
  static Result<LaunchedCommand> start(const LaunchOrder& order);

  [[nodiscard]] std::int64_t pid() const { return pid_; }
  /// Readable once it has ended; -1: not supported by the system, so poll end() instead.
  [[nodiscard]] int descriptor() const { return process_.get(); }

  /// How it ended; nothing while it is running.
  std::optional<CommandEnd> end();

  /// Sends to the command, or to its group if it has its own. No effect after end() has returned a
  /// result.
  void send_signal(int signal) const;

 private:
  LaunchedCommand(std::int64_t pid, bool own_group);

  std::int64_t pid_ = 0;
  bool own_group_ = false;
  FileDescriptor process_;
  std::optional<CommandEnd> end_;
};

}  // namespace lanescope
