#include "core/base/time.h"

#include <random>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace lanescope;

TEST_CASE("microseconds become exact nanoseconds, the fourth decimal rounds half up") {
  CHECK(parse_microseconds("0") == 0);
  CHECK(parse_microseconds("12") == 12'000);
  CHECK(parse_microseconds("12.3") == 12'300);
  CHECK(parse_microseconds("12.345") == 12'345);
  CHECK(parse_microseconds("12.3454") == 12'345);
  CHECK(parse_microseconds("12.3455") == 12'346);
  CHECK(parse_microseconds("12.3454999") == 12'345);
  CHECK(parse_microseconds("0.9995") == 1'000);
  CHECK(parse_microseconds(".5") == 500);
  CHECK(parse_microseconds("5.") == 5'000);
  CHECK(parse_microseconds("2.30003125") == 2'300);
}

TEST_CASE("times since 1970 keep every nanosecond") {
  CHECK(parse_microseconds("1712195495519689.047") == 1'712'195'495'519'689'047);
  CHECK(parse_microseconds("1736408883688177.930") == 1'736'408'883'688'177'930);
  CHECK(parse_microseconds("9223372036854775.807") == kMaxNs);
}

TEST_CASE("negative times round away from zero") {
  CHECK(parse_microseconds("-1.5") == -1'500);
  CHECK(parse_microseconds("-0.0005") == -1);
  CHECK(parse_microseconds("-0") == 0);
}

TEST_CASE("exponents are understood") {
  CHECK(parse_microseconds("1.7e+15") == 1'700'000'000'000'000'000);
  CHECK(parse_microseconds("15E-1") == 1'500);
  CHECK(parse_microseconds("1234567e-6") == 1'235);
  CHECK(parse_microseconds("4e-4") == 0);
  CHECK(parse_microseconds("5e-4") == 1);
  CHECK(parse_microseconds("1e-400") == 0);
  CHECK(parse_microseconds("0e999999999") == 0);
}

TEST_CASE("times beyond what fits stop at the ends") {
  CHECK(parse_microseconds("9223372036854775.808") == kMaxNs);
  CHECK(parse_microseconds("99999999999999999999999") == kMaxNs);
  CHECK(parse_microseconds("-99999999999999999999999") == kMinNs);
  CHECK(parse_microseconds("1e400") == kMaxNs);
  CHECK(parse_microseconds("-1e99999999") == kMinNs);
}

TEST_CASE("what is no number has no time") {
  for (const char* text : {"", " ", "-", ".", "e5", "1e", "1e+", "N/A", "nan", "inf", "12a", "1 2",
                           "0x10", "1.2.3", "--1", "true", "1,5"}) {
    CAPTURE(text);
    CHECK(!parse_microseconds(text));
  }
  CHECK(parse_microseconds(" 12 ") == 12'000);
  CHECK(parse_microseconds("+12") == 12'000);
}

TEST_CASE("the quick way and the general way agree") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto digits = static_cast<int>(random() % 19);
    std::uint64_t limit = 1;
    for (int d = 0; d < digits; ++d) limit *= 10;
    const auto us = static_cast<std::int64_t>(random() % limit % 9'000'000'000'000'000);
    const auto fraction = static_cast<std::int64_t>(random() % 1000);
    const std::string text = fmt::format("{}.{:03}", us, fraction);
    CAPTURE(text);
    CHECK(parse_microseconds(text) == us * 1000 + fraction);
    CHECK(parse_microseconds(text + "0") == us * 1000 + fraction);
    CHECK(parse_microseconds(std::to_string(us)) == us * 1000);
    CHECK(parse_microseconds(fmt::format("{}e-3", us)) == us);
  }
}

TEST_CASE("sums and differences stop at the ends") {
  CHECK(saturating_add(kMaxNs, 1) == kMaxNs);
  CHECK(saturating_add(kMinNs, -1) == kMinNs);
  CHECK(saturating_add(kMaxNs, kMinNs) == -1);
  CHECK(saturating_sub(kMinNs, 1) == kMinNs);
  CHECK(saturating_sub(0, kMinNs) == kMaxNs);
  CHECK(saturating_sub(7, 9) == -2);
}

TEST_CASE("a range is empty unless it has length, and touching ranges do not overlap") {
  CHECK(TimeRange{5, 5}.empty());
  CHECK(TimeRange{6, 5}.length_ns() == 0);
  CHECK(TimeRange{5, 9}.contains(5));
  CHECK(!TimeRange{5, 9}.contains(9));
  CHECK(TimeRange{5, 9}.overlaps({8, 20}));
  CHECK(!TimeRange{5, 9}.overlaps({9, 20}));
}

TEST_CASE("durations have a unit that suits them and four digits") {
  CHECK(format_duration(0) == "0 ns");
  CHECK(format_duration(999) == "999 ns");
  CHECK(format_duration(-5) == "−5 ns");
  CHECK(format_duration(1'000) == "1.000 µs");
  CHECK(format_duration(412'300) == "412.3 µs");
  CHECK(format_duration(1'840'000) == "1.840 ms");
  CHECK(format_duration(999'960) == "1.000 ms");
  CHECK(format_duration(99'996) == "100.0 µs");
  CHECK(format_duration(1'500'000'000) == "1.500 s");
  CHECK(format_duration(119'000'000'000) == "119.0 s");
  CHECK(format_duration(150'000'000'000) == "2.500 min");
  CHECK(format_duration(9'000'000'000'000) == "2.500 h");
}

TEST_CASE("exact numbers and counts are grouped by thousands") {
  CHECK(format_exact_ns(564'318'402) == "564 318 402 ns");
  CHECK(format_exact_ns(-1'234) == "−1 234 ns");
  CHECK(format_count(1'204) == "1,204");
  CHECK(format_count(-123'456) == "−123,456");
  CHECK(format_count(999) == "999");
}

TEST_CASE("sizes are in powers of 1024") {
  CHECK(format_bytes(512) == "512 B");
  CHECK(format_bytes(-2048) == "−2.000 KiB");
  CHECK(format_bytes(44'238'716'109) == "41.20 GiB");
  CHECK(format_bytes(1'048'575) == "1.000 MiB");
  CHECK(format_bytes(INT64_MAX) == "8.000 EiB");
}
