// Saves CUPTI's raw buffers, for tests that replay what a GPU once delivered.
#pragma once

#include <cstdint>

#include "capture/agent/cupti/buffers.h"
#include "capture/agent/cupti/sizes.h"

namespace lanescope::agent {

/// Names a folder; each buffer is saved there as <pid>-<number>.cupti.
inline constexpr char kDumpVariable[] = "LANESCOPE_DUMP_RAW";

/// The layout of such a file: this header, `bytes` bytes of the buffer, then `texts` names, each as
/// the pointer found in the buffer (u64), its length (u32) and its bytes, unpadded.
struct DumpHeader {
  char magic[8];          // "LNSCUPTI"
  std::uint32_t version;  // of cuptiGetVersion
  std::uint32_t texts;
  std::uint64_t bytes;
  std::uint16_t sizes[cupti::kKindCount];  // record size by kind
};

/// Reads the variable. Called on a thread of the program, because another of its threads that
/// changes the environment does not expect ours to read it.
void choose_dump_folder();

/// Does nothing if the variable was not set. Drain thread.
void dump_buffer(const FullBuffer& full, const SizeTable& sizes, std::uint32_t version);

}  // namespace lanescope::agent
