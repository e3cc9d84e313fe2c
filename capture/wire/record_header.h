// What all records begin with, and what they are.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::wire {

/// A reader with another major version refuses the data.
inline constexpr std::uint16_t kMajor = 1, kMinor = 0;

enum class RecordType : std::uint16_t {
  Pad = 0,  // fills the end of a ring; ignored
  // Tables of the channel.
  ChannelOpen = 1,
  String = 2,
  Code = 3,
  Stack = 4,
  // Activity of the target's threads; one channel per thread.
  ApiBegin = 10,
  ApiEnd = 11,
  ApiAlias = 12,
  RangePush = 13,
  RangePop = 14,
  RangeStart = 15,
  RangeEnd = 16,
  Mark = 17,
  Counter = 18,
  ThreadName = 19,
  // What the recorder saw threads do, from outside; one channel per process.
  Sample = 20,
  SampleStats = 21,
  NativeStack = 22,
  NativeSample = 23,
  ThreadSwitch = 24,
  SwitchGap = 25,
  // The recorder, if it kept only the last part of what a thread did.
  BegunEarlier = 26,
  // What CUPTI delivers, in the drain thread's channel.
  Kernel = 30,
  Memcpy = 31,
  Memset = 32,
  Api = 33,
  Sync = 34,
  Overhead = 35,
  Memory = 36,
  Graph = 37,
  CudaEvent = 38,
  Device = 39,
  Context = 40,
  Stream = 41,
  Environment = 42,
  Jit = 43,
  // About the capture itself.
  Clock = 60,
  Gap = 61,
  Stats = 62,
  Conflict = 63,
};

/// Whether later records may refer to it, or its information stays valid: channel tables, devices,
/// contexts, streams, names.
constexpr bool is_definition(RecordType type) {
  switch (type) {
    case RecordType::ChannelOpen:
    case RecordType::String:
    case RecordType::Code:
    case RecordType::Stack:
    case RecordType::NativeStack:
    case RecordType::ThreadName:
    case RecordType::Device:
    case RecordType::Context:
    case RecordType::Stream:
      return true;
    default:
      return false;
  }
}

struct RecordHeader {
  std::uint16_t type = 0;   // RecordType
  std::uint16_t words = 0;  // size in 8-byte words including this header; never 0
  std::uint32_t aux = 0;    // meaning depends on the record type
};
static_assert(sizeof(RecordHeader) == 8);

inline constexpr std::size_t kWord = 8;
inline constexpr std::size_t kMaxRecordBytes = 0xFFFF * kWord;
inline constexpr std::size_t kMaxStringBytes = 4096;  // longer texts are cut; see kStringCut

/// Size of a record with `extra` bytes after its fixed part.
template <typename Record>
constexpr std::size_t record_bytes(std::size_t extra = 0) {
  return (sizeof(Record) + extra + kWord - 1) / kWord * kWord;
}

}  // namespace lanescope::wire
