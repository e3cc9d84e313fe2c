// While answers are computed, what is freed stays in the process; then it is returned.
#include "app/workspace/memory/freed_memory.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/process_memory.h"

using namespace lanescope;

namespace {

constexpr std::size_t kBlocks = 256, kBlockBytes = std::size_t{256} << 10;
constexpr std::int64_t kHalfBytes = kBlocks * kBlockBytes / 2;

/// As an analysis does with its tables.
void allocate_and_free() {
  std::vector<std::unique_ptr<char[]>> blocks;
  for (std::size_t i = 0; i < kBlocks; ++i) blocks.push_back(std::make_unique<char[]>(kBlockBytes));
}

bool falls_below(std::int64_t bytes) {
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries && resident_bytes() >= bytes; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return resident_bytes() < bytes;
}

}  // namespace

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("what is freed stays while answers are computed, and is returned when they are there") {
  FreedMemory memory;
  const std::int64_t before = resident_bytes();
  memory.follow(false, true);
  allocate_and_free();
  CHECK(resident_bytes() > before + kHalfBytes);
  memory.follow(false, false);
  CHECK(falls_below(before + kHalfBytes));
}

TEST_CASE("while a trace loads, nothing that is freed stays") {
  FreedMemory memory;
  const std::int64_t before = resident_bytes();
  memory.follow(false, true);
  memory.follow(true, true);
  allocate_and_free();
  CHECK(resident_bytes() < before + kHalfBytes);
}
#endif
