// How what channels have open ends: with its process, where chunks are missing, or with the
// capture.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/text/json_text.h"
#include "core/readers/capture/decoder.h"
#include "core/readers/capture/gpu.h"
#include "core/store/recording_marks.h"

namespace lanescope {

Ns CaptureDecoder::recorded_until(Ns written_ns) {
  return written_ns == 0 ? kMaxNs : written_ns;
}

void CaptureDecoder::mark_damage(const CaptureChunk& chunk) {
  is_unmarked_ = false;
  const Ns until_ns = saturating_sub(chunk.header.time_ns, clock_shift());
  if (processes_.empty() || chunk_ns_ == 0 || until_ns <= chunk_ns_) return;
  RowSink::Slice mark;
  mark.track = processes_.begin()->second.capture_track(*sink_);
  mark.category = sink_->category("overhead");
  mark.name = sink_->text(kDamagedMark);
  mark.begin_ns = chunk_ns_;
  mark.end_ns = until_ns;
  mark.place = Place(chunk.offset, 0);
  mark.concluded = true;
  sink_->slice(mark);
}

void CaptureDecoder::end_before_damage(ChannelDecoder& channel) {
  if (!channel.misses(damages_)) return;
  channel.leave_open(channel.written_ns(), *sink_);
  if (channel.kind() == wire::ChannelKind::Samples)
    samples_in(channel).end_open(recorded_until(channel.written_ns()), *sink_);
}

void CaptureDecoder::losses(std::uint32_t index, std::uint64_t offset, std::string_view text) {
  const MessageText lines(text);
  std::uint64_t lost = 0;
  for (const char* key : {"dropped_records", "cupti_dropped"}) {
    const std::int64_t count = token_int(lines.value(key)).value_or(0);
    lost += static_cast<std::uint64_t>(std::max<std::int64_t>(0, count));
  }
  const std::uint64_t reported = std::exchange(process(index).lost_records, 0);
  if (lost > reported)
    sink_->lost(Issue::RecordsDropped, offset, "at the end of a channel", lost - reported);
}

/// A process may be known by two numbers: as one that is sampled, and as one that joined.
void CaptureDecoder::end_samples(const std::string& pid) {
  for (const std::uint32_t index : numbers_[pid]) {
    auto at = samples_.lower_bound({index, 0});
    for (; at != samples_.end() && at->first.first == index; ++at)
      at->second.end_open(recorded_until(chunk_ns_), *sink_);
  }
}

bool CaptureDecoder::has_agent(const CaptureProcess& process) const {
  const auto at = numbers_.find(process.hello().value("pid"));
  return at != numbers_.end() && std::ranges::any_of(at->second, [&](std::uint32_t index) {
           const auto found = processes_.find(index);
           return found != processes_.end() && !found->second.is_only_sampled();
         });
}

void CaptureDecoder::leave_channels_open(std::uint32_t process, Ns until_ns) {
  auto at = channels_.lower_bound({process, 0});
  for (; at != channels_.end() && at->first.first == process; ++at) {
    end_before_damage(*at->second);
    at->second->leave_open(until_ns, *sink_);
  }
}

void CaptureDecoder::left(std::uint32_t index, const CaptureChunk& chunk) {
  const Ns left_ns = chunk.header.time_ns;
  leave_channels_open(index, left_ns == 0 ? kMinNs : saturating_sub(left_ns, clock_shift()));
  end_taken(process(index), sink_->last_ns(), *sink_);
  end_samples(process(index).hello().value("pid"));
  if (MessageText(chunk.text()).value("reason") != "killed") return;
  const CaptureProcess& of = process(index);
  const std::uint64_t launches = of.launches_behind_work();
  if (launches == 0) return;
  const std::string pid = of.hello().value("pid");
  sink_->issue(Issue::KernelsLost, chunk.offset, fmt::format("process {}", pid), launches);
}

void CaptureDecoder::finish_samples() {
  SampleTotals all;
  for (auto& [key, samples] : samples_) {
    samples.end_open(recorded_until(chunk_ns_), *sink_);
    all.include(samples.totals());
  }
  if (all.torn != 0)
    sink_->issue(Issue::TornSamples, 0, fmt::format("of {} samples", all.samples), all.torn);
  // Each would have been a sample of every thread, so it is no part of those taken.
  if (all.missed != 0) {
    sink_->issue(Issue::MissedSamples, 0, fmt::format("{} samples were taken", all.samples),
                 all.missed);
  }
}

void CaptureDecoder::finish(Ns until_ns) {
  for (auto& [key, channel] : channels_) {
    end_before_damage(*channel);
    channel->leave_open(until_ns, *sink_);
  }
  finish_samples();
  for (auto& [index, process] : processes_) {
    end_taken(process, sink_->last_ns(), *sink_);
    for (const auto& [forward, backward] : process.autograd.take())
      sink_->arrow("fwdbwd", {forward.track, forward.begin_ns, forward.place},
                   {backward.track, backward.begin_ns, backward.place});
  }
}

}  // namespace lanescope
