#include "core/base/text/minus.h"

#include <doctest/doctest.h>

#include "core/base/time.h"

namespace lanescope {

TEST_CASE("negative numbers have one sign in text, also in their exponent") {
  CHECK(with_minus("-1.5") == "−1.5");
  CHECK(with_minus("-1.5e-07 µs/s") == "−1.5e−07 µs/s");
  CHECK(with_minus("12") == "12");
  CHECK(with_minus("").empty());
}

TEST_CASE("durations, sizes and counts have the same sign") {
  const std::string minus = kMinus;
  CHECK(format_duration(-1'500) == minus + "1.500 µs");
  CHECK(format_bytes(-100) == minus + "100 B");
  CHECK(format_count(-1'234) == minus + "1,234");
}

}  // namespace lanescope
