#include "capture/agent/cupti/buffers.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "capture/agent/ring/clock.h"
#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;

namespace {

/// A channel that receives a pool's losses.
struct LossChannel {
  TestRing ring;
  RecordingTo recording{ring};
  Recording now;

  /// The gap written now; zeros if there is none.
  wire::GapRecord reported(BufferPool& pool) {
    pool.tell_lost(now.channel());
    wire::GapRecord gap{};
    for (const ReadRecord& record : ring.read(1)) {
      if (record.type() != wire::RecordType::Gap ||
          record.header().aux != static_cast<std::uint32_t>(wire::GapReason::NoBuffer))
        continue;
      CHECK(gap.bytes == 0);  // only one is written
      gap = record.as<wire::GapRecord>();
    }
    return gap;
  }
};

}  // namespace

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
    pool.tell_lost(now.channel());
    pool.tell_lost(now.channel());  // a second call writes nothing
  }
  const auto records = ring.read(1);
  REQUIRE(records.size() == 2);
  CHECK(records[1].type() == wire::RecordType::Gap);
  CHECK(records[1].header().aux == static_cast<std::uint32_t>(wire::GapReason::NoBuffer));
  CHECK(records[1].as<wire::GapRecord>().bytes == 432);
}

TEST_CASE("a full buffer keeps whose it is, and never has more than its size") {
  static constinit BufferPool pool;
  REQUIRE(pool.open(4096));
  CHECK(pool.bytes() == 4 * 4096);  // the first few are allocated at once
  int context = 0;
  std::uint8_t* buffers[3] = {};
  std::size_t bytes = 0;
  for (std::uint8_t*& buffer : buffers) pool.request(&buffer, &bytes);
  CHECK(pool.requests() == 3);
  pool.complete(&context, 7, buffers[0], 4095);
  pool.complete(nullptr, 8, buffers[1], 4096);
  pool.complete(nullptr, 9, buffers[2], 5000);
  std::vector<FullBuffer> full;
  pool.drain([&full](const FullBuffer& one) { full.push_back(one); });
  REQUIRE(full.size() == 3);
  CHECK(full[0].data == buffers[0]);
  CHECK(full[0].context == &context);
  CHECK(full[0].stream == 7);
  CHECK(full[0].valid == 4095);
  CHECK(full[1].context == nullptr);
  CHECK(full[1].stream == 8);
  CHECK(full[1].valid == 4096);
  CHECK(full[2].valid == 4096);
}

TEST_CASE("a buffer that comes back is clean as far as it was filled, and is used again") {
  static constinit BufferPool pool;
  REQUIRE(pool.open(4096));
  std::uint8_t *buffer = nullptr, *again = nullptr;
  std::size_t bytes = 0;
  pool.request(&buffer, &bytes);
  std::fill(buffer, buffer + 100, std::uint8_t{0xEE});
  pool.complete(nullptr, 0, buffer, 100);
  pool.drain([](const FullBuffer&) {});
  pool.request(&again, &bytes);
  CHECK(again == buffer);
  CHECK(std::count(again, again + 4096, 0) == 4096);
  CHECK(pool.bytes() == 4 * 4096);
}

TEST_CASE("what CUPTI gives back empty or without a buffer is no loss") {
  static constinit BufferPool pool;
  REQUIRE(pool.open(4096));
  std::uint8_t foreign[8] = {};
  pool.complete(nullptr, 0, nullptr, 0);
  pool.complete(nullptr, 0, foreign, 0);
  CHECK(pool.lost_buffers() == 0);
  pool.complete(nullptr, 0, nullptr, 8);  // the pool still has slots without memory
  CHECK(pool.lost_buffers() == 1);
  pool.drain([](const FullBuffer&) { CHECK_MESSAGE(false, "nothing came back"); });
}

TEST_CASE("a loss is told with its first and last time and all its bytes, and the next one anew") {
  static constinit BufferPool pool;
  REQUIRE(pool.open(4096));
  LossChannel channel;
  std::uint8_t foreign[8] = {};
  std::int64_t last_ns = 0;
  for (const std::size_t bytes : {100UL, 30UL}) {
    const std::int64_t before_ns = now_ns();
    CHECK(before_ns >= last_ns);
    pool.complete(nullptr, 0, foreign, bytes);
    const std::int64_t between_ns = now_ns();
    while (now_ns() == between_ns) {
    }
    pool.complete(nullptr, 0, foreign, bytes + 1);
    const wire::GapRecord gap = channel.reported(pool);
    last_ns = now_ns();
    CHECK(gap.bytes == 2 * bytes + 1);
    CHECK(gap.first_ns >= before_ns);
    CHECK(gap.first_ns <= between_ns);
    CHECK(gap.last_ns > between_ns);
    CHECK(gap.last_ns <= last_ns);
  }
  CHECK(pool.lost_buffers() == 4);
}

TEST_CASE("a loss that found no room keeps its first time until it is told") {
  static constinit BufferPool pool;
  REQUIRE(pool.open(4096));
  LossChannel channel;
  std::uint8_t foreign[8] = {};
  pool.complete(nullptr, 0, foreign, 100);
  const std::int64_t after_ns = now_ns();
  while (channel.now.channel().write(0, wire::MarkRecord{})) {
  }
  CHECK(channel.reported(pool).bytes == 0);
  pool.complete(nullptr, 0, foreign, 11);
  const wire::GapRecord gap = channel.reported(pool);
  CHECK(gap.bytes == 111);
  CHECK(gap.first_ns != 0);
  CHECK(gap.first_ns <= after_ns);
}

TEST_CASE("without memory there is no pool, and where it ends later CUPTI gets what nobody reads") {
  static constinit BufferPool none;
  CHECK_FALSE(none.open(std::size_t{1} << 60));
  CHECK(none.bytes() == 0);
  static constinit BufferPool pool;
  REQUIRE(pool.open(4096));
  REQUIRE(pool.open(std::size_t{1} << 60) == false);  // allocations from now on are too large
  std::uint8_t* buffer = nullptr;
  std::size_t bytes = 0;
  for (int taken = 0; taken < 4; ++taken) pool.request(&buffer, &bytes);
  for (int taken = 0; taken < 2; ++taken) {
    pool.request(&buffer, &bytes);
    CHECK(bytes == 256U << 10);
  }
}

TEST_CASE("what went to no buffer is told once there is room to tell it") {
  static constinit BufferPool pool;
  REQUIRE(pool.open(4096));
  std::uint8_t* buffer = nullptr;
  std::size_t bytes = 0;
  for (int taken = 0; taken < 65; ++taken) pool.request(&buffer, &bytes);
  pool.complete(nullptr, 0, buffer, 432);
  LossChannel channel;
  while (channel.now.channel().write(0, wire::MarkRecord{})) {
  }
  CHECK(channel.reported(pool).bytes == 0);
  CHECK(channel.reported(pool).bytes == 432);
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
        const bool own = bytes == kBytes;  // else it is the trash buffer
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
