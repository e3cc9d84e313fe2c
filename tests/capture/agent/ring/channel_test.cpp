// A thread's channel: its first record, what follows, and what is left when its thread has ended.
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "capture/agent/ring/channels.h"
#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;

TEST_CASE("a thread's channel opens with who it is, and its records follow") {
  TestRing ring;
  RecordingTo recording(ring);
  REQUIRE(recording.attached);
  {
    Recording now;
    REQUIRE(now);
    wire::MarkRecord mark{};
    mark.time_ns = 17;
    CHECK(now.channel().write(now.channel().string("hello"), mark));
  }
  const auto records = ring.read(1);
  REQUIRE(records.size() == 3);
  CHECK(records[0].type() == wire::RecordType::ChannelOpen);
  CHECK(records[0].as<wire::ChannelOpenRecord>().tid == static_cast<std::uint32_t>(gettid()));
  CHECK(records[0].as<wire::ChannelOpenRecord>().pid == 4711);
  CHECK(records[1].type() == wire::RecordType::String);
  CHECK(records[1].extra<wire::StringRecord>(5) == "hello");
  CHECK(records[2].type() == wire::RecordType::Mark);
  CHECK(records[2].header().aux == records[1].header().aux);
  CHECK(records[2].as<wire::MarkRecord>().time_ns == 17);
}

TEST_CASE("a text is sent once a channel, also when it is cut") {
  TestRing ring;
  RecordingTo recording(ring);
  const std::string longer(5000, 'x');
  {
    Recording now;
    const auto number = now.channel().string("one");
    CHECK(number != 0);
    CHECK(now.channel().string(std::string("one")) == number);
    CHECK(now.channel().string("two") == number + 1);
    CHECK(now.channel().string("") == 0);
    const auto cut = now.channel().string(longer);
    CHECK(now.channel().string(longer) == cut);
    // A complete text that ends where the other was cut is a different text.
    CHECK(now.channel().string(longer.substr(0, wire::kMaxStringBytes)) != cut);
    static constexpr char kOwn[] = "one";
    CHECK(now.channel().own_string(kOwn) == number);
    CHECK(now.channel().own_string(kOwn) == number);
    CHECK(now.channel().own_string(nullptr) == 0);
  }
  const auto records = ring.read(1);
  REQUIRE(records.size() == 5);
  const auto cut = records[3].as<wire::StringRecord>();
  CHECK(cut.bytes == wire::kMaxStringBytes);
  CHECK(cut.flags == wire::kStringCut);
  CHECK(records[4].as<wire::StringRecord>().flags == 0);
}

TEST_CASE("a channel is free again once its thread has ended and all is read") {
  TestRing ring;
  RecordingTo recording(ring);
  for (int thread = 0; thread < 20; ++thread) {
    std::thread([] {
      Recording now;
      now.channel().write(0, wire::MarkRecord{});
    }).join();
    std::size_t marks = 0;
    for (std::uint32_t channel = 1; channel <= 4; ++channel)
      for (const ReadRecord& record : ring.read(channel))
        marks += record.type() == wire::RecordType::Mark ? 1U : 0U;
    CHECK(marks == 1);
  }
  // One thread at a time fills each channel.
  for (std::uint32_t channel = 2; channel <= 4; ++channel)
    CHECK(ring.channel(channel).head.load() == 0);
}

TEST_CASE("the agent's own calls within a callback are not recorded") {
  TestRing ring;
  RecordingTo recording(ring);
  Recording outer;
  REQUIRE(outer);
  Recording inner;
  CHECK(!inner);
}

TEST_CASE("what stands behind a record is padded with zeros to a word") {
  TestRing ring;
  RecordingTo recording(ring);
  Recording now;
  ring.read(1);
  std::memset(static_cast<char*>(ring.memory()) + ring.layout().offset_of(1), 0xEE, 4096);
  now.channel().string("abc");
  const auto records = ring.read(1);
  REQUIRE(records.size() == 1);
  CHECK(records[0].extra<wire::StringRecord>(8) == std::string("abc\0\0\0\0\0", 8));
}

TEST_CASE("whatever moment kills the writer, what it published is whole") {
  const wire::RingLayout layout = TestRing::small();
  for (int round = 0; round < 40; ++round) {
    void* const shared = mmap(nullptr, layout.total_bytes(), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(shared != MAP_FAILED);
    TestRing model;
    std::memcpy(shared, model.memory(), layout.header_bytes());
    const pid_t child = fork();
    if (child == 0) {
      channels().forget();
      const char* why = "";
      channels().attach(shared, layout.total_bytes(), 1, &why);
      Channel* const channel = channels().take();
      wire::KernelRecord kernel{};
      for (std::uint64_t count = 1;; ++count) {
        kernel.correlation = count;
        kernel.graph_node = ~count;
        channel->write(channel->string("k" + std::to_string(count % 3000)), kernel);
      }
    }
    usleep(static_cast<useconds_t>(500 + round * 37));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    std::memcpy(model.memory(), shared, layout.total_bytes());
    munmap(shared, layout.total_bytes());
    std::uint64_t last = 0;
    for (const ReadRecord& record : model.read(1)) {
      if (record.type() != wire::RecordType::Kernel) continue;
      const auto kernel = record.as<wire::KernelRecord>();
      REQUIRE(kernel.correlation == last + 1);
      REQUIRE(kernel.graph_node == ~kernel.correlation);
      last = kernel.correlation;
    }
  }
}
