// Arrows between threads: where one hands work over that another does.
#pragma once

#include <vector>

#include "core/readers/rows/row_sink.h"
#include "core/readers/xplane/facts.h"

namespace lanescope {

/// Which events of different planes belong together, collected from all of them.
class XArrows {
 public:
  void add(const XFacts& facts, const RowSink::ArrowEnd& end);
  /// From each producer to its consumers.
  void write(RowSink& sink);

 private:
  struct End {
    XContext context;
    bool consumes = false;
    RowSink::ArrowEnd at;
  };
  std::vector<End> ends_;
};

}  // namespace lanescope
