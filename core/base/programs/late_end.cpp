// For systems where no other programs are run.
#include "core/base/programs/late_end.h"

namespace lanescope {

LateEnd::LateEnd() = default;
LateEnd::~LateEnd() = default;

bool LateEnd::asked() {
  return false;
}

}  // namespace lanescope
