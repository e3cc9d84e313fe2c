#include "app/cli/arguments/option_values.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

TEST_CASE("a number keeps to its range, and a wrong one is told what it is") {
  CHECK(parse_whole_number("0", 0, 9).value() == 0);
  CHECK(parse_whole_number("9", 0, 9).value() == 9);
  for (const char* text : {"", "-1", "10", "1.5", "0x1", "1 ", "99999999999999999999999999"}) {
    CAPTURE(text);
    REQUIRE(!parse_whole_number(text, 0, 9).ok());
    CHECK(parse_whole_number(text, 0, 9)
              .error()
              .message.ends_with("is not a whole number from 0 to 9"));
  }
  CHECK(parse_whole_number(std::string(300, '9'), 0, 9).error().message.size() < 100);
}

TEST_CASE("a sampling rate is a number of Hz, or off") {
  CHECK(parse_sampling_rate("200").value() == 200);
  CHECK(parse_sampling_rate("200Hz").value() == 200);
  CHECK(parse_sampling_rate("99 Hz").value() == 99);
  CHECK(parse_sampling_rate("1kHz").value() == 1000);
  CHECK(parse_sampling_rate("2000").value() == 2000);
  CHECK(parse_sampling_rate("off").value() == 0);
  for (const char* text : {"", "0", "0Hz", "-1", "2001", "3kHz", "1.5kHz", "Hz", "kHz", "k", "1k",
                           "200 per s", "on", "99999999999999999999Hz", "9223372036854775807kHz"}) {
    CAPTURE(text);
    REQUIRE(!parse_sampling_rate(text).ok());
    CHECK(parse_sampling_rate(text).error().message.ends_with(
        "is not a sampling rate from 1Hz to 2000Hz, such as 200Hz, or off"));
  }
}

TEST_CASE("a picture's size is two numbers") {
  CHECK(parse_picture_size("1600x900").value() == std::pair(1600, 900));
  for (const char* text : {"", "x", "1600", "1600x", "x900", "0x0", "1600x900x2", "-1600x900",
                           "16385x900", "1600X900", "99999999999x900"}) {
    CAPTURE(text);
    CHECK(!parse_picture_size(text).ok());
  }
}

TEST_CASE("a scale is a number a window can be drawn at") {
  CHECK(parse_scale("1.25").value() == 1.25);
  for (const char* text : {"", "0", "0.49", "4.01", "nan", "inf", "-1", "1,5", "2x"}) {
    CAPTURE(text);
    CHECK(!parse_scale(text).ok());
  }
}

TEST_CASE("a picture is a PNG file") {
  CHECK(parse_picture_name("a.png").ok());
  CHECK(parse_picture_name("A.PNG").ok());
  CHECK(parse_picture_name("/dev/stdout").ok());
  CHECK(!parse_picture_name("a.jpg").ok());
  CHECK(!parse_picture_name("a").ok());
}

}  // namespace
}  // namespace lanescope
