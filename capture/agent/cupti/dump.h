// CUPTI's buffers as they came, for tests that shall see what a GPU has once delivered.
#pragma once

#include <cstdint>

#include "capture/agent/cupti/buffers.h"
#include "capture/agent/cupti/sizes.h"

namespace lanescope::agent {

/// A folder; each buffer becomes a file <pid>-<number>.cupti in it.
inline constexpr char kDumpVariable[] = "LANESCOPE_DUMP_RAW";

/// Such a file: this, `bytes` of the buffer, then `texts` names, each as the pointer that stands in
/// the buffer (u64), its length (u32) and its bytes, without padding.
struct DumpHeader {
  char magic[8];          // "LNSCUPTI"
  std::uint32_t version;  // of cuptiGetVersion
  std::uint32_t texts;
  std::uint64_t bytes;
  std::uint16_t sizes[cupti::kKindCount];  // of its records
};

/// Looks at the variable, on a thread of the program: another one of its threads that changes the
/// environment does not expect to be looked at by ours.
void choose_dump_folder();

/// Does nothing unless the variable was set. Drain thread.
void dump_buffer(const FullBuffer& full, const SizeTable& sizes, std::uint32_t version);

}  // namespace lanescope::agent
