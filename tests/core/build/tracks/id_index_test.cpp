#include "core/build/tracks/id_index.h"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("an index without ids finds nothing") {
  const IdIndex index(0);
  CHECK(index.find(0) == EventId::None);
  CHECK(index.find(0xFFFFFFFFU) == EventId::None);
}

TEST_CASE("the least event under an id is found, whatever the ids look like") {
  const auto before = [](EventId a, EventId b) { return a < b; };
  for (const std::uint32_t step : {1U, 2U, 1024U, 65'537U, 0x10000000U}) {
    CAPTURE(step);
    std::vector<std::uint32_t> ids;
    for (std::uint32_t i = 0; i < 16; ++i) ids.push_back(0xFFFFFFFFU - i * step);
    IdIndex index(2 * ids.size());
    for (const std::uint32_t id : ids) index.add(id, EventId{98}, before);
    for (std::uint32_t i = 0; i < ids.size(); ++i) index.add(ids[i], EventId{i}, before);
    for (const std::uint32_t id : ids) index.add(id, EventId{99}, before);
    for (std::uint32_t i = 0; i < ids.size(); ++i) CHECK(index.find(ids[i]) == EventId{i});
    CHECK(index.find(5) == EventId::None);
  }
}
