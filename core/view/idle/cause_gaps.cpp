#include "core/view/idle/cause_gaps.h"

#include "core/analysis/events/interval_union.h"

namespace lanescope {

CauseGaps cause_gaps(const IdleDevice& device) {
  CauseGaps longest;
  for (const IdleGap& gap : device.gaps) {
    std::array<Ns, kIdleClasses> of_class{};
    for (const IdlePiece piece : device.pieces_of(gap)) {
      if (piece.what == IdleClass::Paused) continue;
      Ns& sum_ns = of_class.at(static_cast<std::size_t>(piece.what));
      sum_ns = saturating_add(sum_ns, length_of(piece.range));
    }
    for (std::size_t c = 0; c < kIdleClasses; ++c) {
      if (of_class.at(c) > (longest.at(c) ? longest.at(c)->ns : 0))
        longest.at(c) = {{device.device, gap.range}, of_class.at(c)};
    }
  }
  return longest;
}

void keep_longer(CauseGaps& of, const CauseGaps& other) {
  for (std::size_t c = 0; c < kIdleClasses; ++c) {
    if (other.at(c) && (!of.at(c) || other.at(c)->ns > of.at(c)->ns)) of.at(c) = other.at(c);
  }
}

}  // namespace lanescope
