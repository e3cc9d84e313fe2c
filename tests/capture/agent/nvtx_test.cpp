#include <algorithm>
#include <barrier>
#include <pthread.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

#include "capture/agent/nvtx_inject.h"
#include "capture/agent/nvtx_ranges.h"
#include "capture/agent/nvtx_text.h"
#include "tests/capture/agent/nvtx_client.h"
#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;
using namespace lanescope::agent::nvtx;

namespace {

using RangeId = std::uint64_t;

/// A copy of NVTX with the agent's functions in it.
struct Nvtx : NvtxClient {
  Nvtx() {
    make_current();
    REQUIRE(fill_slots(export_table));
  }
  int push(const char* text) const { return core<int(const char*)>(kRangePushA)(text); }
  int pop() const { return core<int()>(kRangePop)(); }
  int push(const void* domain, const EventAttributes& event) const {
    return core2<int(const void*, const EventAttributes*)>(kDomainRangePushEx)(domain, &event);
  }
  int pop(const void* domain) const { return core2<int(const void*)>(kDomainRangePop)(domain); }
  const void* domain(const char* name) const {
    return core2<const void*(const char*)>(kDomainCreateA)(name);
  }
};

EventAttributes ascii(const char* text) {
  EventAttributes event{};
  event.version = 3;
  event.size = sizeof event;
  event.message_type = MessageType::Ascii;
  event.message.ascii = text;
  return event;
}

/// What stands in a lane, a line for each record: "push 1 name", "pop 1", "mark name in domain" …
std::vector<std::string> lines_of(const std::vector<ReadRecord>& records) {
  std::map<std::uint32_t, std::string> strings{{0, ""}};
  std::vector<std::string> lines;
  const auto in = [&](std::uint32_t domain) {
    return domain == 0 ? "" : " in " + strings.at(domain);
  };
  for (const ReadRecord& record : records) {
    const std::uint32_t aux = record.header().aux;
    switch (record.type()) {
      case wire::RecordType::LaneOpen:
        strings = {{0, ""}};
        break;
      case wire::RecordType::String:
        strings[aux] = record.extra<wire::StringRecord>(record.as<wire::StringRecord>().bytes);
        break;
      case wire::RecordType::RangePush: {
        const auto push = record.as<wire::RangePushRecord>();
        lines.push_back("push " + std::to_string(push.range) + " " + strings.at(aux) +
                        in(push.domain));
        break;
      }
      case wire::RecordType::RangePop:
        lines.push_back("pop " + std::to_string(aux));
        break;
      case wire::RecordType::Mark:
        lines.push_back("mark " + strings.at(aux) + in(record.as<wire::MarkRecord>().domain));
        break;
      case wire::RecordType::RangeStart:
        lines.push_back("start " + strings.at(aux) +
                        in(record.as<wire::RangeStartRecord>().domain));
        break;
      case wire::RecordType::RangeEnd:
        lines.push_back("end");
        break;
      case wire::RecordType::ThreadName:
        lines.push_back("thread " + std::to_string(record.as<wire::ThreadNameRecord>().tid) + " " +
                        strings.at(aux));
        break;
      default:
        lines.push_back("?");
    }
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

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

TEST_CASE("marks, started ranges and names of threads are told, too") {
  TestRing ring;
  const RecordingTo recording(ring);
  const Nvtx nvtx;
  const EventAttributes event = ascii("now");
  nvtx.core<void(const EventAttributes*)>(kMarkEx)(&event);
  nvtx.core<void(const char*)>(kMarkA)("here");
  nvtx.core<void(const wchar_t*)>(kMarkW)(L"da");
  const RangeId first = nvtx.core<RangeId(const char*)>(kRangeStartA)("load");
  const RangeId second = nvtx.core<RangeId(const wchar_t*)>(kRangeStartW)(L"save");
  CHECK(first != second);
  nvtx.core<void(RangeId)>(kRangeEnd)(first);
  nvtx.core<void(std::uint32_t, const char*)>(kNameOsThreadA)(77, "loader");
  const auto records = ring.read(1);
  CHECK(lines_of(records) == Lines{"mark now", "mark here", "mark da", "start load", "start save",
                                   "end", "thread 77 loader"});
  std::vector<RangeId> ids;
  for (const ReadRecord& record : records) {
    if (record.type() == wire::RecordType::RangeStart)
      ids.push_back(record.as<wire::RangeStartRecord>().id);
    if (record.type() == wire::RecordType::RangeEnd)
      ids.push_back(record.as<wire::RangeEndRecord>().id);
  }
  CHECK(ids == std::vector<RangeId>{first, second, first});
}

TEST_CASE("ranges are started and ended in a domain, too") {
  TestRing ring;
  const RecordingTo recording(ring);
  const Nvtx nvtx;
  const EventAttributes event = ascii("now");
  const void* const domain = nvtx.domain("training");
  nvtx.core2<void(const void*, const EventAttributes*)>(kDomainMarkEx)(domain, &event);
  const auto start = nvtx.core2<RangeId(const void*, const EventAttributes*)>(kDomainRangeStartEx);
  const bool is_there = start != nullptr;
  REQUIRE(is_there);
  nvtx.core2<void(const void*, RangeId)>(kDomainRangeEnd)(domain, start(domain, &event));
  CHECK(lines_of(ring.read(1)) == Lines{"mark now in training", "start now in training", "end"});
}

TEST_CASE("a thread that is about to end may use NVTX in the last of its destructors") {
  TestRing ring;
  const RecordingTo recording(ring);
  static const Nvtx* nvtx_of_all = nullptr;
  const Nvtx nvtx;
  nvtx_of_all = &nvtx;
  nvtx.push("main");  // what the agent needs of threads is there now
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

TEST_CASE("all copies of NVTX in a process share domains and registered strings") {
  TestRing ring;
  const RecordingTo recording(ring);
  const Nvtx one;
  const Nvtx other;
  const void* const domain = one.domain("training");
  CHECK(other.domain("training") == domain);
  CHECK(other.domain("other") != domain);
  EventAttributes event = ascii("");
  event.message_type = MessageType::Registered;
  event.message.registered =
      one.core2<const void*(const void*, const char*)>(kDomainRegisterStringA)(domain, "kept");
  CHECK(other.core2<const void*(const void*, const wchar_t*)>(kDomainRegisterStringW)(
            domain, L"kept") == event.message.registered);
  other.push(domain, event);
  one.core2<void(const void*)>(kDomainDestroy)(domain);
  CHECK(one.pop(domain) == 0);
  CHECK(lines_of(ring.read(1)) == Lines{"push 1 kept in training", "pop 1"});
}

TEST_CASE("what a program passes that is not as agreed does no harm") {
  TestRing ring;
  const RecordingTo recording(ring);
  const Nvtx nvtx;
  CHECK(nvtx.push(nullptr) == 0);
  CHECK(nvtx.core<int(const EventAttributes*)>(kRangePushEx)(nullptr) == 1);
  EventAttributes event = ascii("short");
  event.size = 8;
  nvtx.core<void(const EventAttributes*)>(kMarkEx)(&event);
  event = ascii("unknown kind");
  event.message_type = static_cast<MessageType>(9);
  nvtx.core<void(const EventAttributes*)>(kMarkEx)(&event);
  event.message_type = MessageType::Registered;
  event.message.registered = nullptr;
  nvtx.core<void(const EventAttributes*)>(kMarkEx)(&event);
  CHECK(nvtx.domain(nullptr) != nullptr);
  const std::string longest(5000, 'x');
  nvtx.push(longest.c_str());
  const auto records = ring.read(1);
  const Lines lines = lines_of(records);
  CHECK(Lines(lines.begin(), lines.begin() + 5) ==
        Lines{"push 1 ", "push 2 ", "mark ", "mark ", "mark "});
  CHECK(lines.back() == "push 3 " + std::string(wire::kMaxStringBytes, 'x'));
  const auto cut = std::find_if(records.begin(), records.end(), [](const ReadRecord& record) {
    return record.type() == wire::RecordType::String &&
           record.as<wire::StringRecord>().flags == wire::kStringCut;
  });
  CHECK(cut != records.end());
  for (int range = 0; range < 3; ++range) nvtx.pop();

  CHECK_FALSE(fill_slots(nullptr));
  CHECK_FALSE(fill_slots([](std::uint32_t) -> const void* { return nullptr; }));
}

TEST_CASE("an NVTX with fewer functions gets those that it has") {
  NvtxClient older;
  older.remove_core(kRangePushW);
  older.shorten_core2(kDomainRangePop);
  older.make_current();
  CHECK(fill_slots(NvtxClient::export_table));
  CHECK(bool(older.core<void()>(kRangePushA)));
  CHECK_FALSE(bool(older.core<void()>(kRangePushW)));
  CHECK(bool(older.core2<void()>(kDomainRangePushEx)));
  CHECK_FALSE(bool(older.core2<void()>(kDomainRangePop)));
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

TEST_CASE("ranges of another lane are not popped in this one") {
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
  CHECK(ring.lane(2).dropped_records.load() == kBeyond);
  Lines deep = lines_of(ring.read(2));
  std::erase(deep, "?");  // the gap, which tells how many are missing
  CHECK(deep.size() == 2 * kKept);
  CHECK(deep.back() == "pop 1");
}

TEST_CASE("threads that register the same strings at once get the same handles") {
  std::vector<std::vector<const KeptText*>> handles(4);
  std::vector<std::thread> threads;
  std::barrier all_are_there(4);
  for (auto& own : handles) {
    threads.emplace_back([&] {
      all_are_there.arrive_and_wait();
      for (int text = 0; text < 5000; ++text)
        own.push_back(keep_text("text " + std::to_string(text)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& own : handles) CHECK(own == handles.front());
  CHECK(handles.front()[4321]->view() == "text 4321");
}

TEST_CASE("every function of NVTX that has a text takes it in each of its forms") {
  TestRing ring;
  const RecordingTo recording(ring);
  const Nvtx nvtx;
  const EventAttributes event = ascii("ex");
  EventAttributes wide = event;
  wide.message_type = MessageType::Wide;
  wide.message.wide = L"wide";
  nvtx.core<void(const EventAttributes*)>(kMarkEx)(&wide);
  const RangeId id = nvtx.core<RangeId(const EventAttributes*)>(kRangeStartEx)(&event);
  CHECK(id != 0);
  nvtx.core<void(RangeId)>(kRangeEnd)(id);
  nvtx.core<void(std::uint32_t, const wchar_t*)>(kNameOsThreadW)(78, L"saver");
  const void* const domain =
      nvtx.core2<const void*(const wchar_t*)>(kDomainCreateW)(L"wide domain");
  CHECK(nvtx.push(domain, event) == 0);
  CHECK(nvtx.pop(domain) == 0);
  CHECK(lines_of(ring.read(1)) == Lines{"mark wide", "start ex", "end", "thread 78 saver",
                                        "push 1 ex in wide domain", "pop 1"});
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
    if (record.type() == wire::RecordType::String || record.type() == wire::RecordType::LaneOpen)
      continue;
    REQUIRE(at + 1 < moments.size());
    // The first field of each of them.
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

TEST_CASE("a range that found no room in the lane has no number, and no pop") {
  TestRing ring({1 + 2, 1U << 16, 4096});
  const RecordingTo recording(ring);
  const Nvtx nvtx;
  nvtx.push("seen");
  {
    const Recording now;
    while (now.lane().write(0, wire::MarkRecord{})) {
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

TEST_CASE("a handle of a domain that nobody has given is no domain") {
  TestRing ring;
  const RecordingTo recording(ring);
  const Nvtx nvtx;
  const EventAttributes event = ascii("now");
  const auto mark = nvtx.core2<void(const void*, const EventAttributes*)>(kDomainMarkEx);
  const auto* const kept = reinterpret_cast<const char*>(nvtx.domain("real"));
  for (const void* odd : {static_cast<const void*>(&event), static_cast<const void*>(kept + 1),
                          static_cast<const void*>(kept + kKeptBytes)})
    mark(odd, &event);
  mark(kept, &event);
  CHECK(lines_of(ring.read(1)) == Lines{"mark now", "mark now", "mark now", "mark now in real"});
}

TEST_CASE("an NVTX that hands out no table, or an older one, is left alone") {
  static NvtxClient client;
  client.make_current();
  static agent::nvtx::CallbacksTable table{};
  const auto get = [](std::uint32_t) -> const void* { return &table; };
  table = *static_cast<const CallbacksTable*>(NvtxClient::export_table(kCallbacksTable));
  --table.struct_size;
  CHECK_FALSE(fill_slots(get));
  ++table.struct_size;
  table.get_module_functions = [](int, FunctionTable*, unsigned* size) {
    *size = 16;
    return 0;  // it does not know the module: what it has written is nothing
  };
  CHECK(fill_slots(get));
  table.get_module_functions = [](int, FunctionTable* functions, unsigned* size) {
    *functions = nullptr;
    *size = 16;
    return 1;
  };
  CHECK(fill_slots(get));
}
