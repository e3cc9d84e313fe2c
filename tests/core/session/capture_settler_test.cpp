#include "core/session/capture_settler.h"

#include <chrono>
#include <thread>

#include <doctest/doctest.h>

#include "core/base/bytes/byte_source.h"

using namespace lanescope;

namespace {

/// Settles what is no recording; until that has failed.
void fail_to_settle(CaptureSettler& settler, std::uint64_t bytes) {
  settler.start(raw_memory_source("no recording", 0), {bytes, {}});
  for (int i = 0; i < 3000 && !settler.waits(); ++i) {
    CHECK_FALSE(settler.take().has_value());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  REQUIRE(settler.waits());
}

}  // namespace

TEST_CASE("settling that waits is done when it is asked for, once, and of what is new") {
  CaptureSettler settler("run.lanes", SettlePace::Growth::Free);
  fail_to_settle(settler, 12);
  CHECK_FALSE(settler.due(24));
  settler.ask();
  CHECK_FALSE(settler.due(12));  // that was settled already
  CHECK(settler.due(24));
  fail_to_settle(settler, 24);
  CHECK_FALSE(settler.due(36));
}

TEST_CASE("nothing is settled after it was stopped") {
  CaptureSettler settler("run.lanes", SettlePace::Growth::Free);
  CHECK(settler.due(12));
  settler.stop();
  settler.ask();
  CHECK_FALSE(settler.due(12));
}
