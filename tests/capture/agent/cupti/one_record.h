// A buffer with one record of known bytes, and what is decoded from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/capture/agent/cupti/decode_bench.h"

namespace lanescope::agent {

/// A buffer with one record in which every byte differs from its neighbors.
struct OneRecord {
  explicit OneRecord(cupti::Kind kind) {
    made.add(bench.sizes, kind);
    for (std::size_t at = sizeof(std::uint32_t); at < made.bytes.size(); ++at)
      made.bytes[at] = static_cast<std::uint8_t>(at * 37 + 11);
  }
  template <typename Type>
  [[nodiscard]] Type operator[](cupti::Field<Type> field) const {
    Type value{};
    REQUIRE(field.offset + sizeof value <= made.bytes.size());
    std::memcpy(&value, made.bytes.data() + field.offset, sizeof value);
    return value;
  }
  [[nodiscard]] std::int64_t time(cupti::U64 field) const {
    return static_cast<std::int64_t>((*this)[field]);
  }
  template <typename Type>
  void set(cupti::Field<Type> field, Type value) {
    made.set(0, field.offset, value);
  }
  /// The single record decoded from it; strings are separate.
  ReadRecord decoded() {
    const auto records = bench.decode(made);
    strings = strings_of(records);
    std::vector<ReadRecord> others;
    for (const ReadRecord& record : records) {
      if (record.type() != wire::RecordType::String &&
          record.type() != wire::RecordType::ChannelOpen)
        others.push_back(record);
    }
    REQUIRE(others.size() == 1);
    return others[0];
  }
  /// Whether a pause that began with this record hides it.
  bool is_left_out(cupti::U64 start) {
    const auto any = [this] {
      for (const ReadRecord& record : bench.decode(made)) {
        if (record.type() != wire::RecordType::String &&
            record.type() != wire::RecordType::ChannelOpen)
          return true;
      }
      return false;
    };
    const std::int64_t at = time(start);
    bench.decoder.leave_out(at + 1, INT64_MAX);
    const bool comes_before = any();
    bench.decoder.leave_out(at, INT64_MAX);
    return comes_before && !any();
  }

  Bench bench;
  Made made;
  std::map<std::uint32_t, std::string> strings;
};

inline std::vector<std::uint8_t> bytes_at(const OneRecord& from, std::uint32_t offset,
                                          std::size_t count) {
  return {from.made.bytes.begin() + offset,
          from.made.bytes.begin() + offset + static_cast<std::ptrdiff_t>(count)};
}
template <typename Array>
std::vector<std::uint8_t> bytes_of(const Array& array) {
  const auto* const first = reinterpret_cast<const std::uint8_t*>(&array);
  return {first, first + sizeof array};
}

}  // namespace lanescope::agent
