// What a record of the kernel says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/time.h"

namespace lanescope {

struct PerfRecord {
  enum class Kind : std::uint8_t {
    Sample,
    SwitchIn,
    Preempted,  // taken from its CPU, but could have run on
    Blocked,    // waits for something
    Started,    // a thread or process that is watched like the one that started it
    Ended,
    Mapped,  // code, from `mapped.begin` on
    Exec,    // another program runs in the process, by the name in its text
    Lost,    // `count` records found no room; the time is that of the next one that did
  };
  Kind kind = Kind::Sample;
  std::uint32_t pid = 0, tid = 0;
  Ns time_ns = 0;  // CLOCK_MONOTONIC
  std::uint64_t count = 0;
  /// Of a sample: addresses as the kernel lists them, innermost first, with marks of what they are.
  std::size_t addresses_at = 0, addresses_bytes = 0;  // in the bytes of the record
  /// Of a sample with a copy of its stack: the registers of kRegisterMask in the kernel's order,
  /// and the stack from its pointer on. No bytes: there is no copy, as of a 32-bit thread.
  std::size_t registers_at = 0, stack_at = 0, stack_bytes = 0;
  bool stack_is_cut = false;  // it goes on beyond the copy

  /// Of a mapping of code.
  struct Mapping {
    std::uint64_t begin = 0, end = 0;  // addresses in the process
    std::uint64_t offset = 0;          // in the file
    std::uint64_t device = 0;          // major << 32 | minor
    std::uint64_t inode = 0;           // 0: no file
  };
  Mapping mapped;
  std::size_t text_at = 0, text_bytes = 0;  // in the bytes of the record: a path or a name
};

/// `bytes`: of one record of an event of perf_event.h, header included; `with_stacks`: samples have
/// copies of their stacks. nullopt: nothing of interest, or no such record.
std::optional<PerfRecord> parse_perf_record(std::span<const std::byte> bytes,
                                            bool with_stacks = false);

/// `address` of a sample if it is one of user code; 0: a mark, or an address of the kernel.
std::uint64_t user_address(std::uint64_t address);

}  // namespace lanescope
