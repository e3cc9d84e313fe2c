// CaptureDecoder: from the records of a capture to raw rows. One for a whole capture; fed in the
// order of the file, or of what arrives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/readers/capture/calls.h"
#include "core/readers/capture/channel.h"
#include "core/readers/capture/file.h"
#include "core/readers/capture/index.h"
#include "core/readers/capture/process.h"
#include "core/readers/capture/sink.h"
#include "core/readers/capture/texts.h"

namespace lanescope {

class CaptureDecoder {
 public:
  enum class Links : std::uint8_t { Yes, None };
  /// `links`: whether calls are to be told apart, so that what they launch can be linked to them.
  explicit CaptureDecoder(CaptureSink& sink, Links links = Links::Yes);
  CaptureDecoder(const CaptureDecoder&) = delete;
  CaptureDecoder& operator=(const CaptureDecoder&) = delete;

  /// When the clock of each process was set, as an earlier pass has found it.
  void know_steps(const std::map<std::uint32_t, std::vector<ClockStep>>& steps);
  [[nodiscard]] std::map<std::uint32_t, std::vector<ClockStep>> clock_steps() const;
  /// What the clock says too much by now.
  [[nodiscard]] Ns clock_shift() const { return last_clock_ ? last_clock_->shift_ns() : 0; }

  /// A chunk about a process: its records, what it says of itself, its losses. False for others,
  /// which are about the capture.
  bool take(const CaptureChunk& chunk);
  /// Whole records of one channel; `offset` is where they stand in the file. Nothing in them is
  /// trusted.
  void records(std::uint32_t process, std::uint32_t channel, std::uint64_t offset,
               std::span<const std::byte> bytes);
  /// The capture is over: what is open stays open.
  void finish();

  /// What has begun and not ended, outermost first in each channel.
  [[nodiscard]] std::vector<CaptureSink::Slice> open_slices() const;
  /// The same, and forgets that they are open.
  std::vector<CaptureSink::Slice> take_open_slices();

  /// Calls within calls: work that names the first belongs to the second. As given to the sink.
  [[nodiscard]] const std::map<std::uint32_t, std::uint32_t>& aliases() const { return aliases_; }
  [[nodiscard]] const std::map<std::uint32_t, CaptureProcess>& processes() const {
    return processes_;
  }
  [[nodiscard]] const std::vector<CaptureDevice>& devices() const { return devices_; }
  [[nodiscard]] CaptureIndex take_index() { return std::move(index_); }
  [[nodiscard]] std::uint64_t record_count() const { return record_count_; }
  /// Calls too many to be told apart; they link nothing.
  [[nodiscard]] std::uint64_t calls_without_number() const { return calls_.without_number(); }

 private:
  CaptureProcess& process(std::uint32_t index);
  /// How many records of a process are gone by the count of who read its ring: those that no gap
  /// in a channel tells of are noted too.
  void losses(std::uint32_t process, std::uint64_t offset, std::string_view text);
  /// How a process left: of one that was killed CUPTI could not hand over all that it had.
  void left(std::uint32_t process, std::uint64_t offset, std::string_view text);
  ChannelDecoder& channel(std::uint32_t process, std::uint32_t number);
  void open_span(std::uint64_t offset, std::uint32_t table);
  void record(CaptureProcess& process, ChannelDecoder& channel, const CaptureRecord& record);
  void follow_clock(CaptureProcess& process, const CaptureRecord& record);
  bool host_record(CaptureProcess& process, ChannelDecoder& channel, const CaptureRecord& record);
  void reopen(CaptureProcess& process, ChannelDecoder& channel, const CaptureRecord& record);

  CaptureSink* sink_;
  CaptureCalls calls_;
  std::map<std::uint32_t, CaptureProcess> processes_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::unique_ptr<ChannelDecoder>> channels_;
  const CaptureClock* last_clock_ = nullptr;  // of the process whose Clock record was the last
  CaptureIndex index_;
  std::map<std::uint32_t, std::uint32_t> aliases_;
  std::vector<CaptureDevice> devices_;
  std::uint64_t record_count_ = 0;
};

}  // namespace lanescope
