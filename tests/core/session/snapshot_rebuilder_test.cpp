#include "core/session/snapshot_rebuilder.h"

#include <chrono>
#include <thread>

#include <doctest/doctest.h>

#include "core/base/bytes/memory_source.h"

using namespace lanescope;

namespace {

/// Settles what is no recording; until that has failed.
void fail_to_rebuild(SnapshotRebuilder& rebuilder, std::uint64_t bytes) {
  rebuilder.start(raw_memory_source("no recording", 0), {bytes, {}});
  for (int i = 0; i < 3000 && !rebuilder.waits(); ++i) {
    CHECK_FALSE(rebuilder.take().has_value());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  REQUIRE(rebuilder.waits());
}

}  // namespace

TEST_CASE("settling that waits is done when it is asked for, once, and of what is new") {
  SnapshotRebuilder rebuilder("run.lanes", RebuildPacing::Growth::Free);
  fail_to_rebuild(rebuilder, 12);
  CHECK_FALSE(rebuilder.due(24));
  rebuilder.ask();
  CHECK_FALSE(rebuilder.due(12));  // that was complete already
  CHECK(rebuilder.due(24));
  fail_to_rebuild(rebuilder, 24);
  CHECK_FALSE(rebuilder.due(36));
}

TEST_CASE("nothing is complete after it was stopped") {
  SnapshotRebuilder rebuilder("run.lanes", RebuildPacing::Growth::Free);
  CHECK(rebuilder.due(12));
  rebuilder.stop();
  rebuilder.ask();
  CHECK_FALSE(rebuilder.due(12));
}
