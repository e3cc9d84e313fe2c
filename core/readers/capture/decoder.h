// CaptureDecoder: converts the records of a capture to raw rows. One per capture; fed in file
// order, or in order of arrival.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/readers/capture/channel.h"
#include "core/readers/capture/file.h"
#include "core/readers/capture/index.h"
#include "core/readers/capture/process.h"
#include "core/readers/capture/samples/samples.h"
#include "core/readers/capture/texts.h"
#include "core/readers/rows/calls.h"
#include "core/readers/rows/row_sink.h"
#include "core/readers/rows/step_prefix.h"

namespace lanescope {

class CaptureDecoder {
 public:
  enum class Links : std::uint8_t { Yes, None };
  /// `links`: whether to number calls, to link GPU work to its launch.
  explicit CaptureDecoder(RowSink& sink, Links links = Links::Yes);
  CaptureDecoder(const CaptureDecoder&) = delete;
  CaptureDecoder& operator=(const CaptureDecoder&) = delete;

  /// The clock steps of each process, found by an earlier pass.
  void know_steps(const std::map<std::uint32_t, std::vector<ClockStep>>& steps);
  [[nodiscard]] std::map<std::uint32_t, std::vector<ClockStep>> clock_steps() const;
  /// The current correction of the clock.
  [[nodiscard]] Ns clock_shift() const { return last_clock_ ? last_clock_->shift_ns() : 0; }

  /// Takes a chunk about a process: its records, metadata, or losses. False for chunks about the
  /// capture itself.
  bool take(const CaptureChunk& chunk);
  /// Complete records of one channel; `offset` is their place in the file. The content is not
  /// trusted.
  void records(std::uint32_t process, std::uint32_t channel, std::uint64_t offset,
               std::span<const std::byte> bytes);
  /// The capture is over; open slices are emitted as open, see ChannelDecoder::leave_open().
  void finish(Ns until_ns);

  /// Slices that have begun and not ended, outermost first in each channel.
  [[nodiscard]] std::vector<RowSink::Slice> open_slices() const;

  /// Nested calls, from inner to outer: work with the inner call's correlation belongs to the outer
  /// one. Numbers as given to the sink.
  [[nodiscard]] const std::map<std::uint32_t, std::uint32_t>& aliases() const { return aliases_; }
  [[nodiscard]] const std::map<std::uint32_t, CaptureProcess>& processes() const {
    return processes_;
  }
  [[nodiscard]] const std::vector<CaptureDevice>& devices() const { return devices_; }
  /// How the program marks its steps, see StepPrefixes::best().
  [[nodiscard]] std::string step_prefix() const { return steps_.best(); }
  /// Where in the file something is told of that began before what the recording has of it: the
  /// offsets of the places of these events, in order.
  [[nodiscard]] const std::vector<std::uint64_t>& begun_earlier() const { return begun_earlier_; }
  [[nodiscard]] CaptureIndex take_index() { return std::move(index_); }
  [[nodiscard]] std::uint64_t record_count() const { return record_count_; }
  /// What was sampled of a process; null if nothing was.
  [[nodiscard]] const CaptureSamples* samples_of(std::uint32_t process) const;
  /// Calls that could not be numbered and therefore link to nothing.
  [[nodiscard]] std::uint64_t calls_without_number() const { return calls_.without_number(); }

 private:
  CaptureProcess& process(std::uint32_t index);
  /// Reports a process's lost records, as counted by the reader of its rings, that no gap record in
  /// a channel has reported.
  void losses(std::uint32_t process, std::uint64_t offset, std::string_view text);
  /// Chunks are missing before this one: which of what is open ended there is not known.
  void mark_damage(const CaptureChunk& chunk);
  /// Ends what a channel had open when chunks went missing, if any did since its last one.
  void end_before_damage(ChannelDecoder& channel);
  /// How a process ended: if it was killed, CUPTI could not deliver everything.
  void left(std::uint32_t process, const CaptureChunk& chunk);
  void leave_channels_open(std::uint32_t process, Ns until_ns);
  /// What was recorded is no later than when it was written; 0: not known.
  [[nodiscard]] static Ns recorded_until(Ns written_ns);
  /// Ends all samples, and reports what is missing of them.
  void finish_samples();
  /// The process has ended, and with it what its threads did.
  void end_samples(const std::string& pid);
  /// Whether the agent is in a process: it tells of pauses itself.
  [[nodiscard]] bool has_agent(const CaptureProcess& process) const;
  ChannelDecoder& channel(std::uint32_t process, std::uint32_t number);
  void open_span(std::uint64_t offset, std::uint32_t table);
  void record(CaptureProcess& process, ChannelDecoder& channel, const CaptureRecord& record);
  void follow_clock(CaptureProcess& process, const CaptureRecord& record);
  bool host_record(CaptureProcess& process, ChannelDecoder& channel, const CaptureRecord& record);
  void reopen(CaptureProcess& process, ChannelDecoder& channel, const CaptureRecord& record);
  [[nodiscard]] std::vector<RowSink::Slice> open_host_slices() const;
  void introduce(std::uint32_t index, const MessageText& hello);
  CaptureSamples& samples_in(const ChannelDecoder& channel) {
    LANESCOPE_CHECK(channel.kind() == wire::ChannelKind::Samples,
                    "a channel of samples, not number {}", channel.table().channel);
    return samples_[{channel.table().process, channel.table().channel}];
  }

  RowSink* sink_;
  Links links_;
  CallNumbers calls_;
  std::map<std::uint32_t, CaptureProcess> processes_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::unique_ptr<ChannelDecoder>> channels_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, CaptureSamples> samples_;  // by channel
  std::unordered_map<std::string, std::set<std::uint32_t>> numbers_;  // of processes, by PID
  bool has_main_ = false;
  std::uint64_t hellos_ = 0;
  const CaptureClock* last_clock_ = nullptr;  // of the process that wrote the latest Clock record
  CaptureIndex index_;
  std::map<std::uint32_t, std::uint32_t> aliases_;
  std::vector<CaptureDevice> devices_;
  StepPrefixes steps_;
  std::vector<std::uint64_t> begun_earlier_;
  std::uint64_t record_count_ = 0;
  std::uint64_t damages_ = 0;  // places at which chunks are missing, so far
  bool is_unmarked_ = false;   // the last of them, as no chunk behind it had a time yet
  Ns chunk_ns_ = 0;            // when the last chunk was written; 0: not known
};

}  // namespace lanescope
