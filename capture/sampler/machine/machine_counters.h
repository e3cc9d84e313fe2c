// Counters of the machine that a recorded program runs on: its GPUs and CPUs.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "capture/sampler/machine/figure_thread.h"
#include "core/base/time.h"

namespace lanescope {

/// Where the figures come from; empty: they are not asked for.
struct MachineSources {
  std::string nvml;  // a library: "libnvidia-ml.so.1"
  std::string cpus;  // a folder: "/sys/devices/system/cpu"
};

/// One thread, besides those that read.
class MachineCounters {
 public:
  explicit MachineCounters(const MachineSources& sources);

  using Visit = std::function<void(std::string_view name, double value)>;
  /// Passes on the counters that have changed, and once a second the others. Cost: waits for
  /// nothing. `now_ns`: CLOCK_MONOTONIC.
  void look(Ns now_ns, const Visit& visit);
  /// A sentence, once: the GPUs' figures were asked for and do not come.
  [[nodiscard]] std::optional<std::string> take_problem(Ns now_ns);

  static constexpr Ns kPeriodNs = 100'000'000;
  /// The first answer of a driver that must wake up its GPUs takes some seconds.
  static constexpr Ns kPatienceNs = 15'000'000'000;

 private:
  struct Told {
    double value = 0;
    Ns at_ns = 0;
  };
  void tell(FigureThread& thread, Ns now_ns, const Visit& visit);

  std::unique_ptr<FigureThread> gpus_, cpus_;  // null: not asked for
  std::map<std::string, Told> told_;           // by name
  bool has_told_problem_ = false;
};

}  // namespace lanescope
