#include "capture/agent/buffers.h"

#include <atomic>
#include <thread>

#include <doctest/doctest.h>

#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;

TEST_CASE("full buffers come in their order and go back clean") {
  static constinit BufferPool pool;
  REQUIRE(pool.open(8192));
  std::uint8_t* buffers[3] = {};
  std::size_t bytes = 0;
  for (std::uint8_t& number : std::vector<std::uint8_t>{1, 2, 3}) {
    std::uint8_t*& buffer = buffers[number - 1];
    pool.request(&buffer, &bytes);
    CHECK(bytes == 8192);
    CHECK(reinterpret_cast<std::uintptr_t>(buffer) % 8 == 0);
    buffer[0] = number;
  }
  for (std::uint8_t* const buffer : buffers) pool.complete(nullptr, 0, buffer, 16);
  std::string order;
  pool.drain([&](const FullBuffer& full) {
    order += std::to_string(full.data[0]);
    CHECK(full.valid == 16);
  });
  CHECK(order == "123");
  std::uint8_t* again = nullptr;
  pool.request(&again, &bytes);
  CHECK(again[0] == 0);
}

TEST_CASE("beyond its limit the pool still has an answer, and counts what goes there") {
  static constinit BufferPool pool;
  REQUIRE(pool.open(4096));
  std::uint8_t* buffer = nullptr;
  std::size_t bytes = 0;
  for (int taken = 0; taken < 64; ++taken) pool.request(&buffer, &bytes);
  CHECK(pool.bytes() == 64 * 4096);
  pool.request(&buffer, &bytes);
  REQUIRE(buffer != nullptr);
  CHECK(bytes > 0);
  pool.complete(nullptr, 0, buffer, 432);
  CHECK(pool.lost_buffers() == 1);
  TestRing ring;
  RecordingTo recording(ring);
  {
    Recording now;
    pool.tell_lost(now.lane());
    pool.tell_lost(now.lane());  // once is enough
  }
  const auto records = ring.read(1);
  REQUIRE(records.size() == 2);
  CHECK(records[1].type() == wire::RecordType::Gap);
  CHECK(records[1].header().aux == static_cast<std::uint32_t>(wire::GapReason::NoBuffer));
  CHECK(records[1].as<wire::GapRecord>().bytes == 432);
}

TEST_CASE("what went to no buffer is told once there is room to tell it") {
  static constinit BufferPool pool;
  REQUIRE(pool.open(4096));
  std::uint8_t* buffer = nullptr;
  std::size_t bytes = 0;
  for (int taken = 0; taken < 65; ++taken) pool.request(&buffer, &bytes);
  pool.complete(nullptr, 0, buffer, 432);
  TestRing ring;
  RecordingTo recording(ring);
  {
    Recording now;
    while (now.lane().write(0, wire::MarkRecord{})) {
    }
    pool.tell_lost(now.lane());
    ring.read(1);
    pool.tell_lost(now.lane());
  }
  std::uint64_t told = 0;
  for (const ReadRecord& record : ring.read(1)) {
    if (record.type() == wire::RecordType::Gap &&
        record.header().aux == static_cast<std::uint32_t>(wire::GapReason::NoBuffer))
      told += record.as<wire::GapRecord>().bytes;
  }
  CHECK(told == 432);
}

TEST_CASE("a closed pool answers CUPTI with the buffer that nobody reads, and keeps nothing") {
  static constinit BufferPool pool;
  REQUIRE(pool.open(4096));
  std::uint8_t *before = nullptr, *buffers[2] = {};
  std::size_t bytes = 0;
  pool.request(&before, &bytes);
  pool.close();
  for (std::uint8_t*& buffer : buffers) pool.request(&buffer, &bytes);
  REQUIRE(buffers[0] != nullptr);
  CHECK(buffers[0] == buffers[1]);
  for (std::uint8_t* const buffer : {before, buffers[0]}) pool.complete(nullptr, 0, buffer, 432);
  bool any = false;
  pool.drain([&any](const FullBuffer&) { any = true; });
  CHECK_FALSE(any);
  CHECK(pool.lost_buffers() == 0);
}

TEST_CASE("threads of CUPTI that fill buffers at once get each its own, and all come in") {
  static constinit BufferPool pool;
  constexpr std::size_t kBytes = 4096;
  constexpr int kThreads = 4, kTimes = 3000;
  REQUIRE(pool.open(kBytes));
  std::atomic<int> filling{kThreads}, shared{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&filling, &shared, thread] {
      for (int times = 0; times < kTimes; ++times) {
        std::uint8_t* buffer = nullptr;
        std::size_t bytes = 0;
        pool.request(&buffer, &bytes);
        const bool own = bytes == kBytes;  // else it is the one that nobody reads
        if (own) buffer[0] = static_cast<std::uint8_t>(thread + 1);
        if (times % 16 == 0) std::this_thread::yield();
        if (own && buffer[0] != thread + 1) ++shared;
        pool.complete(nullptr, 0, buffer, 16);
      }
      --filling;
    });
  }
  std::uint64_t drained = 0, empty = 0;
  const auto drain = [&drained, &empty] {
    pool.drain([&drained, &empty](const FullBuffer& full) {
      ++drained;
      empty += full.data[0] == 0 ? 1 : 0;
    });
  };
  while (filling != 0) drain();
  for (std::thread& thread : threads) thread.join();
  drain();
  CHECK(shared == 0);
  CHECK(empty == 0);
  CHECK(drained + pool.lost_buffers() == std::uint64_t{kThreads} * kTimes);
}
