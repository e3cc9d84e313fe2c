// What a trace knows about where a launch was called from, in words that mean the same in another
// trace.
#pragma once

#include <string>

#include "core/analysis/host/captured_launch.h"
#include "core/analysis/host/graph_calls.h"
#include "core/analysis/host/stacks.h"

namespace lanescope {

class LaunchDescriber {
 public:
  /// `file` names the trace. Cost: passes over the host threads.
  LaunchDescriber(const ReadTrace& in, std::string file);

  /// The call, the operators around it with their inputs, the modules and the Python frames. Cost:
  /// reads the text of each operator.
  [[nodiscard]] CapturedLaunch describe(EventId launch) const;

 private:
  void add_ops(EventId launch, CapturedLaunch& to) const;

  const ReadTrace in_;
  std::string file_;
  HostStacks modules_, frames_;
};

}  // namespace lanescope
