#include "core/view/tables/log_axis.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("a logarithmic axis goes from a power of ten to another") {
  const LogAxis axis(3, 4000);  // 1 to 10,000
  CHECK(axis.share(1) == doctest::Approx(0));
  CHECK(axis.share(100) == doctest::Approx(0.5));
  CHECK(axis.share(10'000) == doctest::Approx(1));
  CHECK(axis.share(1e9) == 1);
  CHECK(axis.share(0) == 0);
  CHECK(axis.share(-5) == 0);
  CHECK(axis.value_at(0.25) == doctest::Approx(10));
  CHECK(axis.decades() == std::vector<double>{1, 10, 100, 1000, 10'000});
  CHECK(axis.decades(2) == std::vector<double>{1, 100, 10'000});
}

TEST_CASE("an axis of one value, or of none, still has a length") {
  CHECK(LogAxis(100, 100).decades() == std::vector<double>{100, 1000});
  CHECK(LogAxis(0, 0).decades() == std::vector<double>{1, 10});
  CHECK(LogAxis(1000, 1000).share(1000) == doctest::Approx(0));
  CHECK(LogAxis(0.003, 0.5).decades() == std::vector<double>{0.001, 0.01, 0.1, 1});
}

TEST_CASE("powers of ten are said with the prefix of their unit") {
  CHECK(format_decade(1e-9, "s") == "1 ns");
  CHECK(format_decade(1e-5, "s") == "10 µs");
  CHECK(format_decade(0.1, "s") == "100 ms");
  CHECK(format_decade(1, "s") == "1 s");
  CHECK(format_decade(1e13, "FLOP/s") == "10 TFLOP/s");
  CHECK(format_decade(1e15, "FLOP/s") == "1 PFLOP/s");
  CHECK(format_decade(1e9, "FLOP/s") == "1 GFLOP/s");
  CHECK(format_decade(1000, "") == "1,000");
  CHECK(format_decade(1, "") == "1");
  CHECK(format_decade(0.01, "") == "0.01");
}

}  // namespace lanescope
