// RocmRanges: what roctx ranges tell of a program's steps, and of the operators of torch's
// emit_nvtx, whose texts have autograd's sequence numbers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/readers/rows/autograd.h"
#include "core/readers/rows/range_text.h"
#include "core/readers/rows/row_sink.h"
#include "core/readers/rows/step_prefix.h"

namespace lanescope {

class RocmRanges {
 public:
  struct Range {
    std::uint32_t process = 0;
    LocalId track = 0;
    TimeRange times;
    Place place;
  };
  void note_operator(const Range& range, const RangeText& text);
  void note_annotation(const Range& range, std::string_view text) {
    steps_.note(text, range.track);
  }

  /// Arrows from operators to their backward ones. Forgets the operators. Cost: a sort.
  void add_arrows(RowSink& sink);
  /// See BuildInput.
  [[nodiscard]] std::string step_prefix() const { return steps_.best(); }

 private:
  struct Numbered {
    TimeRange times;
    AutogradPairs::Op op;
    bool engine_call = false;
  };
  static void sort_out(std::vector<Numbered>& ranges, AutogradPairs& pairs);

  StepPrefixes steps_;
  std::map<std::uint32_t, std::map<LocalId, std::vector<Numbered>>> numbered_;  // by process, track
};

}  // namespace lanescope
