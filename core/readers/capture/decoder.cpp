#include "core/readers/capture/decoder.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/base/threads/work.h"
#include "core/readers/capture/gpu.h"

namespace lanescope {
namespace {

/// What later records of the channel refer to by number.
bool is_table_entry(wire::RecordType type) {
  return type == wire::RecordType::String || type == wire::RecordType::Code ||
         type == wire::RecordType::Stack;
}

/// The most channels that a capture can have; more indicate damage.
constexpr std::uint32_t kMostChannels = 1U << 16;

}  // namespace

CaptureDecoder::CaptureDecoder(RowSink& sink, Links links)
    : sink_(&sink), links_(links), calls_(links == Links::Yes ? CallNumbers::kMostBlocks : 0) {}

CaptureProcess& CaptureDecoder::process(std::uint32_t index) {
  return processes_.try_emplace(index, index, calls_, links_ == Links::Yes).first->second;
}

void CaptureDecoder::know_steps(const std::map<std::uint32_t, std::vector<ClockStep>>& steps) {
  for (const auto& [index, list] : steps) process(index).clock.know(list);
}

std::map<std::uint32_t, std::vector<ClockStep>> CaptureDecoder::clock_steps() const {
  std::map<std::uint32_t, std::vector<ClockStep>> steps;
  for (const auto& [index, process] : processes_) {
    if (!process.clock.steps().empty()) steps[index] = process.clock.steps();
  }
  return steps;
}

void CaptureDecoder::follow_clock(CaptureProcess& process, const CaptureRecord& record) {
  if (last_clock_ != nullptr && !process.clock.has_begun())
    process.clock.join(*last_clock_, record.as<wire::ClockRecord>());
  last_clock_ = &process.clock;
}

bool CaptureDecoder::take(const CaptureChunk& chunk) {
  const std::uint32_t index = chunk.header.process;
  if (chunk.follows_damage) {
    ++damages_;
    is_unmarked_ = true;
  }
  if (is_unmarked_ && chunk.header.time_ns != 0) mark_damage(chunk);
  if (chunk.header.time_ns != 0) chunk_ns_ = saturating_sub(chunk.header.time_ns, clock_shift());
  switch (wire::ChunkKind{chunk.header.kind}) {
    case wire::ChunkKind::Records:
      records(index, chunk.header.channel, chunk.offset, chunk.payload);
      return true;
    case wire::ChunkKind::Process:
      introduce(index, MessageText(chunk.text()));
      return true;
    case wire::ChunkKind::Caps:
      process(index).set_caps(MessageText(chunk.text()));
      return true;
    case wire::ChunkKind::Losses:
      losses(index, chunk.offset, chunk.text());
      return true;
    case wire::ChunkKind::Left:
      left(index, chunk);
      return true;
    default:
      return false;
  }
}

/// The main process is number 0, unless that is only sampled: then it is the first that loads the
/// agent.
void CaptureDecoder::introduce(std::uint32_t index, const MessageText& hello) {
  CaptureProcess& introduced = process(index);
  introduced.introduce(hello, ++hellos_, *sink_);
  numbers_[hello.value("pid")].insert(index);
  const auto first = processes_.find(0);
  const bool is_vacant = first != processes_.end() && first->second.is_only_sampled();
  if (has_main_ || !is_vacant || introduced.is_only_sampled()) return;
  has_main_ = true;
  introduced.set_main();
}

ChannelDecoder& CaptureDecoder::channel(std::uint32_t process, std::uint32_t number) {
  std::unique_ptr<ChannelDecoder>& channel = channels_[{process, number}];
  if (!channel) {
    index_.tables.push_back(std::make_unique<CaptureTable>());
    CaptureTable& table = *index_.tables.back();
    table.process = process;
    table.channel = number;
    channel = std::make_unique<ChannelDecoder>(
        table, static_cast<std::uint32_t>(index_.tables.size() - 1));
  }
  return *channel;
}

void CaptureDecoder::open_span(std::uint64_t offset, std::uint32_t table) {
  LANESCOPE_CHECK(table < index_.tables.size(), "one of {} tables, not {}", index_.tables.size(),
                  table);
  LANESCOPE_CHECK(index_.spans.empty() || index_.spans.back().offset <= offset,
                  "records in the order of the file: {} after {}", offset,
                  index_.spans.back().offset);
  if (index_.spans.empty() || index_.spans.back().table != table)
    index_.spans.push_back({offset, table});
}

void CaptureDecoder::records(std::uint32_t process_index, std::uint32_t channel_number,
                             std::uint64_t offset, std::span<const std::byte> bytes) {
  if (channel_number >= kMostChannels || process_index >= kMostChannels)
    return sink_->lost(Issue::BrokenRecord, offset, "a channel's number");
  CaptureProcess& of = process(process_index);
  ChannelDecoder& here = channel(process_index, channel_number);
  end_before_damage(here);
  here.write_at(chunk_ns_, damages_);
  open_span(offset, here.table_number());
  count_work(Work::TextBytes, bytes.size());
  const bool all_whole = each_record(bytes, offset, [&](const CaptureRecord& record) {
    this->record(of, here, record);
    ++record_count_;
    offset += record.bytes.size();
  });
  if (!all_whole) sink_->lost(Issue::BrokenRecord, offset, "a record's size");
}

/// Switches to a new table: another thread uses the channel now.
void CaptureDecoder::reopen(CaptureProcess& process, ChannelDecoder& channel,
                            const CaptureRecord& record) {
  const auto opened = record.as<wire::ChannelOpenRecord>();
  channel.leave_open(kMinNs, *sink_);
  index_.tables.push_back(std::make_unique<CaptureTable>());
  CaptureTable& table = *index_.tables.back();
  table.process = channel.table().process;
  table.channel = channel.table().channel;
  table.tid = opened.tid;
  channel.begin(table, static_cast<std::uint32_t>(index_.tables.size() - 1));
  open_span(record.offset, channel.table_number());
  const bool samples = wire::ChannelKind{record.header.aux} == wire::ChannelKind::Samples;
  if (channel.kind() == wire::ChannelKind::Samples && !samples)
    samples_in(channel).end_open(recorded_until(chunk_ns_), *sink_);
  channel.set_kind(wire::ChannelKind{record.header.aux});
  if (samples) samples_in(channel).begin();  // threads go on
  if (wire::ChannelKind{record.header.aux} != wire::ChannelKind::Thread) return;
  const std::string_view name(opened.thread_name,
                              strnlen(opened.thread_name, sizeof opened.thread_name));
  const LocalId thread = sink_->number(opened.tid);
  std::string title = "thread " + std::to_string(opened.tid);
  if (!name.empty()) title += " (" + std::string(name) + ")";
  sink_->name_thread(process.pid(*sink_), thread, sink_->text(title));
}

void CaptureDecoder::record(CaptureProcess& process, ChannelDecoder& channel,
                            const CaptureRecord& record) {
  switch (record.type()) {
    case wire::RecordType::ChannelOpen:
      return reopen(process, channel, record);
    case wire::RecordType::String:
      channel.define_string(record, *sink_);
      break;
    case wire::RecordType::Code:
      channel.define_code(record, *sink_);
      break;
    case wire::RecordType::Stack:
      channel.define_stack(record, *sink_);
      break;
    case wire::RecordType::Clock:
      follow_clock(process, record);
      break;
    case wire::RecordType::BegunEarlier:
      channel.note_earlier(record);
      begun_earlier_.push_back(record.offset);
      return;
    case wire::RecordType::ApiAlias: {
      const auto r = record.as<wire::ApiAliasRecord>();
      const std::uint32_t inner = process.correlation(r.inner);
      if (inner != 0) aliases_[inner] = process.correlation(r.outer);
      return;
    }
    default:
      break;
  }
  if (channel.kind() == wire::ChannelKind::Samples &&
      samples_in(channel).take(process, channel, record, *sink_))
    return;
  if (channel.kind() == wire::ChannelKind::Samples && is_pause(record) && has_agent(process))
    return;
  if (is_table_entry(record.type())) return;
  if (host_record(process, channel, record)) return;
  if (decode_gpu_record(process, channel, record, *sink_, devices_)) return;
  sink_->lost(Issue::UnknownRecord, record.offset, std::to_string(record.header.type));
}

const CaptureSamples* CaptureDecoder::samples_of(std::uint32_t process) const {
  const auto at = samples_.lower_bound({process, 0});
  return at != samples_.end() && at->first.first == process ? &at->second : nullptr;
}

std::vector<RowSink::Slice> CaptureDecoder::open_slices() const {
  std::vector<RowSink::Slice> out = open_host_slices();
  for (const auto& [key, samples] : samples_) samples.add_open(out);
  return out;
}

std::vector<RowSink::Slice> CaptureDecoder::open_host_slices() const {
  std::vector<RowSink::Slice> out;
  for (const auto& [key, channel] : channels_) {
    for (const ChannelDecoder::Open& open : channel->open_slices()) out.push_back(open.slice);
  }
  for (const auto& [index, process] : processes_) {
    if (process.taken) out.push_back(*process.taken);
  }
  return out;
}

}  // namespace lanescope
