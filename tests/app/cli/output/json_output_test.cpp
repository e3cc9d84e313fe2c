#include "app/cli/output/json_output.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

Json numbers(std::size_t count) {
  Json list = Json::array();
  for (std::size_t i = 0; i < count; ++i) list.push_back(i);
  return list;
}

Json printed(const Json& document) {
  return Json::parse(document_text(document));
}

TEST_CASE("a list of a document ends at some length, and what is left out of it is counted") {
  const Json out = printed({{"device", 0}, {"rows", numbers(kMostListed + 5)}, {"why", nullptr}});
  CHECK(out["rows"].size() == kMostListed);
  CHECK(out["rows"].back() == kMostListed - 1);
  CHECK(out["rows_left_out"] == 5);
  CHECK(out["why"].is_null());
  CHECK(document_text({{"rows", numbers(kMostListed + 1)}, {"z", 1}}).find("_left_out\": 1,\n") !=
        std::string::npos);
}

TEST_CASE("a list that is whole has nothing beside it") {
  const Json out = printed({{"rows", numbers(kMostListed)}, {"none", Json::array()}});
  CHECK(out.size() == 2);
  CHECK(out["rows"].size() == kMostListed);
}

TEST_CASE("lists deep in a document are counted where they are") {
  Json devices = Json::array();
  devices.push_back({{"device", 0}, {"spikes", numbers(3)}});
  devices.push_back({{"device", 1}, {"spikes", numbers(kMostListed + 2)}});
  const Json out = printed({{"memory", {{"devices", std::move(devices)}}}});
  CHECK_FALSE(out["memory"]["devices"][0].contains("spikes_left_out"));
  CHECK(out["memory"]["devices"][1]["spikes_left_out"] == 2);
}

TEST_CASE("who lists only the longest says how many more there are") {
  Json longest = numbers(10);
  leave_out(longest, 90);
  CHECK(printed({{"segments", std::move(longest)}})["segments_left_out"] == 90);
}

}  // namespace
}  // namespace lanescope
