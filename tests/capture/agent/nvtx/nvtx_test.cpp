// What a program sends through NVTX: marks, names, domains and handles, for any version of NVTX.
#include <algorithm>
#include <barrier>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "capture/agent/nvtx/inject.h"
#include "capture/agent/nvtx/text.h"
#include "tests/capture/agent/nvtx/channel.h"

using namespace lanescope;
using namespace lanescope::agent;
using namespace lanescope::agent::nvtx;

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
    return 0;  // unknown module: what it has written is invalid
  };
  CHECK(fill_slots(get));
  table.get_module_functions = [](int, FunctionTable* functions, unsigned* size) {
    *functions = nullptr;
    *size = 16;
    return 1;
  };
  CHECK(fill_slots(get));
}
