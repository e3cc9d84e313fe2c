// Which program a command truly runs: "python train.py" for "nice -n 5 python train.py".
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lanescope {

/// The end of the command that starts with the program itself, behind those that only change how it
/// runs: env, nice, numactl, taskset, timeout, conda run and the like. All of it if nothing follows
/// them. Of `uv run -m pkg.train` it is "-m pkg.train", see names_module(). Refers to `command`.
std::span<const std::string> run_program(std::span<const std::string> command);

/// The program that such a command starts, as it would be looked for in PATH; empty: none.
struct StartedProgram {
  std::string name;    // "python" for `uv run -m pkg.train` and `uv run train.py`
  bool by_uv = false;  // which looks in the project's .venv/bin first
};
StartedProgram started_program(std::span<const std::string> command);

/// Whether the word after this one is a Python module to run: -m or --module.
bool names_module(std::string_view option);

}  // namespace lanescope
