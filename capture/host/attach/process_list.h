// Which processes of this machine can be asked for a trace while they run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

struct RunningProcess {
  std::int64_t pid = 0;
  std::string command;  // its arguments with blanks between; UTF-8 not checked
  std::vector<std::string> arguments;
  bool has_torch = false;                        // PyTorch is loaded
  std::string torch_version;                     // "2.7.1+cu126"; empty: its files do not say
  std::optional<std::int64_t> rank, world_size;  // of a distributed run, as its environment says
  bool asks = false;                             // it was started with KINETO_USE_DAEMON
  std::string why_not;        // why it can not be asked for a trace, one line; empty: it can
  std::string socket_folder;  // its KINETO_IPC_SOCKET_DIR; empty: it asks the machine's daemon
};

/// What /proc says of one process. Errors: NotFound; Unreadable: it is another user's, or
/// protected. `proc` is where the system's processes lie.
Result<RunningProcess> find_process(std::int64_t pid, const std::string& proc = "/proc");

/// The processes of this user that have PyTorch loaded, those that can be asked first, then by
/// number. Processes that come or go meanwhile may be left out. Cost: reads three files of every
/// process, and one of PyTorch of those that have it.
std::vector<RunningProcess> list_torch_processes(const std::string& proc = "/proc");

}  // namespace lanescope
