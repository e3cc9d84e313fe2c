// Adds the stacks of a capture trace to those of the trace that has the replays.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/analysis/host/graph_origins.h"
#include "core/analysis/host/stacks.h"

namespace lanescope {

class CapturedStacks {
 public:
  /// Adds to `stacks`, which must outlive it. Cost: their number.
  explicit CapturedStacks(HostStacks& stacks);

  /// The node of the modules around a site or, with `op`, around one of its operators; 0: none.
  std::uint32_t modules_of(const GraphSite& site, const GraphSite::Op* op = nullptr);
  /// The same for the Python frames.
  std::uint32_t frames_of(const GraphSite& site, const GraphSite::Op& op);

 private:
  std::uint32_t inside(std::uint32_t parent, StringId frame);

  HostStacks& stacks_;
  std::map<std::pair<std::uint32_t, StringId>, std::uint32_t> known_;
};

}  // namespace lanescope
