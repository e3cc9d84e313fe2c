// Which type a record's struct has, so that the two can not be mixed up.
#pragma once

#include "capture/wire/records.h"

namespace lanescope::agent {

template <typename Record>
inline constexpr wire::RecordType kTypeOf = wire::RecordType::Pad;

#define LANESCOPE_RECORD(name) \
  template <>                  \
  inline constexpr wire::RecordType kTypeOf<wire::name##Record> = wire::RecordType::name;
LANESCOPE_RECORD(ChannelOpen)
LANESCOPE_RECORD(String)
LANESCOPE_RECORD(Code)
LANESCOPE_RECORD(Stack)
LANESCOPE_RECORD(ApiBegin)
LANESCOPE_RECORD(ApiEnd)
LANESCOPE_RECORD(ApiAlias)
LANESCOPE_RECORD(RangePush)
LANESCOPE_RECORD(RangePop)
LANESCOPE_RECORD(RangeStart)
LANESCOPE_RECORD(RangeEnd)
LANESCOPE_RECORD(Mark)
LANESCOPE_RECORD(Counter)
LANESCOPE_RECORD(ThreadName)
LANESCOPE_RECORD(Kernel)
LANESCOPE_RECORD(Memcpy)
LANESCOPE_RECORD(Memset)
LANESCOPE_RECORD(Api)
LANESCOPE_RECORD(Sync)
LANESCOPE_RECORD(Overhead)
LANESCOPE_RECORD(Memory)
LANESCOPE_RECORD(Graph)
LANESCOPE_RECORD(CudaEvent)
LANESCOPE_RECORD(Device)
LANESCOPE_RECORD(Context)
LANESCOPE_RECORD(Stream)
LANESCOPE_RECORD(Environment)
LANESCOPE_RECORD(Jit)
LANESCOPE_RECORD(Clock)
LANESCOPE_RECORD(Gap)
LANESCOPE_RECORD(Stats)
LANESCOPE_RECORD(Conflict)
#undef LANESCOPE_RECORD

}  // namespace lanescope::agent
