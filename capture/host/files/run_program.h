// Which program a command truly runs: "python train.py" for "nice -n 5 python train.py".
#pragma once

#include <span>
#include <string>

namespace lanescope {

/// The end of the command that starts with the program itself, behind those that only change how it
/// runs: env, nice, numactl, taskset, timeout, conda run and the like. All of it if nothing follows
/// them. Refers to `command`.
std::span<const std::string> run_program(std::span<const std::string> command);

}  // namespace lanescope
