#include "core/base/files/reading_order.h"

#include <fcntl.h>

namespace lanescope {

void expect_reading_in_order(int file) {
  ::posix_fadvise(file, 0, 0, POSIX_FADV_SEQUENTIAL);
}

}  // namespace lanescope
