#include "core/base/bytes/crc32c.h"

#include <string_view>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("crc32c gives the values of RFC 3720") {
  const auto of = [](std::string_view text) { return crc32c(std::as_bytes(std::span(text))); };
  CHECK(of("123456789") == 0xE3069283U);  // the check value of the polynomial
  CHECK(of(std::string_view("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
                            32)) == 0x8A9136AAU);
  CHECK(of("") == 0);
}
