// Records of ranges as an agent writes them, for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "capture/wire/records.h"

namespace lanescope {

class MadeRanges {
 public:
  MadeRanges& open(std::uint32_t tid) {
    wire::ChannelOpenRecord record{};
    record.tid = tid;
    return add(wire::RecordType::ChannelOpen, 0, record);
  }
  MadeRanges& text(std::uint32_t number, std::string_view name) {
    wire::StringRecord record{};
    record.bytes = static_cast<std::uint32_t>(name.size());
    return add(wire::RecordType::String, number, record, name);
  }
  MadeRanges& push(std::int64_t time_ns, std::uint32_t name, std::uint32_t range) {
    wire::RangePushRecord record{};
    record.time_ns = time_ns;
    record.range = range;
    return add(wire::RecordType::RangePush, name, record);
  }
  MadeRanges& pop(std::int64_t time_ns, std::uint32_t range) {
    wire::RangePopRecord record{};
    record.time_ns = time_ns;
    return add(wire::RecordType::RangePop, range, record);
  }
  MadeRanges& start(std::int64_t time_ns, std::uint32_t name, std::uint64_t id) {
    wire::RangeStartRecord record{};
    record.time_ns = time_ns;
    record.id = id;
    return add(wire::RecordType::RangeStart, name, record);
  }
  MadeRanges& end(std::int64_t time_ns, std::uint64_t id) {
    wire::RangeEndRecord record{};
    record.time_ns = time_ns;
    record.id = id;
    return add(wire::RecordType::RangeEnd, 0, record);
  }
  MadeRanges& mark(std::int64_t time_ns, std::uint32_t name) {
    wire::MarkRecord record{};
    record.time_ns = time_ns;
    return add(wire::RecordType::Mark, name, record);
  }
  MadeRanges& gap() {
    return add(wire::RecordType::Gap, static_cast<std::uint32_t>(wire::GapReason::ChannelFull),
               wire::GapRecord{});
  }

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  template <typename Record>
  MadeRanges& add(wire::RecordType type, std::uint32_t aux, Record record,
                  std::string_view text = {}) {
    const std::size_t size = wire::record_bytes<Record>(text.size());
    record.header = {static_cast<std::uint16_t>(type),
                     static_cast<std::uint16_t>(size / wire::kWord), aux};
    const std::size_t at = bytes_.size();
    bytes_.resize(at + size);
    std::memcpy(bytes_.data() + at, &record, sizeof record);
    if (!text.empty()) std::memcpy(bytes_.data() + at + sizeof record, text.data(), text.size());
    return *this;
  }

  std::vector<std::byte> bytes_;
};

}  // namespace lanescope
