#include "core/view/text/time_text.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("a point in time has just the decimals that its resolution needs") {
  CHECK(format_time_point(412'000'000, 20'000'000) == "412 ms");
  CHECK(format_time_point(412'318'000, 1'000) == "412.318 ms");
  CHECK(format_time_point(412'318'402, 1) == "412.318 402 ms");
  CHECK(format_time_point(412'300'000, 500'000) == "412.3 ms");
  CHECK(format_time_point(0, 1'000'000, 500'000'000) == "0 ms");
  CHECK(format_time_point(12'500'000'000, 500'000'000) == "12.5 s");
  CHECK(format_time_point(-3'000, 1'000) == "−3 µs");
  CHECK(format_time_point(7, 1) == "7 ns");
}

TEST_CASE("the exact time says every nanosecond") {
  CHECK(format_exact_time(564'318'402) == "564.318 402 ms");
  CHECK(format_exact_time(12'000'000'001) == "12.000 000 001 s");
  CHECK(format_exact_time(999) == "999 ns");
  CHECK(format_exact_time(1'000) == "1.000 µs");
  CHECK(format_exact_time(kMinNs).starts_with("−9"));
}

TEST_CASE("a range is said in one unit with the digits it needs") {
  CHECK(format_range({412'000'000, 612'000'000}, 0) == "412–612 ms");
  CHECK(format_range({1'412'000'000, 1'612'000'000}, 1'000'000'000) == "412–612 ms");
  CHECK(format_range({1'204'000, 1'209'000}, 0) == "1.204–1.209 ms");
  CHECK(format_range({5, 9}, 0) == "5–9 ns");
}

TEST_CASE("a share is never called all or nothing when it is not") {
  CHECK(format_share(0) == "0 %");
  CHECK(format_share(1) == "100 %");
  CHECK(format_share(0.99999) == "99.9 %");
  CHECK(format_share(0.0001) == "<0.1 %");
  CHECK(format_share(0.961) == "96 %");
  CHECK(format_share(0.042) == "4.2 %");
  CHECK(format_share(-0.067) == "−6.7 %");
}

TEST_CASE("a count is followed by its noun, in the plural unless it is one") {
  CHECK(counted(0, "event") == "0 events");
  CHECK(counted(1, "event") == "1 event");
  CHECK(counted(1'204, "event") == "1,204 events");
  CHECK(counted(1, "copy", "copies") == "1 copy");
  CHECK(counted(2, "copy", "copies") == "2 copies");
}

}  // namespace lanescope
