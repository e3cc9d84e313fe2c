#include "app/cli/output/json_output.h"

#include <cstdint>
#include <utility>

#include <doctest/doctest.h>
#include <fmt/format.h>

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

TEST_CASE("of members with one key the first is kept, in the order of the file") {
  const JsonObject members{
      {"b", {std::int64_t{1}}}, {"a", {std::int64_t{2}}}, {"b", {std::int64_t{3}}}};
  CHECK(document_text(to_json({members})) == document_text({{"b", 1}, {"a", 2}}));
}

TEST_CASE("an object of very many members takes no time that grows with their square") {
  JsonObject members;
  for (std::int64_t i = 0; i < 200'000; ++i) members.push_back({fmt::format("key{}", i), {i}});
  const Json out = to_json({std::move(members)});
  CHECK(out.size() == 200'000);
  CHECK(out.back() == 199'999);
}

}  // namespace
}  // namespace lanescope
