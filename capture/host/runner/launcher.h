// Starts the program that is to be captured, with the environment that makes CUDA and NVTX load
// the agent, and sees how it ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/bytes/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

using Environment = std::vector<std::pair<std::string, std::string>>;

/// The agent's shared object: what LANESCOPE_AGENT names, or beside this program, or in
/// ../lib/lanescope. Errors: NotFound.
Result<std::string> find_agent();

/// What ProgramOutput::open() is given: beside the agent. Empty: it is not there.
std::string find_output_keeper();

/// The folder of our sitecustomize.py: python/ beside this program, or in ../lib/lanescope. Errors:
/// NotFound.
Result<std::string> find_python_folder();

/// What a target needs in its environment. `python_folder` is put in front of PYTHONPATH; empty:
/// not. Errors: Invalid when our own environment names another injected tool, as under nsys.
Result<Environment> capture_environment(const std::string& agent, const std::string& socket,
                                        const std::string& python_folder);

struct LaunchOrder {
  std::vector<std::string> command;  // the program is searched in PATH
  std::string folder;                // empty: ours
  Environment environment;           // replaces variables of ours
  bool own_group = false;
  int output = -1;  // gets stdout and stderr, and stdin is empty; -1: all three are ours
};

struct CommandEnd {
  std::optional<int> exit_code, signal;  // one of them
};

/// Why start() would refuse the program or its folder, without starting it; nothing: it would not.
/// Cost: asks the disk for each folder of PATH.
std::optional<Error> check_command(const std::string& program, const std::string& folder);

class LaunchedCommand {
 public:
  /// Errors: NotFound (the command, its folder), Unreadable (it may not be run), WrongFormat (it is
  /// no program), Unsupported.
  static Result<LaunchedCommand> start(const LaunchOrder& order);

  [[nodiscard]] std::int64_t pid() const { return pid_; }
  /// Readable when it has ended; -1: the system has none, ask end() now and then.
  [[nodiscard]] int descriptor() const { return process_.get(); }

  /// How it ended; nothing while it runs.
  std::optional<CommandEnd> end();

  /// To the command, or to its group if it has its own. Nothing happens once end() has said so.
  void send_signal(int signal) const;

 private:
  LaunchedCommand(std::int64_t pid, bool own_group);

  std::int64_t pid_ = 0;
  bool own_group_ = false;
  FileDescriptor process_;
  std::optional<CommandEnd> end_;
};

}  // namespace lanescope
