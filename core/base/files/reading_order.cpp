// Systems that notice by themselves.
#include "core/base/files/reading_order.h"

namespace lanescope {

void expect_reading_in_order(int /*file*/) {}

}  // namespace lanescope
