#include "core/build/tracks/text_order.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/raw_trace.h"

using namespace lanescope;

TEST_CASE("texts and categories have one number, whatever worker met them first") {
  const auto build = [](std::uint32_t first, std::uint32_t second) {
    RawTrace raw(2);
    raw.begin_batch(first);
    const LocalId late = raw.text("aten::mul");
    raw.add({.name = "z", .category = "user_annotation"});
    raw.begin_batch(second);
    const LocalId early = raw.text("aten::add");
    raw.add({.name = "b", .category = "cpu_op"});
    const GlobalTables tables = numbered_tables(raw.tables());
    CHECK(tables.workers[first].texts[late] > tables.workers[second].texts[early]);
    std::string all;
    for (std::uint32_t i = 0; i < tables.strings->size(); ++i)
      all += std::string((*tables.strings)[StringId{i}]) + "|";
    for (const Category& category : tables.categories)
      all += std::string((*tables.strings)[category.name]) + " " +
             std::to_string(static_cast<int>(category.kind)) + "|";
    for (const WorkerMap& worker : tables.workers) {
      for (const GlobalSliceKind& lane : worker.lanes)
        CHECK(tables.categories[index_of(lane.category)].kind == lane.kind);
    }
    return all;
  };
  CHECK(build(0, 1) == build(1, 0));
  CHECK(build(0, 1) == build(0, 0));
  CHECK(build(0, 0).starts_with("|1|aten::add|aten::mul|b|cpu_op|user_annotation|z|"));
}

TEST_CASE("a category that is not told stays number 0") {
  RawTrace raw;
  raw.add({.category = "zebra"});
  raw.add({.category = "ant"});
  const GlobalTables tables = numbered_tables(raw.tables());
  REQUIRE(tables.categories.size() == 3);
  CHECK(tables.categories[0].name == StringId::Empty);
  CHECK((*tables.strings)[tables.categories[1].name] == "ant");
}
