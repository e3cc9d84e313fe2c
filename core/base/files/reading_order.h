// A hint for the system's reading ahead.
#pragma once

namespace lanescope {

/// The whole file behind this descriptor will be read from front to back. Any thread.
void expect_reading_in_order(int file);

}  // namespace lanescope
