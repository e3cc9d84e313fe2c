#include "core/export/written_pieces.h"

#include "core/base/check.h"

namespace lanescope {

bool WrittenPieces::pass(std::string_view text, std::size_t least) {
  LANESCOPE_CHECK(written_ <= slices_, "no more than {} slices, not {}", slices_, written_);
  if (text.size() < least || !wanted_) return false;
  wanted_ = sink_(text) && !(options_.stop && options_.stop());
  if (options_.tell && slices_ > 0)
    options_.tell(static_cast<double>(written_) / static_cast<double>(slices_));
  return true;
}

}  // namespace lanescope
