#include "core/base/json_ending.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("a name of JSON is recognized in any case, packed or not, by the whole ending") {
  CHECK(json_ending("run.json") == ".json");
  CHECK(json_ending("run.pt.trace.JSON.gz") == ".JSON.gz");
  CHECK(json_ending("run.json.zst") == ".json.zst");
  CHECK(json_ending("run.lanes").empty());
  CHECK(json_ending("run.json.lanes").empty());
  CHECK(json_ending("runjson.gz").empty());
  CHECK(json_ending("").empty());
}
