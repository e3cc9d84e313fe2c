#include <chrono>
#include <csignal>
#include <deque>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "capture/agent/clock.h"
#include "capture/agent/lanes.h"
#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;

TEST_CASE("a thread's lane opens with who it is, and its records follow") {
  TestRing ring;
  RecordingTo recording(ring);
  REQUIRE(recording.attached);
  {
    Recording now;
    REQUIRE(now);
    wire::MarkRecord mark{};
    mark.time_ns = 17;
    CHECK(now.lane().write(now.lane().string("hello"), mark));
  }
  const auto records = ring.read(1);
  REQUIRE(records.size() == 3);
  CHECK(records[0].type() == wire::RecordType::LaneOpen);
  CHECK(records[0].as<wire::LaneOpenRecord>().tid == static_cast<std::uint32_t>(gettid()));
  CHECK(records[0].as<wire::LaneOpenRecord>().pid == 4711);
  CHECK(records[1].type() == wire::RecordType::String);
  CHECK(records[1].extra<wire::StringRecord>(5) == "hello");
  CHECK(records[2].type() == wire::RecordType::Mark);
  CHECK(records[2].header().aux == records[1].header().aux);
  CHECK(records[2].as<wire::MarkRecord>().time_ns == 17);
}

TEST_CASE("a text is sent once a lane, also when it is cut") {
  TestRing ring;
  RecordingTo recording(ring);
  const std::string longer(5000, 'x');
  {
    Recording now;
    const auto number = now.lane().string("one");
    CHECK(number != 0);
    CHECK(now.lane().string(std::string("one")) == number);
    CHECK(now.lane().string("two") == number + 1);
    CHECK(now.lane().string("") == 0);
    const auto cut = now.lane().string(longer);
    CHECK(now.lane().string(longer) == cut);
    // What ends where the other was cut is another text.
    CHECK(now.lane().string(longer.substr(0, wire::kMaxStringBytes)) != cut);
    static constexpr char kOwn[] = "one";
    CHECK(now.lane().own_string(kOwn) == number);
    CHECK(now.lane().own_string(kOwn) == number);
    CHECK(now.lane().own_string(nullptr) == 0);
  }
  const auto records = ring.read(1);
  REQUIRE(records.size() == 5);
  const auto cut = records[3].as<wire::StringRecord>();
  CHECK(cut.bytes == wire::kMaxStringBytes);
  CHECK(cut.flags == wire::kStringCut);
  CHECK(records[4].as<wire::StringRecord>().flags == 0);
}

TEST_CASE("ten thousand texts keep their numbers") {
  TestRing ring;
  RecordingTo recording(ring);
  Recording now;
  std::vector<std::uint32_t> numbers;
  for (int text = 0; text < 10'000; ++text)
    numbers.push_back(now.lane().string("text " + std::to_string(text)));
  for (int text = 0; text < 10'000; ++text) {
    REQUIRE(now.lane().string("text " + std::to_string(text)) ==
            numbers[static_cast<std::size_t>(text)]);
  }
}

TEST_CASE("a full lane counts what it drops and tells it in one gap") {
  // 4 KiB of lane, LaneOpen of 40 bytes, marks of 24 bytes: (4096 - 40) / 24 = 169 marks fit; a
  // record needs twice its room plus a word while the end is near, so one or two fewer do.
  TestRing ring({1 + 2, 4096, 4096});
  RecordingTo recording(ring);
  Recording now;
  std::uint64_t written = 0;
  for (int mark = 0; mark < 1000; ++mark)
    written += now.lane().write(0, wire::MarkRecord{}) ? 1 : 0;
  CHECK(written >= 165);
  CHECK(written <= 169);
  const auto before = ring.read(1);
  CHECK(before.size() == written + 1);
  CHECK(now.lane().string("does not exist yet") != 0);
  const auto after = ring.read(1);
  REQUIRE(after.size() == 2);
  REQUIRE(after[0].type() == wire::RecordType::Gap);
  const auto gap = after[0].as<wire::GapRecord>();
  CHECK(after[0].header().aux == static_cast<std::uint32_t>(wire::GapReason::LaneFull));
  CHECK(gap.records == 1000 - written);
  CHECK(gap.bytes == (1000 - written) * 24);
  CHECK(gap.first_ns <= gap.last_ns);
  CHECK(ring.lane(1).dropped_records.load() == 1000 - written);
}

TEST_CASE("a text whose definition found no room is not remembered") {
  TestRing ring({1 + 2, 4096, 4096});
  RecordingTo recording(ring);
  Recording now;
  while (now.lane().write(0, wire::MarkRecord{})) {
  }
  CHECK(now.lane().string("later") == 0);
  ring.read(1);
  const auto number = now.lane().string("later");
  CHECK(number == 1);
  CHECK(strings_of(ring.read(1)).at(number) == "later");
}

TEST_CASE("a slow reader finds every record or a gap that counts it") {
  TestRing ring({1 + 2, 1U << 16, 4096});
  RecordingTo recording(ring);
  constexpr std::uint64_t kRecords = 400'000;
  std::thread writer([] {
    Recording now;
    wire::RangeEndRecord record{};
    for (record.id = 1; record.id <= kRecords; ++record.id) now.lane().write(0, record);
  });
  std::uint64_t last = 0, seen = 0, missing = 0;
  const auto take = [&] {
    for (const ReadRecord& record : ring.read(1, 1000)) {
      if (record.type() == wire::RecordType::Gap) missing += record.as<wire::GapRecord>().records;
      if (record.type() != wire::RecordType::RangeEnd) continue;
      ++seen;
      // Every number is there or was counted before this one.
      last = record.as<wire::RangeEndRecord>().id;
      REQUIRE(last == seen + missing);
    }
  };
  while (ring.lane(1).state.load() != static_cast<std::uint32_t>(wire::LaneState::Draining)) {
    take();
    std::this_thread::yield();
  }
  writer.join();
  while (ring.lane(1).tail.load() != ring.lane(1).head.load()) take();
  // What was lost at the very end has no record behind it: the lane's own counter has it.
  CHECK(seen + ring.lane(1).dropped_records.load() == kRecords);
}

TEST_CASE("a lane is free again once its thread has ended and all is read") {
  TestRing ring;
  RecordingTo recording(ring);
  for (int thread = 0; thread < 20; ++thread) {
    std::thread([] {
      Recording now;
      now.lane().write(0, wire::MarkRecord{});
    }).join();
    std::size_t marks = 0;
    for (std::uint32_t lane = 1; lane <= 4; ++lane)
      for (const ReadRecord& record : ring.read(lane))
        marks += record.type() == wire::RecordType::Mark ? 1U : 0U;
    CHECK(marks == 1);
  }
  // One thread at a time fills one lane.
  for (std::uint32_t lane = 2; lane <= 4; ++lane) CHECK(ring.lane(lane).head.load() == 0);
}

TEST_CASE("threads without a lane share one, and numbers start over with each") {
  TestRing ring;  // three lanes of their own, the fourth is shared
  RecordingTo recording(ring);
  std::atomic<int> there{0};
  std::atomic<bool> leave{false};
  std::vector<std::thread> holders;
  for (int thread = 0; thread < 3; ++thread) {
    holders.emplace_back([&] {
      { Recording now; }
      ++there;
      while (!leave) std::this_thread::yield();
    });
  }
  while (there != 3) std::this_thread::yield();
  const auto mark = [](const char* text) {
    std::thread([text] {
      set_current_range(5);
      Recording now;
      REQUIRE(now);
      CHECK(now.shared());
      CHECK(current_range(now) == 0);
      CHECK(now.lane().string(text) == 1);
    }).join();
  };
  mark("a");
  mark("b");
  leave = true;
  for (std::thread& holder : holders) holder.join();
  std::string order;
  for (const ReadRecord& record : ring.read(4)) {
    if (record.type() == wire::RecordType::LaneOpen) order += 'o';
    if (record.type() == wire::RecordType::String) order += 's';
  }
  CHECK(order == "osos");
}

TEST_CASE("the agent's own calls within a callback are not recorded") {
  TestRing ring;
  RecordingTo recording(ring);
  Recording outer;
  REQUIRE(outer);
  Recording inner;
  CHECK(!inner);
}

TEST_CASE("a ring whose header lies is refused") {
  TestRing ring;
  const auto refused = [&](auto change) {
    auto* header = static_cast<wire::RingHeader*>(ring.memory());
    const wire::RingHeader* const was = header;
    const std::uint32_t lanes_were = was->lanes;
    const std::uint64_t bytes_were = was->lane_bytes, magic_was = was->magic;
    const std::uint16_t major_was = was->major;
    change(*header);
    const char* why = "";
    const bool taken = lanes().attach(ring.memory(), ring.layout().total_bytes(), 1, &why);
    header->lanes = lanes_were;
    header->lane_bytes = bytes_were;
    header->magic = magic_was;
    header->major = major_was;
    lanes().forget();
    return !taken && *why != '\0';
  };
  CHECK(refused([](wire::RingHeader& header) { header.magic = 0; }));
  CHECK(refused([](wire::RingHeader& header) { header.major = 9; }));
  CHECK(refused([](wire::RingHeader& header) { header.lanes = 0; }));
  CHECK(refused([](wire::RingHeader& header) { header.lanes = 4000; }));
  CHECK(refused([](wire::RingHeader& header) { header.lane_bytes = 12345; }));
  CHECK(refused([](wire::RingHeader& header) { header.lane_bytes = 1ULL << 60; }));
  CHECK(refused([](wire::RingHeader& header) { header.lane_bytes = 2048; }));
}

namespace {

/// Why a ring of `bytes` with this header is refused; empty: it is not.
std::string refusal(const wire::RingLayout& layout, std::size_t bytes) {
  const TestRing ring;
  wire::begin_ring(*static_cast<wire::RingHeader*>(const_cast<TestRing&>(ring).memory()), layout);
  const char* why = "";
  const bool taken = lanes().attach(const_cast<TestRing&>(ring).memory(), bytes, 1, &why);
  CHECK(lanes().attached() == taken);
  CHECK((*why == '\0') == taken);
  lanes().forget();
  return why;
}

}  // namespace

TEST_CASE("a ring's sizes fit one another to the byte, or it is refused with the reason") {
  const std::string sizes = "the ring's sizes do not fit";
  const wire::RingLayout least{3, 4096, 4096};
  CHECK(refusal(least, least.total_bytes()).empty());
  CHECK(refusal(least, least.total_bytes() - 1) == sizes);
  CHECK(refusal(least, wire::kPage - 1) == "the ring is not one");
  TestRing other;
  const char* why = "";
  auto& header = *static_cast<wire::RingHeader*>(other.memory());
  ++header.major;
  CHECK_FALSE(lanes().attach(other.memory(), other.layout().total_bytes(), 1, &why));
  CHECK(std::string(why) == "the ring's version is another");
  --header.major;
  ++header.magic;
  CHECK_FALSE(lanes().attach(other.memory(), other.layout().total_bytes(), 1, &why));
  CHECK(std::string(why) == "the ring is not one");
  CHECK(refusal({2, 4096, 4096}, 1U << 24) == sizes);
  CHECK(refusal({3, 2048, 4096}, 1U << 24) == sizes);
  CHECK(refusal({3, 4096, 2048}, 1U << 24) == sizes);
  CHECK(refusal({4097, 4096, 4096}, std::size_t{1} << 40) == sizes);
  CHECK(refusal({4096, 4096, 4096, 4096}, std::size_t{1} << 40).empty());
  CHECK(refusal({3, 1ULL << 32, 4096}, std::size_t{1} << 40).empty());
  CHECK(refusal({3, 1ULL << 33, 4096}, std::size_t{1} << 40) == sizes);
  // Lanes of threads of two sizes: the smaller ones count only where there are some.
  wire::RingLayout mixed{4, 8192, 4096};
  mixed.large_lanes = 2;
  mixed.small_lane_bytes = 4096;
  CHECK(refusal(mixed, mixed.total_bytes()).empty());
  mixed.small_lane_bytes = 2048;
  CHECK(refusal(mixed, 1U << 24) == sizes);
  mixed.large_lanes = 3;
  CHECK(refusal(mixed, 1U << 24).empty());
  mixed.large_lanes = 4097;
  CHECK(refusal(mixed, 1U << 24) == sizes);
}

TEST_CASE("threads that find the shared lane taken are counted, and told with when that was") {
  TestRing ring({1 + 2, 1U << 16, 4096});  // a lane of its own for one thread, and the shared one
  RecordingTo recording(ring);
  { Recording own; }
  const std::int64_t before_ns = now_ns();
  std::int64_t between_ns = 0;
  std::thread([&] {
    const Recording shared;
    REQUIRE(shared);
    CHECK(shared.shared());
    for (int times = 0; times < 2; ++times) {
      std::thread([] { CHECK_FALSE(static_cast<bool>(Recording())); }).join();
      if (times == 0) between_ns = now_ns();
    }
  }).join();
  const std::int64_t after_ns = now_ns();
  CHECK(lanes().dropped() == 2);
  std::thread([] { CHECK(static_cast<bool>(Recording())); }).join();
  CHECK(lanes().dropped() == 0);  // it has been told
  std::vector<ReadRecord> gaps;
  for (const ReadRecord& record : ring.read(2)) {
    if (record.type() == wire::RecordType::Gap) gaps.push_back(record);
  }
  REQUIRE(gaps.size() == 1);
  CHECK(gaps[0].header().aux == static_cast<std::uint32_t>(wire::GapReason::NoLane));
  const auto gap = gaps[0].as<wire::GapRecord>();
  CHECK(gap.records == 2);
  CHECK(gap.first_ns >= before_ns);
  CHECK(gap.first_ns <= between_ns);
  CHECK(gap.last_ns >= between_ns);
  CHECK(gap.last_ns <= after_ns);
}

TEST_CASE("who found no lane is told once there is room for it") {
  TestRing ring({1 + 2, 1U << 16, 4096});
  ring.lane(1).state = static_cast<std::uint32_t>(wire::LaneState::Open);  // another's
  RecordingTo recording(ring);
  std::int64_t first_ns = 0;
  {
    Recording shared;
    REQUIRE(shared.shared());
    std::thread([] { CHECK_FALSE(static_cast<bool>(Recording())); }).join();
    first_ns = now_ns();
    while (shared.lane().write(0, wire::MarkRecord{})) {
    }
  }
  { const Recording full; }
  CHECK(lanes().dropped() >= 1);
  ring.read(2);
  { const Recording again; }
  std::uint64_t told = 0;
  for (const ReadRecord& record : ring.read(2)) {
    if (record.type() != wire::RecordType::Gap ||
        record.header().aux != static_cast<std::uint32_t>(wire::GapReason::NoLane))
      continue;
    told += record.as<wire::GapRecord>().records;
    CHECK(record.as<wire::GapRecord>().first_ns <= first_ns);
    CHECK(record.as<wire::GapRecord>().first_ns > 0);
  }
  CHECK(told == 1);
}

TEST_CASE("a thread without a lane looks for one of its own now and then") {
  TestRing ring({1 + 2, 1U << 16, 1U << 16});
  ring.lane(1).state = static_cast<std::uint32_t>(wire::LaneState::Open);
  RecordingTo recording(ring);
  CHECK(Recording().shared());
  ring.lane(1).state = static_cast<std::uint32_t>(wire::LaneState::Free);
  int shared = 1;
  while (shared < 5000 && Recording().shared()) ++shared;
  CHECK(shared == 1024);
  CHECK_FALSE(Recording().shared());
}

TEST_CASE("a full lane takes records again when an eighth of it is free, and 64 KiB at most") {
  const auto free_again = [](std::uint64_t lane_bytes) {
    TestRing ring({1 + 2, lane_bytes, 4096});
    RecordingTo recording(ring);
    Recording now;
    while (now.lane().write(0, wire::RangeEndRecord{})) {
    }
    const std::uint64_t begin = ring.lane(1).tail.load();
    for (;;) {
      if (now.lane().write(0, wire::RangeEndRecord{})) break;
      ring.read(1, 1);
    }
    return ring.lane(1).tail.load() - begin;
  };
  // Some bytes were free when it was full.
  CHECK(free_again(8192) > 1024 - 100);
  CHECK(free_again(8192) <= 1024 + 24);
  CHECK(free_again(1U << 20) > (64U << 10) - 100);
  CHECK(free_again(1U << 20) <= (64U << 10) + 24);
}

TEST_CASE("a lane that was full takes records of an eighth of it, and loses longer ones") {
  TestRing ring({1 + 2, 1U << 16, 4096});
  RecordingTo recording(ring);
  Recording now;
  const std::string bytes(1U << 16, 'x');
  const std::size_t fits = (1U << 13) - sizeof(wire::StringRecord);
  for (const std::size_t extra : {fits, fits + 8}) {
    while (now.lane().write(0, wire::RangeEndRecord{})) {
    }
    ring.read(1);
    const std::uint64_t dropped = now.lane().dropped();
    CHECK(now.lane().write(1, wire::StringRecord{}, bytes.data(), extra) == (extra == fits));
    CHECK(now.lane().dropped() == dropped + (extra == fits ? 0 : 1));
  }
}

TEST_CASE("what stands behind a record is padded with zeros to a word") {
  TestRing ring;
  RecordingTo recording(ring);
  Recording now;
  ring.read(1);
  std::memset(static_cast<char*>(ring.memory()) + ring.layout().offset_of(1), 0xEE, 4096);
  now.lane().string("abc");
  const auto records = ring.read(1);
  REQUIRE(records.size() == 1);
  CHECK(records[0].extra<wire::StringRecord>(8) == std::string("abc\0\0\0\0\0", 8));
}

TEST_CASE("a lane's thread waits for the reader as long as it may, and no longer") {
  TestRing ring({1 + 2, 4096, 4096});
  RecordingTo recording(ring);
  Recording now;
  now.lane().set_patience(30 * kMillisecond);
  while (ring.lane(1).head.load() < 3900) now.lane().write(0, wire::RangeEndRecord{});
  std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  while (now.lane().write(0, wire::RangeEndRecord{})) {
  }
  std::int64_t waited = clock_ns(CLOCK_MONOTONIC) - begin;
  CHECK(waited >= 30 * kMillisecond);
  CHECK(waited < 2 * kSecond);
  ring.read(1);
  CHECK(now.lane().write(0, wire::RangeEndRecord{}));
  while (ring.lane(1).head.load() - ring.lane(1).tail.load() < 3900)
    now.lane().write(0, wire::RangeEndRecord{});
  const std::uint64_t dropped = now.lane().dropped();
  std::thread reader([&ring] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ring.read(1);
  });
  for (int times = 0; times < 20; ++times) CHECK(now.lane().write(0, wire::RangeEndRecord{}));
  reader.join();
  CHECK(now.lane().dropped() == dropped);
}

TEST_CASE("a lane that is closed while it loses tells the loss where there is room") {
  TestRing ring({1 + 2, 4096, 4096});
  RecordingTo recording(ring);
  std::uint64_t lost = 0;
  std::thread([&] {
    const Recording now;
    while (now.lane().write(0, wire::MarkRecord{})) {
    }
    lost = now.lane().dropped();
    ring.read(1);
  }).join();
  const auto records = ring.read(1);
  REQUIRE(records.size() == 1);
  CHECK(records[0].type() == wire::RecordType::Gap);
  CHECK(records[0].as<wire::GapRecord>().records == lost);
  CHECK(ring.lane(1).dropped_bytes.load() == lost * sizeof(wire::MarkRecord));
  CHECK(ring.lane(1).state.load() == static_cast<std::uint32_t>(wire::LaneState::Free));
  // The next thread does not tell it again, and goes on counting.
  std::thread([] {
    const Recording now;
    now.lane().write(0, wire::MarkRecord{});
  }).join();
  std::string order;
  for (const ReadRecord& record : ring.read(1))
    order += record.type() == wire::RecordType::LaneOpen ? 'o'
             : record.type() == wire::RecordType::Mark   ? 'm'
                                                         : '?';
  CHECK(order == "om");
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
      lanes().forget();
      const char* why = "";
      lanes().attach(shared, layout.total_bytes(), 1, &why);
      Lane* const lane = lanes().take();
      wire::KernelRecord kernel{};
      for (std::uint64_t count = 1;; ++count) {
        kernel.correlation = count;
        kernel.graph_node = ~count;
        lane->write(lane->string("k" + std::to_string(count % 3000)), kernel);
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

TEST_CASE("a table of texts that may not grow takes no more and stays right") {
  StringIds ids;
  CHECK(ids.find(17, 3) == 0);
  CHECK(ids.add(17, 3, 1));
  CHECK(ids.find(17, 3) == 1);
  CHECK(ids.find(17, 4) == 0);
  // The budget of all tables together is 64 MiB, with 16 bytes a slot and at most half of them
  // taken: two million texts of one table, then none.
  std::uint64_t texts = 1;
  while (ids.add(texts * 0x9E3779B97F4A7C15ULL, 9, 2)) ++texts;
  CHECK(texts >= 500'000);
  CHECK(texts <= 2'100'000);
  CHECK(string_table_bytes() <= kStringBudget);
  CHECK(ids.find(17, 3) == 1);
  ids.clear();
  CHECK(ids.find(17, 3) == 0);
}

TEST_CASE("a child has room of its own for the texts of its lanes, however many its parent has") {
  std::deque<StringIds> parents;  // until not even a small table fits
  for (bool any = true; any;) {
    StringIds& table = parents.emplace_back();
    std::uint64_t texts = 1;
    while (table.add(texts * 0x9E3779B97F4A7C15ULL, 9, 1)) ++texts;
    any = texts > 1;
  }
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    Lanes lanes;
    lanes.forget();
    StringIds own;
    ::_exit(own.add(17, 3, 1) ? 7 : 8);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WEXITSTATUS(status) == 7);
}
