#include "core/session/profile_offset.h"

#include <string>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("an offset has a sign and a unit, or is in seconds") {
  const auto ns = [](const char* text) { return parse_profile_offset(text).value(); };
  CHECK(ns("0") == 0);
  CHECK(ns("1.5") == 1'500'000'000);
  CHECK(ns("1.5s") == 1'500'000'000);
  CHECK(ns("-200ms") == -200'000'000);
  CHECK(ns("2 min") == 120'000'000'000);
  CHECK(ns("250us") == 250'000);
  CHECK(ns("-1.5µs") == -1'500);
  CHECK(ns("37 ns") == 37);
  CHECK(ns("1.000000001s") == 1'000'000'001);
  for (const char* const text :
       {"", "soon", "-", "--1", "--1ms", "us", "5 parsecs", "400000000s", "9e9s"}) {
    CAPTURE(text);
    const auto refused = parse_profile_offset(text);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().message ==
          "is not an offset, such as 1.5 (seconds), 200ms, 250us or -200ms");
  }
}

TEST_CASE("an offset is written as it is read") {
  CHECK(profile_offset_text(0) == "0");
  CHECK(profile_offset_text(1'500'000'000) == "1.5s");
  CHECK(profile_offset_text(60'000'000'000) == "60s");
  CHECK(profile_offset_text(-200'000'000) == "-200ms");
  CHECK(profile_offset_text(250'000) == "0.25ms");
  for (const Ns offset_ns : {Ns{1'500'000'000}, Ns{-200'000'000}, Ns{250'000}, Ns{-3'000'000'000}})
    CHECK(parse_profile_offset(profile_offset_text(offset_ns)).value() == offset_ns);
}

TEST_CASE("where a profile begins is said in words") {
  CHECK(profile_place_text(0) == "at its start");
  CHECK(profile_place_text(5'000'000) == format_duration(5'000'000) + " after its start");
  CHECK(profile_place_text(-5'000'000) == format_duration(5'000'000) + " before its start");
}
