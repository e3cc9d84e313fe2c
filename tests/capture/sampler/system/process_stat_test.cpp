#include "capture/sampler/system/process_stat.h"

#include <string_view>

#include <doctest/doctest.h>

using namespace lanescope;
using namespace std::string_view_literals;

TEST_CASE("the line of a process is taken apart behind its name, whatever that is") {
  const auto stat = parse_stat(
      "8822 (a) R (b) S 8811 8822 8822 34816 -1 4194560 2431 54869 7 3 9 1 41 15 20 -5 12 0 31744 "
      "5124096 1009 18446744073709551615 93938996666368 93938997455773 140726764035728 0 0 0\n");
  REQUIRE(stat);
  CHECK(stat->name == "a) R (b");
  CHECK(stat->state == 'S');
  CHECK(stat->parent == 8811);
  CHECK(stat->minor_faults == 2431);
  CHECK(stat->major_faults == 7);
  CHECK(stat->threads == 12);
  CHECK(stat->start_ticks == 31744);
  CHECK(stat->stack_start == 140726764035728);
}

TEST_CASE("a line may end behind the start time, and no sooner") {
  const auto stat = parse_stat("7 (x) Z 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1050");
  REQUIRE(stat);
  CHECK(stat->start_ticks == 1050);
  CHECK(stat->stack_start == 0);
  CHECK(!parse_stat("7 (x) Z 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0"));
  CHECK(!parse_stat("7 (x) Z one 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1050"));
  CHECK(!parse_stat("7 (x"));
  CHECK(!parse_stat("7 )x( Z 1"));
  CHECK(!parse_stat(""));
}

TEST_CASE("variables are found by their whole name") {
  constexpr std::string_view environment = "RANKS=9\0RANK=3\0EMPTY=\0LAST=x"sv;
  CHECK(has_variable(environment, "RANK=3"));
  CHECK(has_variable(environment, "LAST=x"));
  CHECK(!has_variable(environment, "ANK=3"));
  CHECK(!has_variable(environment, "RANK="));
  CHECK(!has_variable(environment, ""));
  CHECK(value_of_variable(environment, "RANK") == "3");
  CHECK(value_of_variable(environment, "EMPTY").empty());
  CHECK(value_of_variable(environment, "NONE").empty());
}
