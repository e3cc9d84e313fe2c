// The records of a sampler's channel, with numbers replaced by what they stand for.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "capture/wire/records.h"

namespace lanescope {

struct DecodedSample {
  wire::SampleRecord record{};
  wire::SampledState state{};
  std::uint32_t flags = 0;
  std::string wait;
  std::vector<std::string> frames;  // innermost first: "tokenize@data.py:12+34"
};

struct DecodedNativeSample {
  wire::NativeSampleRecord record{};
  std::vector<std::string> frames;  // innermost first: "spin (program)"
};

class DecodedSamples {
 public:
  /// Fails the case where a number is used before it is defined, or the framing is broken.
  void add(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      wire::RecordHeader header;
      REQUIRE(bytes.size() >= sizeof header);
      std::memcpy(&header, bytes.data(), sizeof header);
      const std::size_t size = header.words * wire::kWord;
      REQUIRE(size >= sizeof header);
      REQUIRE(size <= bytes.size());
      add_record(header, bytes.first(size));
      bytes = bytes.subspan(size);
    }
  }

  std::vector<DecodedSample> samples;
  std::vector<DecodedNativeSample> native;
  std::vector<wire::ThreadSwitchRecord> switches;
  std::vector<wire::SwitchGapRecord> gaps;  // between switches
  std::vector<wire::GapRecord> pauses;
  std::map<std::uint32_t, std::string> names;           // of threads
  std::map<std::string, std::vector<double>> counters;  // values by name
  std::vector<wire::SampleStatsRecord> stats;
  std::vector<wire::ClockRecord> clocks;
  std::vector<wire::ChannelOpenRecord> opened;

 private:
  template <typename Record>
  static Record as(std::span<const std::byte> bytes) {
    Record record;
    REQUIRE(bytes.size() >= sizeof record);
    std::memcpy(&record, bytes.data(), sizeof record);
    return record;
  }
  const std::string& text(std::uint32_t number) const {
    REQUIRE(strings_.contains(number));
    return strings_.at(number);
  }
  void add_record(const wire::RecordHeader& header, std::span<const std::byte> bytes) {
    using Type = wire::RecordType;
    if (opened.empty()) REQUIRE(header.type == static_cast<std::uint16_t>(Type::ChannelOpen));
    switch (static_cast<Type>(header.type)) {
      case Type::ChannelOpen:
        CHECK(header.aux == static_cast<std::uint32_t>(wire::ChannelKind::Samples));
        opened.push_back(as<wire::ChannelOpenRecord>(bytes));
        strings_ = {{0, ""}};
        codes_.clear();
        stacks_ = {{0, {}}};
        native_stacks_ = {{0, {}}};
        return;
      case Type::String:
        return add_string(header.aux, bytes);
      case Type::Code:
        return add_code(header.aux, bytes);
      case Type::Stack:
        return add_stack(header.aux, bytes);
      case Type::Sample:
        return add_sample(header.aux, as<wire::SampleRecord>(bytes));
      case Type::NativeStack:
        return add_native_stack(header.aux, bytes);
      case Type::NativeSample:
        REQUIRE(native_stacks_.contains(header.aux));
        native.push_back({as<wire::NativeSampleRecord>(bytes), native_stacks_.at(header.aux)});
        return;
      case Type::ThreadSwitch:
        switches.push_back(as<wire::ThreadSwitchRecord>(bytes));
        return;
      case Type::SwitchGap:
        gaps.push_back(as<wire::SwitchGapRecord>(bytes));
        return;
      case Type::Gap:
        CHECK(wire::GapReason{header.aux} == wire::GapReason::Paused);
        pauses.push_back(as<wire::GapRecord>(bytes));
        return;
      case Type::ThreadName:
        names[as<wire::ThreadNameRecord>(bytes).tid] = text(header.aux);
        return;
      case Type::Counter:
        counters[text(header.aux)].push_back(as<wire::CounterRecord>(bytes).value);
        return;
      case Type::SampleStats:
        stats.push_back(as<wire::SampleStatsRecord>(bytes));
        return;
      case Type::Clock:
        clocks.push_back(as<wire::ClockRecord>(bytes));
        return;
      default:
        FAIL("a record of type ", header.type);
    }
  }
  void add_string(std::uint32_t number, std::span<const std::byte> bytes) {
    const auto record = as<wire::StringRecord>(bytes);
    REQUIRE(sizeof record + record.bytes <= bytes.size());
    const auto* const text = reinterpret_cast<const char*>(bytes.data()) + sizeof record;
    CHECK(strings_.emplace(number, std::string(text, record.bytes)).second);
  }
  void add_code(std::uint32_t number, std::span<const std::byte> bytes) {
    const auto record = as<wire::CodeRecord>(bytes);
    CHECK(sizeof record + record.table_bytes <= bytes.size());
    const std::string code =
        fmt::format("{}@{}:{}", text(record.name), text(record.file), record.first_line);
    CHECK(codes_.emplace(number, code).second);
  }
  void add_stack(std::uint32_t number, std::span<const std::byte> bytes) {
    const auto record = as<wire::StackRecord>(bytes);
    REQUIRE(sizeof record + record.depth * sizeof(wire::StackFrame) <= bytes.size());
    std::vector<std::string> frames;
    for (std::uint32_t i = 0; i < record.depth; ++i) {
      const auto frame =
          as<wire::StackFrame>(bytes.subspan(sizeof record + i * sizeof(wire::StackFrame)));
      REQUIRE(codes_.contains(frame.code));
      frames.push_back(fmt::format("{}+{}", codes_.at(frame.code), frame.instruction));
    }
    CHECK(stacks_.emplace(number, frames).second);
  }
  void add_native_stack(std::uint32_t number, std::span<const std::byte> bytes) {
    const auto record = as<wire::NativeStackRecord>(bytes);
    REQUIRE(sizeof record + record.count * sizeof(std::uint32_t) <= bytes.size());
    std::vector<std::string> frames;
    for (std::uint32_t i = 0; i < record.count; ++i)
      frames.push_back(
          text(as<std::uint32_t>(bytes.subspan(sizeof record + i * sizeof(std::uint32_t)))));
    CHECK(native_stacks_.emplace(number, frames).second);
  }
  void add_sample(std::uint32_t aux, const wire::SampleRecord& record) {
    REQUIRE(stacks_.contains(record.stack));
    samples.push_back({record, static_cast<wire::SampledState>(aux & 0xFFU), aux >> 8U,
                       text(record.wait), stacks_.at(record.stack)});
  }

  std::map<std::uint32_t, std::string> strings_;
  std::map<std::uint32_t, std::string> codes_;
  std::map<std::uint32_t, std::vector<std::string>> stacks_, native_stacks_;
};

}  // namespace lanescope
