#include "core/base/text/duration_text.h"

#include <doctest/doctest.h>

using lanescope::parse_duration_ns;

TEST_CASE("how long something takes is read as people write it") {
  CHECK(parse_duration_ns("30") == 30'000'000'000);
  CHECK(parse_duration_ns("0.5") == 500'000'000);
  CHECK(parse_duration_ns("500ms") == 500'000'000);
  CHECK(parse_duration_ns("4s") == 4'000'000'000);
  CHECK(parse_duration_ns("2 min") == 120'000'000'000);
  CHECK(parse_duration_ns("1h") == 3'600'000'000'000);
  for (const char* wrong : {"", "s", "-1", "0", "1e9", "nan", "inf", "3 weeks", "ms4"})
    CHECK_FALSE(parse_duration_ns(wrong));
}
