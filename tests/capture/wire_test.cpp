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
  CHECK(fits(ChannelOpenRecord{}));
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
  CHECK(fits(BegunEarlierRecord{}));
  CHECK(fits(ThreadNameRecord{}));
  CHECK(fits(SampleRecord{}));
  CHECK(fits(SampleStatsRecord{}));
  CHECK(fits(NativeStackRecord{}));
  CHECK(fits(NativeSampleRecord{}));
  CHECK(fits(ThreadSwitchRecord{}));
  CHECK(fits(SwitchGapRecord{}));
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

TEST_CASE("channels of a ring lie behind one another and touch nowhere") {
  RingLayout layout;
  layout.channels = 5;
  CHECK(layout.offset_of(0) >= kPage + 5 * sizeof(ChannelHeader));
  for (std::uint32_t channel = 0; channel < layout.channels; ++channel) {
    CHECK(layout.offset_of(channel) % kPage == 0);
    CHECK(layout.offset_of(channel) + layout.bytes_of(channel) == layout.offset_of(channel + 1));
  }
  CHECK(layout.total_bytes() == layout.offset_of(5));
}

TEST_CASE("a ring has a channel for each of a thousand threads, in less than a gigabyte") {
  const RingLayout layout;
  CHECK(layout.channels > 1000);
  for (std::uint32_t channel = 0; channel < layout.channels; ++channel)
    CHECK(layout.offset_of(channel) + layout.bytes_of(channel) == layout.offset_of(channel + 1));
  CHECK(layout.bytes_of(layout.large_channels) == layout.channel_bytes);
  CHECK(layout.bytes_of(layout.large_channels + 1) == layout.small_channel_bytes);
  CHECK(layout.total_bytes() < std::uint64_t{1} << 30);
}
