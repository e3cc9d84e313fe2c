// Decodes the records that threads of the target wrote.
#include "core/readers/capture/decoder.h"

namespace lanescope {
namespace {

/// With the clock corrected.
Ns time_of(CaptureProcess& process, const ChannelDecoder& channel, const CaptureRecord& record,
           Ns time_ns) {
  return process.clock.of_thread(channel.table().channel, record.offset, time_ns);
}

void begin_call(CaptureProcess& process, ChannelDecoder& channel, const CaptureRecord& record,
                RowSink& sink) {
  const auto r = record.as<wire::ApiBeginRecord>();
  const bool driver =
      (r.header.aux >> 24U & 0xFU) == static_cast<std::uint32_t>(wire::ApiDomain::Driver);
  RowSink::Slice slice;
  slice.track = process.host_track(channel.tid(), sink);
  slice.category = sink.category(driver ? "cuda_driver" : "cuda_runtime");
  slice.name = channel.text(r.api).name;
  slice.begin_ns = time_of(process, channel, record, r.time_ns);
  slice.place = channel.place_of(record);
  slice.correlation = process.correlation(r.correlation);
  slice.stack = CaptureTable::at(channel.table().stacks, r.stack) != 0;  // 0 if it was damaged
  process.clock.note_call(r.correlation);
  if (wire::ApiClass{r.header.aux >> 28U} == wire::ApiClass::Launch)
    process.note_launch(r.correlation);
  channel.open(slice, true, r.correlation);
}

void push_range(CaptureProcess& process, ChannelDecoder& channel, const CaptureRecord& record,
                StepPrefixes& steps, RowSink& sink) {
  const auto r = record.as<wire::RangePushRecord>();
  const ChannelDecoder::Text text = channel.text(r.header.aux);
  RowSink::Slice slice;
  slice.track = process.host_track(channel.tid(), sink);
  slice.category = sink.category(text.op ? "cpu_op" : "user_annotation");
  slice.name = text.name;
  slice.begin_ns = time_of(process, channel, record, r.time_ns);
  slice.place = channel.place_of(record);
  if (text.op && text.sequence >= 0) {
    const AutogradPairs::Op op{text.sequence, slice.track, slice.begin_ns, slice.place};
    channel.in_engine_call() ? process.autograd.backward(op) : process.autograd.forward(op);
  }
  if (!text.op) steps.note(sink.text_of(text.name), slice.track);
  channel.open(slice, false, r.range, text.engine_call);
}

/// Ranges that may start on one thread and end on another. Returns their track.
LocalId async_range(CaptureProcess& process, Place place, LocalId name, Ns time_ns,
                    std::uint64_t id, AsyncPhase phase, RowSink& sink) {
  RawAsync span;
  span.time_ns = time_ns;
  span.id = id * 0x9E3779B97F4A7C15U ^ process.pid(sink);
  span.place = place;
  span.name = name;
  span.category = sink.category("user_annotation");
  span.track = sink.track({process.pid(sink), sink.text("NVTX ranges"), TrackRole::Async, -1, -1});
  span.lane = sink.lane(span.track, span.category);
  span.phase = phase;
  sink.async(span);
  return span.track;
}

void mark(CaptureProcess& process, ChannelDecoder& channel, const CaptureRecord& record,
          RowSink& sink) {
  const auto r = record.as<wire::MarkRecord>();
  sink.instant(process.host_track(channel.tid(), sink), sink.category("user_annotation"),
               channel.text(r.header.aux).name, time_of(process, channel, record, r.time_ns),
               record.place());
}

void allocator_sample(CaptureProcess& process, const ChannelDecoder& channel,
                      const AllocatorSamples::Sample& sample, Ns time_ns, RowSink& sink) {
  constexpr std::int32_t kCuda = 1;  // c10::DeviceType
  RawMemory memory;
  memory.device_type = kCuda;
  memory.device_id = sample.device;
  memory.has_totals = true;
  memory.allocated = sample.allocated;
  memory.reserved = sample.reserved;
  sink.memory(process.host_track(channel.tid(), sink), time_ns, sample.place, memory);
}

}  // namespace

bool CaptureDecoder::host_record(CaptureProcess& process, ChannelDecoder& channel,
                                 const CaptureRecord& record) {
  const auto time = [&](Ns time_ns) { return time_of(process, channel, record, time_ns); };
  switch (record.type()) {
    case wire::RecordType::ApiBegin:
      begin_call(process, channel, record, *sink_);
      return true;
    case wire::RecordType::ApiEnd: {
      const auto r = record.as<wire::ApiEndRecord>();
      if (r.header.aux != 0) process.note_failure(r.correlation);
      if (!channel.close_call(r.correlation, time(r.time_ns), *sink_))
        sink_->lost(Issue::EndWithoutBegin, record.offset, "a call");
      return true;
    }
    case wire::RecordType::RangePush:
      push_range(process, channel, record, steps_, *sink_);
      return true;
    case wire::RecordType::RangePop: {
      const auto r = record.as<wire::RangePopRecord>();
      if (!channel.close_range(r.header.aux, time(r.time_ns), *sink_))
        sink_->lost(Issue::EndWithoutBegin, record.offset, "an NVTX range");
      return true;
    }
    case wire::RecordType::RangeStart: {
      const auto r = record.as<wire::RangeStartRecord>();
      const LocalId track =
          async_range(process, channel.place_of(record), channel.text(r.header.aux).name,
                      time(r.time_ns), r.id, AsyncPhase::Begin, *sink_);
      steps_.note(sink_->text_of(channel.text(r.header.aux).name), track);
      return true;
    }
    case wire::RecordType::RangeEnd: {
      const auto r = record.as<wire::RangeEndRecord>();
      async_range(process, record.place(), sink_->text(""), time(r.time_ns), r.id, AsyncPhase::End,
                  *sink_);
      return true;
    }
    case wire::RecordType::Mark:
      mark(process, channel, record, *sink_);
      return true;
    case wire::RecordType::Counter: {
      const auto r = record.as<wire::CounterRecord>();
      if (const auto allocator = allocator_counter(channel.plain(r.header.aux))) {
        const auto sample = channel.allocator().take(*allocator, r, record.place());
        if (sample) allocator_sample(process, channel, *sample, time(r.time_ns), *sink_);
        return true;
      }
      sink_->counter(process.pid(*sink_), channel.text(r.header.aux).name, time(r.time_ns),
                     r.value);
      return true;
    }
    case wire::RecordType::ThreadName: {
      const std::uint32_t tid = record.as<wire::ThreadNameRecord>().tid;
      sink_->name_thread(process.pid(*sink_), sink_->number(tid != 0 ? tid : channel.tid()),
                         channel.text(record.header.aux).name);
      return true;
    }
    default:
      return false;
  }
}

}  // namespace lanescope
