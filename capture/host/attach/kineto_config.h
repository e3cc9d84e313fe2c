// What Kineto, the profiler inside PyTorch, is asked for while the process runs: the text that its
// client takes from the daemon. Keys: libkineto/src/Config.cpp of pytorch/kineto.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {

struct KinetoOrder {
  /// The process puts its number into the name, see kineto_output(). Newer versions of Kineto take
  /// only files below /tmp. No line feeds.
  std::string output;
  std::chrono::milliseconds duration{500};
  std::chrono::seconds warm_up{2};  // before it, so that starting up is not part of the trace
  /// Instead of the duration: so many steps of the optimizer, after one to warm up.
  std::optional<std::int64_t> iterations;
  bool shapes = false, stacks = false, memory = false, flops = false, modules = false;
};

std::string kineto_config(const KinetoOrder& order);

/// The file that the process `pid`, as it knows itself, writes for an order with this output:
/// "x_PID.json" for "x.json".
std::string kineto_output(const std::string& output, std::int64_t pid);

}  // namespace lanescope
