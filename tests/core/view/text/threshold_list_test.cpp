#include "core/view/text/threshold_list.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("thresholds are found by name, meaning or group") {
  CHECK(find_thresholds("").size() == threshold_table().size());
  const auto named = find_thresholds("TINY_kernel");
  REQUIRE(named.size() == 2);
  CHECK(named[0]->name == "tiny_kernel_share");
  CHECK(named[1]->name == "tiny_kernel");
  CHECK(find_thresholds("shorter kernel is tiny").size() == 1);
  const auto group = find_thresholds("data loading");
  REQUIRE(group.size() == 2);
  CHECK(group[0]->name == "data_loading");
  CHECK(group[1]->name == "first_batch");
  CHECK(find_thresholds("no such thing").empty());
}
