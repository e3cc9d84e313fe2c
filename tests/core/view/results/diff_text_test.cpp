// What changed between two runs, in words.
#include "core/view/results/diff_text.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("where there is little room, the parts of a change end after a part") {
  const std::string parts = "aten::mm [[2, 3], [3, 4]] explains 83 %, copies 12 %";
  const auto in = [&](std::size_t bytes) {
    return whole_parts(parts, [bytes](std::string_view text) { return text.size() <= bytes; });
  };
  CHECK(in(parts.size()) == parts);
  CHECK(in(parts.size() - 1) == "aten::mm [[2, 3], [3, 4]] explains 83 % …");
  CHECK(in(20) == parts);  // not even the first part fits: its drawer cuts it
}

TEST_CASE("the parts of a change end after a part also behind a name that is cut in its shapes") {
  const std::string parts = "GPU idle −4 ms; aten::mm [[8196, 716… −3 ms, aten::add −2 ms, others";
  const std::string fitting =
      whole_parts(parts, [&](std::string_view text) { return text.size() < parts.size(); });
  CHECK(fitting == "GPU idle −4 ms; aten::mm [[8196, 716… −3 ms, aten::add −2 ms …");
}

}  // namespace lanescope
