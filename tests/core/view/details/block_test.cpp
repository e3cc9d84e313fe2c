#include "core/view/details/block.h"

#include <doctest/doctest.h>

#include "core/view/details/model.h"
#include "core/view/details/text.h"
#include "core/view/events/event_ref.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

std::string memory(int device, int address, int bytes) {
  return R"("Device Type":1,"Device Id":)" + std::to_string(device) + R"(,"Addr":)" +
         std::to_string(address) + R"(,"Bytes":)" + std::to_string(bytes) +
         R"(,"Total Allocated":1000,"Total Reserved":4096)";
}

std::shared_ptr<const Snapshot> blocks() {
  TraceText t;
  t.cpu("cpu_op", "aten::empty", "0", "20").cpu("cpu_op", "aten::mm", "40", "20");
  t.instant("[memory]", "10", memory(0, 16, 512));
  t.instant("[memory]", "15", memory(1, 16, -64));  // another device's, from before the trace
  t.instant("[memory]", "50", memory(0, 16, -512));
  t.instant("[memory]", "55", memory(0, 16, 256));  // never freed
  return t.load();
}

std::optional<DetailsAllocation> at(const Snapshot& trace, std::size_t nth) {
  const EventId event = event_named(trace, "[memory]", nth);
  return allocation_at(trace, event, event_range(trace, event)->begin_ns);
}

}  // namespace

TEST_CASE("an allocation knows who made it, when it was freed and how long it lived") {
  const auto trace = blocks();
  for (const std::size_t end : {0U, 2U}) {
    const auto block = at(*trace, end);
    REQUIRE(block);
    REQUIRE(block->allocation);
    REQUIRE(block->release);
    CHECK(block->allocation->op_name == "aten::empty");
    CHECK(block->release->op_name == "aten::mm");
    CHECK(block->alive_ns == 40'000);
    CHECK(block->release->event == event_named(*trace, "[memory]", 2));
  }
}

TEST_CASE("the same address of another device is another block") {
  const auto block = at(*blocks(), 1);
  REQUIRE(block);
  CHECK(block->device_id == 1);
  CHECK_FALSE(block->allocation);
  CHECK(block->release);
  CHECK_FALSE(block->alive_ns);
}

TEST_CASE("a record of memory is titled by what happened") {
  const auto trace = blocks();
  const auto title = [&](std::size_t nth) {
    const EventId event = event_named(*trace, "[memory]", nth);
    return details_text(*trace, build_details(*trace, event)).title;
  };
  CHECK(title(0) == "Allocated memory");
  CHECK(title(2) == "Freed memory");
}

TEST_CASE("a block that stays has no end") {
  const auto block = at(*blocks(), 3);
  REQUIRE(block);
  CHECK(block->allocation);
  CHECK_FALSE(block->release);
}

TEST_CASE("other events are no allocations") {
  const auto trace = blocks();
  CHECK_FALSE(allocation_at(*trace, event_named(*trace, "aten::mm"), 40'000));
}

}  // namespace lanescope
