// The request for a trace that Kineto, the profiler inside PyTorch, receives from the daemon at run
// time, as text. Keys: libkineto/src/Config.cpp of pytorch/kineto.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {

struct KinetoOrder {
  /// The process inserts its PID into the name, see kineto_output(). Newer versions of Kineto only
  /// accept files below /tmp. No line feeds.
  std::string output;
  std::chrono::milliseconds duration{500};
  std::chrono::seconds warm_up{2};  // before it, to keep startup out of the trace
  /// Instead of the duration: this many optimizer steps, after one warm-up step.
  std::optional<std::int64_t> iterations;
  bool shapes = false, stacks = false, memory = false, flops = false, modules = false;
};

std::string kineto_config(const KinetoOrder& order);

/// The file that the process writes for an order with this output: "x_PID.json" for "x.json". `pid`
/// is the PID in the process's own namespace.
std::string kineto_output(const std::string& output, std::int64_t pid);

}  // namespace lanescope
