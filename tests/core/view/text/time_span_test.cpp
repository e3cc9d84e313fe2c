#include "core/view/text/time_span.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/load_text.h"

namespace lanescope {
namespace {

/// From 1,000 µs to 3,000 µs of a clock that begins at 5 s.
const std::string kTrace =
    R"({"baseTimeNanoseconds": 5000000000, "traceEvents": [)"
    R"({"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 1000, "dur": 2000}]})";

TimeRange placed(const char* text) {
  const auto span = parse_time_span(text);
  REQUIRE(span.ok());
  const auto range = place_in_trace(span.value(), *load_text(kTrace));
  REQUIRE(range.ok());
  return range.value();
}

std::string refusal(const char* text) {
  const auto span = parse_time_span(text);
  if (!span.ok()) return span.error().message;
  const auto range = place_in_trace(span.value(), *load_text(kTrace));
  return range.ok() ? "" : range.error().message;
}

TEST_CASE("times with units count from the start of the trace") {
  CHECK(placed("0.5ms:0.0015s") == TimeRange{1'500'000, 2'500'000});
  CHECK(placed("5us:7µs") == TimeRange{1'005'000, 1'007'000});
  CHECK(placed("0:1 ms") == TimeRange{1'000'000, 2'000'000});
  CHECK(placed("-1ms:1ms") == TimeRange{0, 2'000'000});
}

TEST_CASE("times without units are nanoseconds as JSON has them") {
  CHECK(placed("5001000000:5002000000") == TimeRange{1'000'000, 2'000'000});
  CHECK(placed("0:5002000000") == TimeRange{-5'000'000'000, 2'000'000});
}

TEST_CASE("what is no range is told by what it lacks") {
  for (const char* text : {"", ":", "1ms", "1ms:", "a:b", "1h:2h", "1ms:2ms:3ms", "1e3us:2e3us",
                           "99999999999999999999:99999999999999999999"}) {
    CAPTURE(text);
    CHECK(refusal(text).find("is not a range; use A:B") != std::string::npos);
  }
  CHECK(refusal("2ms:1ms").find("A must be before B") != std::string::npos);
  CHECK(refusal("1ms:1ms").find("A must be before B") != std::string::npos);
  CHECK(refusal("5:1ms").find("only one unit") != std::string::npos);
  CHECK(refusal("0ms:5").find("only one unit") != std::string::npos);
}

TEST_CASE("a range outside the trace is told where the trace runs, in its own terms") {
  CHECK(refusal("2ms:3ms") == "the range is outside the trace, which runs from 0 to 2.000 ms");
  CHECK(refusal("-2s:-1s") == "the range is outside the trace, which runs from 0 to 2.000 ms");
  CHECK(refusal("1:2") ==
        "the range is outside the trace, which runs from 5001000000 to 5003000000 ns");
  CHECK(refusal("1.9ms:9223372036s").empty());
}

}  // namespace
}  // namespace lanescope
