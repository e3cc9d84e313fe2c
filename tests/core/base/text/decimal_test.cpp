#include "core/base/text/decimal.h"

#include <array>
#include <cstring>
#include <random>
#include <string>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

/// Both ways to read a number agree on it, on where it ends and on what is wrong.
void check_same(const std::string& text) {
  for (const auto form : {std::chars_format::general, std::chars_format::fixed}) {
    double wanted = -7;
    double got = -7;
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const auto usual = std::from_chars(begin, end, wanted, form);
    const auto other = read_decimal_by_strtod(begin, end, got, form);
    CAPTURE(text);
    CHECK(other.ec == usual.ec);
    CHECK(other.ptr - begin == usual.ptr - begin);
    CHECK(std::memcmp(&got, &wanted, sizeof(got)) == 0);
  }
}

}  // namespace

TEST_CASE("strtod reads decimal numbers as std::from_chars does") {
  constexpr std::array<const char*, 38> kTexts{"",
                                               "0",
                                               "-0",
                                               "1",
                                               "+1",
                                               " 1",
                                               "1 ",
                                               "1.",
                                               ".5",
                                               "-.5",
                                               ".",
                                               "-",
                                               "1.5ms",
                                               "1e3",
                                               "1e",
                                               "1e+",
                                               "1e-3x",
                                               "1E5",
                                               "e5",
                                               "1e400",
                                               "-1e400",
                                               "1e-400",
                                               "0e400",
                                               "0.0e-999",
                                               "0x10",
                                               "1,5",
                                               "inf",
                                               "-inf",
                                               "infin",
                                               "INFINITY",
                                               "nan",
                                               "-nan",
                                               "--1",
                                               "1.5.2",
                                               "1e3.5",
                                               "100us",
                                               "9007199254740993",
                                               "4.9e-324"};
  for (const char* text : kTexts) check_same(text);
}

TEST_CASE("strtod reads numbers of random digits as std::from_chars does") {
  constexpr std::string_view kLetters = "0123456789012345678901234567890123456789..-+eE x";
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (std::size_t length = random() % 24; text.size() < length;)
      text += kLetters[random() % kLetters.size()];
    check_same(text);
  }
}
