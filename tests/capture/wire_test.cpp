#include <type_traits>

#include <doctest/doctest.h>

#include "capture/wire/control.h"
#include "capture/wire/file.h"
#include "capture/wire/records.h"
#include "capture/wire/ring.h"

using namespace lanescope::wire;

TEST_CASE("every record is whole words and can be copied byte by byte") {
  const auto fits = [](auto record) {
    using Record = decltype(record);
    return std::is_trivially_copyable_v<Record> && sizeof(Record) % kWord == 0;
  };
  CHECK(fits(LaneOpenRecord{}));
  CHECK(fits(StringRecord{}));
  CHECK(fits(CodeRecord{}));
  CHECK(fits(StackRecord{}));
  CHECK(fits(ApiBeginRecord{}));
  CHECK(fits(ApiEndRecord{}));
  CHECK(fits(ApiAliasRecord{}));
  CHECK(fits(RangePushRecord{}));
  CHECK(fits(RangePopRecord{}));
  CHECK(fits(RangeStartRecord{}));
  CHECK(fits(RangeEndRecord{}));
  CHECK(fits(MarkRecord{}));
  CHECK(fits(CounterRecord{}));
  CHECK(fits(ThreadNameRecord{}));
  CHECK(fits(KernelRecord{}));
  CHECK(fits(MemcpyRecord{}));
  CHECK(fits(MemsetRecord{}));
  CHECK(fits(ApiRecord{}));
  CHECK(fits(SyncRecord{}));
  CHECK(fits(OverheadRecord{}));
  CHECK(fits(MemoryRecord{}));
  CHECK(fits(GraphRecord{}));
  CHECK(fits(CudaEventRecord{}));
  CHECK(fits(DeviceRecord{}));
  CHECK(fits(ContextRecord{}));
  CHECK(fits(StreamRecord{}));
  CHECK(fits(EnvironmentRecord{}));
  CHECK(fits(JitRecord{}));
  CHECK(fits(ClockRecord{}));
  CHECK(fits(GapRecord{}));
  CHECK(fits(StatsRecord{}));
  CHECK(fits(ConflictRecord{}));
}

TEST_CASE("lanes of a ring lie behind one another and touch nowhere") {
  RingLayout layout;
  layout.lanes = 5;
  CHECK(layout.offset_of(0) >= kPage + 5 * sizeof(LaneHeader));
  for (std::uint32_t lane = 0; lane < layout.lanes; ++lane) {
    CHECK(layout.offset_of(lane) % kPage == 0);
    CHECK(layout.offset_of(lane) + layout.bytes_of(lane) == layout.offset_of(lane + 1));
  }
  CHECK(layout.total_bytes() == layout.offset_of(5));
}

TEST_CASE("a ring has a lane for each of a thousand threads, in less than a gigabyte") {
  const RingLayout layout;
  CHECK(layout.lanes > 1000);
  for (std::uint32_t lane = 0; lane < layout.lanes; ++lane)
    CHECK(layout.offset_of(lane) + layout.bytes_of(lane) == layout.offset_of(lane + 1));
  CHECK(layout.bytes_of(layout.large_lanes) == layout.lane_bytes);
  CHECK(layout.bytes_of(layout.large_lanes + 1) == layout.small_lane_bytes);
  CHECK(layout.total_bytes() < std::uint64_t{1} << 30);
}
