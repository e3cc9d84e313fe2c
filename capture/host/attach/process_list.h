// The processes of this machine that can be asked for a trace, or sampled, while they run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

struct RunningProcess {
  std::int64_t pid = 0;
  std::string command;  // its arguments, joined by spaces; may be invalid UTF-8
  std::vector<std::string> arguments;
  bool has_python = false;                       // an interpreter is loaded
  bool has_torch = false;                        // PyTorch is loaded
  std::string torch_version;                     // "2.7.1+cu126"; empty: unknown
  std::optional<std::int64_t> rank, world_size;  // of a distributed run, from its environment
  bool asks = false;                             // it was started with KINETO_USE_DAEMON
  std::string why_not;        // why it cannot be asked for a trace, one line; empty: it can
  std::string socket_folder;  // its KINETO_IPC_SOCKET_DIR; empty: it polls the machine's daemon
};

/// What /proc says about one process. Errors: NotFound; Unreadable: it belongs to another user or
/// is protected. `proc`: where /proc is mounted.
Result<RunningProcess> find_process(std::int64_t pid, const std::string& proc = "/proc");

/// The processes of this user that run Python: those that can be asked first, then others with
/// PyTorch, each by PID. The rest can be sampled.
/// Processes that start or end meanwhile may be missing. Cost: reads three files of every process,
/// plus one PyTorch file for those that have it.
std::vector<RunningProcess> list_attachable(const std::string& proc = "/proc");

}  // namespace lanescope
