// The idle time of traces of a few events.
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/host/site.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

namespace lanescope {

inline std::string call(const std::string& name, const std::string& ts, const std::string& dur,
                        const std::string& id = "", const std::string& tid = "1") {
  return slice("cuda_runtime", name, ts, dur, id.empty() ? "" : R"("correlation": )" + id, "1",
               tid);
}
inline std::string launch(const std::string& ts, const std::string& id,
                          const std::string& tid = "1") {
  return call("cudaLaunchKernel", ts, "1", id, tid);
}
inline std::string kernel(const std::string& name, const std::string& ts, const std::string& dur,
                          const std::string& id, const std::string& stream = "7",
                          const std::string& device = "0") {
  return gpu_slice("kernel", name, ts, dur, R"("correlation": )" + id, stream, device);
}

/// The idle time of the first device.
struct Idle {
  HandMadeTrace trace;
  IdleTime time;

  explicit Idle(const std::vector<std::string>& events,
                const AnalysisWindow& window = whole_window())
      : trace(events), time(analyse_idle({*trace, window})) {
    for (const IdleDevice& device : time.devices) {
      Ns sum_ns = 0;
      for (const IdleTotal& total : device.classes) sum_ns += total.ns;
      CHECK(sum_ns == device.total_ns);
    }
  }
  [[nodiscard]] const IdleDevice& device() const { return time.devices.at(0); }
  [[nodiscard]] Ns of(IdleClass what) const {
    return device().classes[static_cast<std::size_t>(what)].ns;
  }
  [[nodiscard]] std::string name(EventId event) const {
    return std::string(trace->text(slice_name(*trace, event)));
  }
};

/// A kernel that ends at 10 and one that starts at 100, launched at 90 by thread 1.
inline std::vector<std::string> with_gap(std::vector<std::string> host) {
  host.insert(host.end(),
              {kernel("a", "0", "10", "1"), launch("90", "2"), kernel("b", "100", "10", "2")});
  return host;
}

}  // namespace lanescope
