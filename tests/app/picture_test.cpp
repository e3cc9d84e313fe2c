#include "app/shell/picture.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

TEST_CASE("a range is two times with units") {
  CHECK(parse_time_range("412ms:0.612s") == TimeRange{412'000'000, 612'000'000});
  CHECK(parse_time_range("0:10") == TimeRange{0, 10'000'000});
  CHECK(parse_time_range("5us:7µs") == TimeRange{5'000, 7'000});
  CHECK_FALSE(parse_time_range("10:5").has_value());
  CHECK_FALSE(parse_time_range("10").has_value());
  CHECK_FALSE(parse_time_range("a:b").has_value());
  CHECK_FALSE(parse_time_range("1h:2h").has_value());
}

TEST_CASE("wrong words of the command line are named") {
  ScreenshotOptions options;
  options.theme = "pink";
  CHECK(parse_picture_view(options).error().message.find("--theme") != std::string::npos);
  options = {};
  options.range = "5";
  CHECK(parse_picture_view(options).error().message.find("--range") != std::string::npos);
  options = {};
  options.scale = 100;
  CHECK(parse_picture_view(options).error().message.find("--scale") != std::string::npos);
}

}  // namespace
}  // namespace lanescope
