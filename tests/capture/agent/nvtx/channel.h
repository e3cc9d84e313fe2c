// A program's NVTX with the agent in it, and the contents of one of its channels.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "capture/agent/nvtx/abi.h"
#include "capture/agent/nvtx/inject.h"
#include "tests/capture/agent/nvtx/client.h"
#include "tests/capture/agent/test_ring.h"

namespace lanescope::agent::nvtx {

using RangeId = std::uint64_t;
using Lines = std::vector<std::string>;

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

inline EventAttributes ascii(const char* text) {
  EventAttributes event{};
  event.version = 3;
  event.size = sizeof event;
  event.message_type = MessageType::Ascii;
  event.message.ascii = text;
  return event;
}

/// The contents of a channel, a line for each record: "push 1 name", "pop 1", "mark name in domain"
/// …
inline Lines lines_of(const std::vector<ReadRecord>& records) {
  std::map<std::uint32_t, std::string> strings{{0, ""}};
  Lines lines;
  const auto in = [&](std::uint32_t domain) {
    return domain == 0 ? "" : " in " + strings.at(domain);
  };
  for (const ReadRecord& record : records) {
    const std::uint32_t aux = record.header().aux;
    switch (record.type()) {
      case wire::RecordType::ChannelOpen:
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

}  // namespace lanescope::agent::nvtx
