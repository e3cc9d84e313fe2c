// NVTX ranges: their numbers, their times, and their threads.
#include "capture/agent/nvtx/ranges.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <pthread.h>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "capture/agent/ring/clock.h"
#include "tests/capture/agent/nvtx/channel.h"

using namespace lanescope;
using namespace lanescope::agent;
using namespace lanescope::agent::nvtx;

TEST_CASE("ranges that are pushed and popped are told with their numbers and texts") {
  TestRing ring;
  const RecordingTo recording(ring);
  const Nvtx nvtx;
  CHECK(nvtx.push("step") == 0);
  CHECK(nvtx.push("forward") == 1);
  CHECK(this_thread.range == 2);
  CHECK(nvtx.pop() == 1);
  CHECK(this_thread.range == 1);
  CHECK(nvtx.core<int(const wchar_t*)>(kRangePushW)(L"größe 名 😀") == 1);
  const EventAttributes event = ascii("ex");
  CHECK(nvtx.core<int(const EventAttributes*)>(kRangePushEx)(&event) == 2);
  CHECK(nvtx.pop() == 2);
  CHECK(nvtx.pop() == 1);
  CHECK(nvtx.pop() == 0);
  CHECK(this_thread.range == 0);
  CHECK(nvtx.pop() == kNoLevel);
  CHECK(lines_of(ring.read(1)) == Lines{"push 1 step", "push 2 forward", "pop 2",
                                        "push 3 größe 名 😀", "push 4 ex", "pop 4", "pop 3",
                                        "pop 1"});
}

TEST_CASE("a thread that is about to end may use NVTX in the last of its destructors") {
  TestRing ring;
  const RecordingTo recording(ring);
  static const Nvtx* nvtx_of_all = nullptr;
  const Nvtx nvtx;
  nvtx_of_all = &nvtx;
  nvtx.push("main");  // creates the agent's per-thread state
  pthread_key_t key{};
  REQUIRE(pthread_key_create(&key, [](void*) {
            nvtx_of_all->push("late");
            nvtx_of_all->pop();
          }) == 0);
  std::thread([&] {
    nvtx.push("early");
    pthread_setspecific(key, &key);
  }).join();
  pthread_key_delete(key);
  const Lines lines = lines_of(ring.read(2));
  REQUIRE(!lines.empty());
  CHECK(lines.front() == "push 1 early");
  nvtx.pop();
}

TEST_CASE("every domain pops its own innermost range") {
  TestRing ring;
  const RecordingTo recording(ring);
  const Nvtx nvtx;
  const void* const nccl = nvtx.domain("NCCL");
  CHECK(nvtx.push("step") == 0);
  CHECK(nvtx.push(nccl, ascii("all reduce")) == 0);
  CHECK(nvtx.push("inner") == 1);
  CHECK(nvtx.pop(nccl) == 0);
  CHECK(this_thread.range == 3);
  CHECK(nvtx.pop(nccl) == kNoLevel);
  CHECK(nvtx.pop() == 1);
  CHECK(nvtx.pop() == 0);
  const EventAttributes event = ascii("sent");
  nvtx.core2<void(const void*, const EventAttributes*)>(kDomainMarkEx)(nccl, &event);
  CHECK(lines_of(ring.read(1)) == Lines{"push 1 step", "push 2 all reduce in NCCL", "push 3 inner",
                                        "pop 2", "pop 3", "pop 1", "mark sent in NCCL"});
}

TEST_CASE("ranges that were pushed while nothing was recorded leave no pops") {
  TestRing ring;
  const RecordingTo recording(ring);
  const Nvtx nvtx;
  nvtx.push("before");
  set_off(Off::Paused, true);
  CHECK(nvtx.push("unseen") == 1);
  set_off(Off::Paused, false);
  CHECK(nvtx.push("after") == 2);
  CHECK(nvtx.pop() == 2);
  CHECK(this_thread.range == 1);
  CHECK(nvtx.pop() == 1);
  CHECK(nvtx.pop() == 0);
  CHECK(lines_of(ring.read(1)) == Lines{"push 1 before", "push 2 after", "pop 2", "pop 1"});
}

TEST_CASE("ranges of another channel are not popped in this one") {
  const Nvtx nvtx;
  TestRing first;
  {
    const RecordingTo recording(first);
    nvtx.push("old");
  }
  TestRing second;
  const RecordingTo recording(second);
  nvtx.push("new");
  CHECK(nvtx.pop() == 1);
  CHECK(nvtx.pop() == 0);
  CHECK(lines_of(second.read(1)) == Lines{"push 1 new", "pop 1"});
}

TEST_CASE("threads have ranges of their own, deep ones as well") {
  TestRing ring({1 + 4, 1U << 21, 1U << 21});
  const RecordingTo recording(ring);
  const Nvtx nvtx;
  constexpr int kKept = 16'384, kBeyond = 10;
  nvtx.push("main");
  std::thread([&] {
    CHECK(nvtx.pop() == kNoLevel);
    int other_levels = 0;
    for (int depth = 0; depth < kKept + kBeyond; ++depth)
      other_levels += nvtx.push("deep") != std::min(depth, kKept) ? 1 : 0;
    for (int depth = kKept + kBeyond; depth-- > 0;) other_levels += nvtx.pop() != depth ? 1 : 0;
    CHECK(other_levels == 0);
    CHECK(nvtx.pop() == kNoLevel);
  }).join();
  CHECK(nvtx.pop() == 0);
  CHECK(lines_of(ring.read(1)) == Lines{"push 1 main", "pop 1"});
  CHECK(ring.channel(2).dropped_records.load() == kBeyond);
  Lines deep = lines_of(ring.read(2));
  std::erase(deep, "?");  // the gap, which counts the missing ones
  CHECK(deep.size() == 2 * kKept);
  CHECK(deep.back() == "pop 1");
}

TEST_CASE("ranges and marks have the time at which they were made") {
  TestRing ring;
  const RecordingTo recording(ring);
  const Nvtx nvtx;
  std::vector<std::int64_t> moments{now_ns()};
  const auto then = [&moments] { moments.push_back(now_ns()); };
  nvtx.push("a"), then();
  nvtx.core<void(const char*)>(kMarkA)("b"), then();
  const RangeId id = nvtx.core<RangeId(const char*)>(kRangeStartA)("c");
  then();
  nvtx.core<void(RangeId)>(kRangeEnd)(id), then();
  nvtx.pop(), then();
  std::size_t at = 0;
  for (const ReadRecord& record : ring.read(1)) {
    if (record.type() == wire::RecordType::String || record.type() == wire::RecordType::ChannelOpen)
      continue;
    REQUIRE(at + 1 < moments.size());
    // The first field of each record.
    const std::int64_t time_ns = record.as<wire::RangePopRecord>().time_ns;
    CHECK(time_ns >= moments[at]);
    CHECK(time_ns <= moments[at + 1]);
    ++at;
  }
  CHECK(at == 5);
}

TEST_CASE("started ranges have numbers of their own, also while nothing is recorded") {
  const Nvtx nvtx;
  const auto start = nvtx.core<RangeId(const char*)>(kRangeStartA);
  const RangeId first = start("unseen");
  TestRing ring;
  const RecordingTo recording(ring);
  const RangeId second = start("seen");
  CHECK(first != 0);
  CHECK(second == first + 1);
  nvtx.core<void(RangeId)>(kRangeEnd)(first);
  CHECK(lines_of(ring.read(1)) == Lines{"start seen", "end"});
}

TEST_CASE("a range that found no room in the channel has no number, and no pop") {
  TestRing ring({1 + 2, 1U << 16, 4096});
  const RecordingTo recording(ring);
  const Nvtx nvtx;
  nvtx.push("seen");
  {
    const Recording now;
    while (now.channel().write(0, wire::MarkRecord{})) {
    }
  }
  CHECK(nvtx.push("unseen") == 1);
  CHECK(this_thread.range == 1);
  ring.read(1);
  CHECK(nvtx.pop() == 1);
  CHECK(this_thread.range == 1);
  CHECK(nvtx.pop() == 0);
  Lines lines = lines_of(ring.read(1));
  std::erase(lines, "?");  // the gap
  CHECK(lines == Lines{"pop 1"});
}
