#include "capture/host/triggers/trigger_mark.h"

#include <cstring>
#include <string>

#include "capture/wire/records.h"

namespace lanescope {
namespace {

template <typename Record>
void add(TriggerMark& mark, wire::RecordType type, std::uint32_t aux, Record record,
         std::string_view text = {}) {
  const std::size_t bytes = wire::record_bytes<Record>(text.size());
  record.header = {static_cast<std::uint16_t>(type),
                   static_cast<std::uint16_t>(bytes / wire::kWord), aux};
  const std::size_t at = mark.records.size();
  mark.records.resize(at + bytes);
  std::memcpy(mark.records.data() + at, &record, sizeof record);
  if (!text.empty())
    std::memcpy(mark.records.data() + at + sizeof record, text.data(), text.size());
  ++mark.count;
}

}  // namespace

TriggerMark trigger_mark(std::string_view what, std::uint32_t tid, std::int64_t time_ns) {
  const std::string text = ("trigger: " + std::string(what)).substr(0, wire::kMaxStringBytes);
  TriggerMark mark;
  wire::ChannelOpenRecord open{};
  open.time_ns = time_ns;
  open.tid = tid;
  add(mark, wire::RecordType::ChannelOpen, static_cast<std::uint32_t>(wire::ChannelKind::Recorder),
      open);
  wire::StringRecord string{};
  string.bytes = static_cast<std::uint32_t>(text.size());
  add(mark, wire::RecordType::String, 1, string, text);
  wire::MarkRecord record{};
  record.time_ns = time_ns;
  add(mark, wire::RecordType::Mark, 1, record);
  return mark;
}

}  // namespace lanescope
