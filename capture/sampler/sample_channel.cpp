#include "capture/sampler/sample_channel.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <utility>

#include "core/base/check.h"

namespace lanescope {
namespace {

Ns clock_ns(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return Ns{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

std::uint64_t hash_of(std::span<const wire::StackFrame> frames, std::uint32_t flags) {
  std::uint64_t hash = flags + 0x9E3779B97F4A7C15U;
  for (const wire::StackFrame& frame : frames) {
    hash ^= std::uint64_t{frame.code} << 32U | static_cast<std::uint32_t>(frame.instruction);
    hash *= 0xFF51AFD7ED558CCDU;
    hash ^= hash >> 32U;
  }
  return hash;
}

bool is_same(const wire::StackFrame& a, const wire::StackFrame& b) {
  return a.code == b.code && a.instruction == b.instruction;
}

}  // namespace

template <typename Record>
void SampleChannel::write(wire::RecordType type, std::uint32_t aux, Record record,
                          std::span<const std::byte> extra) {
  LANESCOPE_CHECK(is_open_ || type == wire::RecordType::ChannelOpen, "a channel that is open");
  const std::size_t size = wire::record_bytes<Record>(extra.size());
  LANESCOPE_CHECK(size <= wire::kMaxRecordBytes, "a record of {} bytes", size);
  record.header = {static_cast<std::uint16_t>(type), static_cast<std::uint16_t>(size / wire::kWord),
                   aux};
  const std::size_t at = bytes_.size();
  bytes_.resize(at + size);
  std::memcpy(bytes_.data() + at, &record, sizeof record);
  if (!extra.empty()) std::memcpy(bytes_.data() + at + sizeof record, extra.data(), extra.size());
}

void SampleChannel::open(Ns now_ns) {
  strings_.clear();
  text_bytes_ = 0;
  codes_.clear();
  last_code_ = 0;
  stacks_.clear();
  last_stack_ = 0;
  frames_.clear();
  native_stacks_.clear();
  native_frames_ = 0;
  is_open_ = true;
  wire::ChannelOpenRecord record{};
  record.time_ns = now_ns;
  record.pid = pid_;
  write(wire::RecordType::ChannelOpen, static_cast<std::uint32_t>(wire::ChannelKind::Samples),
        record);
}

bool SampleChannel::full() const {
  return strings_.size() >= kMostStrings || text_bytes_ >= kMostTextBytes ||
         last_code_ >= kMostCodes || last_stack_ >= kMostStacks || frames_.size() >= kMostFrames ||
         native_stacks_.size() >= kMostNativeStacks || native_frames_ >= kMostNativeFrames;
}

std::uint32_t SampleChannel::string(std::string_view text) {
  if (text.empty()) return 0;
  const bool cut = text.size() > wire::kMaxStringBytes;
  text = text.substr(0, wire::kMaxStringBytes);
  if (const auto known = strings_.find(text); known != strings_.end()) return known->second;
  const auto number = static_cast<std::uint32_t>(strings_.size() + 1);
  strings_.emplace(text, number);
  text_bytes_ += text.size();
  wire::StringRecord record{};
  record.bytes = static_cast<std::uint32_t>(text.size());
  record.flags = cut ? wire::kStringCut : 0;
  write(wire::RecordType::String, number, record, std::as_bytes(std::span(text)));
  return number;
}

std::uint32_t SampleChannel::code(std::uint64_t number, PythonProcess& process) {
  if (const auto known = codes_.find(number); known != codes_.end()) return known->second;
  const PythonCode* const read = process.code(number);
  if (read == nullptr) return 0;
  return codes_[number] = define_code(*read);
}

std::uint32_t SampleChannel::define_code(const PythonCode& code) {
  wire::CodeRecord record{};
  record.address = code.address;
  record.name = string(code.name);
  record.file = string(code.file);
  record.first_line = code.first_line;
  record.python = code.python;
  const bool cut = code.table_cut || code.line_table.size() > kMostTableBytes;
  record.flags = cut ? wire::kCodeTableCut : std::uint16_t{0};
  const std::size_t bytes = std::min(code.line_table.size(), kMostTableBytes);
  record.table_bytes = static_cast<std::uint32_t>(bytes);
  write(wire::RecordType::Code, ++last_code_, record, std::span(code.line_table).first(bytes));
  return last_code_;
}

void SampleChannel::forget_code() {
  codes_.clear();
}

bool SampleChannel::is_stack(const KnownStack& known, std::uint32_t flags) const {
  const auto frames = std::span(frames_).subspan(known.begin, known.depth);
  return known.flags == flags && std::ranges::equal(frames, wanted_, is_same);
}

std::optional<std::uint32_t> SampleChannel::stack(std::span<const PythonFrame> frames, bool cut,
                                                  PythonProcess& process) {
  if (frames.empty()) return 0;
  cut = cut || frames.size() > kMostDepth;
  wanted_.clear();
  for (const PythonFrame& frame : frames.first(std::min(frames.size(), kMostDepth))) {
    const std::uint32_t number = code(frame.code, process);
    if (number == 0) return std::nullopt;
    wanted_.push_back({number, frame.instruction});
  }
  const std::uint32_t flags = cut ? wire::kStackCut : 0;
  KnownStack& known = stacks_[hash_of(wanted_, flags)];
  if (known.number != 0 && is_stack(known, flags)) return known.number;
  // Of two stacks with one hash, the table knows the later one.
  known = {frames_.size(), wanted_.size(), flags, ++last_stack_};
  frames_.insert(frames_.end(), wanted_.begin(), wanted_.end());
  wire::StackRecord record{};
  record.depth = static_cast<std::uint32_t>(wanted_.size());
  record.flags = flags;
  write(wire::RecordType::Stack, known.number, record, std::as_bytes(std::span(wanted_)));
  return known.number;
}

std::uint32_t SampleChannel::native_stack(std::span<const std::string_view> frames) {
  if (frames.empty()) return 0;
  std::vector<std::uint32_t> numbers;
  for (const std::string_view frame : frames.first(std::min(frames.size(), kMostDepth)))
    numbers.push_back(string(frame));
  const auto next = static_cast<std::uint32_t>(native_stacks_.size() + 1);
  const auto [known, is_new] = native_stacks_.try_emplace(std::move(numbers), next);
  if (!is_new) return known->second;
  native_frames_ += known->first.size();
  wire::NativeStackRecord record{};
  record.count = static_cast<std::uint32_t>(known->first.size());
  write(wire::RecordType::NativeStack, next, record, std::as_bytes(std::span(known->first)));
  return next;
}

void SampleChannel::sample(const wire::SampleRecord& record, wire::SampledState state,
                           std::uint32_t flags) {
  LANESCOPE_CHECK(record.first_ns <= record.last_ns && record.count > 0, "a run of {} samples",
                  record.count);
  write(wire::RecordType::Sample, static_cast<std::uint32_t>(state) | flags << 8U, record);
}

void SampleChannel::native_sample(std::uint32_t tid, Ns time_ns, std::uint32_t stack,
                                  Ns period_ns) {
  LANESCOPE_CHECK(stack <= native_stacks_.size(), "stack {} of {}", stack, native_stacks_.size());
  const auto period_us = static_cast<std::uint32_t>(period_ns / 1000);
  write(wire::RecordType::NativeSample, stack,
        wire::NativeSampleRecord{{}, time_ns, tid, period_us});
}

void SampleChannel::thread_switch(std::uint32_t tid, Ns time_ns, wire::SwitchKind kind) {
  write(wire::RecordType::ThreadSwitch, static_cast<std::uint32_t>(kind),
        wire::ThreadSwitchRecord{{}, time_ns, tid, 0});
}

void SampleChannel::switch_gap(Ns begin_ns, Ns end_ns) {
  write(wire::RecordType::SwitchGap, 0, wire::SwitchGapRecord{{}, begin_ns, end_ns});
}

void SampleChannel::pause(Ns begin_ns, Ns end_ns) {
  write(wire::RecordType::Gap, static_cast<std::uint32_t>(wire::GapReason::Paused),
        wire::GapRecord{{}, begin_ns, end_ns, 0, 0});
}

void SampleChannel::name_thread(std::uint32_t tid, std::string_view name) {
  const std::uint32_t number = string(name);
  write(wire::RecordType::ThreadName, number, wire::ThreadNameRecord{{}, tid, 0});
}

void SampleChannel::counter(std::string_view name, Ns time_ns, double value) {
  const std::uint32_t number = string(name);
  write(wire::RecordType::Counter, number, wire::CounterRecord{{}, time_ns, value});
}

void SampleChannel::stats(const wire::SampleStatsRecord& record) {
  write(wire::RecordType::SampleStats, 0, record);
}

void SampleChannel::clock() {
  wire::ClockRecord record{};
  record.monotonic_raw_ns = clock_ns(CLOCK_MONOTONIC_RAW);
  record.realtime_ns = clock_ns(CLOCK_REALTIME);
  record.monotonic_ns = clock_ns(CLOCK_MONOTONIC);
  record.boottime_ns = clock_ns(CLOCK_BOOTTIME);
  write(wire::RecordType::Clock, 0, record);
}

}  // namespace lanescope
