// What the kernels of a stream ran for, as slices: an HLO module, and in it its HLO ops. Profiles
// of GPUs say it of each kernel only.
#pragma once

#include <cstdint>
#include <vector>

#include "core/readers/rows/row_sink.h"
#include "core/readers/xplane/index.h"

namespace lanescope {

class HloLanes {
 public:
  struct Work {
    TimeRange times;
    LocalId module = 0, op = 0;         // names
    std::int64_t program = 0, run = 0;  // `run`: 0 where it is not known
    Place place;
  };
  void add(const Work& work) { work_.push_back(work); }

  /// Kernels of one op that follow each other are one slice of it. A module runs anew where `run`
  /// changes, and where its first op comes again.
  void write(LocalId track, RowSink& sink, XPlaneIndex& index);

 private:
  [[nodiscard]] bool same_module(const Work& a, const Work& b) const;

  std::vector<Work> work_;
};

}  // namespace lanescope
