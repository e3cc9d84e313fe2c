#include "core/base/text/rate_text.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("a sampling rate is read in the ways in which people write it") {
  CHECK(parse_sample_hz("200") == 200);
  CHECK(parse_sample_hz("99 Hz") == 99);
  CHECK(parse_sample_hz("2kHz") == 2000);
  for (const char* const odd : {"", "0", "-5", "2001", "3kHz", "often", "Hz", "200 ms", "1.5kHz"}) {
    CAPTURE(odd);
    CHECK_FALSE(parse_sample_hz(odd));
  }
}
