// OperatorRanges: the operators of torch's emit_nvtx among the ranges that threads marked, of which
// the texts tell only autograd's sequence numbers; arrows lead from them to their backward ones.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/readers/rows/autograd.h"
#include "core/readers/rows/range_text.h"
#include "core/readers/rows/row_sink.h"

namespace lanescope {

class OperatorRanges {
 public:
  struct Range {
    TimeRange times;
    LocalId track = 0;
    Place place;
  };
  /// An operator of this process; nothing is kept of one without a number.
  void note(std::uint64_t process, const Range& range, const RangeText& text);

  /// Arrows from operators to their backward ones. Forgets the operators. Cost: a sort.
  void add_arrows(RowSink& sink);

 private:
  struct Numbered {
    TimeRange times;
    AutogradPairs::Op op;
    bool engine_call = false;
  };
  static void sort_out(std::vector<Numbered>& ranges, AutogradPairs& pairs);

  std::map<std::uint64_t, std::map<LocalId, std::vector<Numbered>>> numbered_;  // by process, track
};

}  // namespace lanescope
