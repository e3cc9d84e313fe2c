#include "capture/host/triggers/range_watch.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include <fmt/format.h>

#include "core/base/time.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostNameBytes = 80;  // of a name that is shown

/// The fixed part; fields that the record lacks are 0.
template <typename Record>
Record fixed_part(std::span<const std::byte> bytes) {
  Record record{};
  std::memcpy(&record, bytes.data(), std::min(sizeof record, bytes.size()));
  return record;
}

/// "aten::mm" of "aten::mm, seq = 3, op_id = 7": emit_nvtx adds numbers to an operator's name.
std::string_view without_numbers(std::string_view name) {
  for (const std::string_view first : {", seq = ", ", op_id = ", ", sizes = "})
    name = name.substr(0, std::min(name.find(first), name.size()));
  return name;
}

}  // namespace

bool RangeWatch::is_watched(std::string_view name) const {
  if (condition_.kind == TriggerCondition::Kind::Step) return is_step_name(name);
  const std::string_view wanted = condition_.range;
  if (wanted.ends_with('*')) return name.starts_with(wanted.substr(0, wanted.size() - 1));
  return name == wanted;
}

void RangeWatch::take(std::uint32_t process, std::uint32_t channel,
                      std::span<const std::byte> records) {
  Channel& here = channels_[{process, channel}];
  while (records.size() >= sizeof(wire::RecordHeader)) {
    const auto header = fixed_part<wire::RecordHeader>(records);
    const std::size_t size = header.words * wire::kWord;
    if (size == 0 || size > records.size()) return;
    note(process, channel, here, records.first(size));
    records = records.subspan(size);
  }
}

void RangeWatch::note(std::uint32_t process, std::uint32_t channel, Channel& here,
                      std::span<const std::byte> record) {
  const auto header = fixed_part<wire::RecordHeader>(record);
  switch (wire::RecordType{header.type}) {
    case wire::RecordType::ChannelOpen:
      forget_open(process, channel);
      here = {fixed_part<wire::ChannelOpenRecord>(record).tid, {}, {}};
      return;
    case wire::RecordType::String:
      return define(here, record);
    case wire::RecordType::RangePush: {
      const auto push = fixed_part<wire::RangePushRecord>(record);
      return open({process, channel, push.range}, push.time_ns, here, header.aux);
    }
    case wire::RecordType::RangePop:
      return close({process, channel, header.aux},
                   fixed_part<wire::RangePopRecord>(record).time_ns);
    case wire::RecordType::RangeStart: {
      const auto start = fixed_part<wire::RangeStartRecord>(record);
      return open({process, std::nullopt, start.id}, start.time_ns, here, header.aux);
    }
    case wire::RecordType::Mark:
      return note_mark(process, here, header.aux);
    case wire::RecordType::RangeEnd: {
      const auto end = fixed_part<wire::RangeEndRecord>(record);
      return close({process, std::nullopt, end.id}, end.time_ns);
    }
    case wire::RecordType::Gap:
      return forget_open(process, channel);
    default:
      return;
  }
}

void RangeWatch::define(Channel& channel, std::span<const std::byte> record) const {
  const auto fixed = fixed_part<wire::StringRecord>(record);
  if (record.size() <= sizeof fixed) return;
  const std::size_t bytes = std::min<std::size_t>(fixed.bytes, record.size() - sizeof fixed);
  const std::string_view name =
      without_numbers({reinterpret_cast<const char*>(record.data()) + sizeof fixed, bytes});
  if (!is_watched(name)) {
    const bool is_near = channel.near.size() < kMostNearNames && near_kind(condition_, name);
    if (is_near) channel.near[fixed.header.aux] = name.substr(0, kMostNameBytes);
    return;
  }
  channel.names[fixed.header.aux] = name.substr(0, kMostNameBytes);
  // Numbers grow: the smallest belongs to a range that was long ago, such as "step 1".
  if (channel.names.size() > kMostNames) channel.names.erase(channel.names.begin());
}

void RangeWatch::open(const Key& key, std::int64_t begin_ns, const Channel& channel,
                      std::uint32_t name) {
  const auto at = channel.names.find(name);
  if (at == channel.names.end()) return note_near(key.process, channel, name);
  last_begun_ = {at->second, key.process, channel.tid};
  if (open_.size() == kMostOpen) open_.erase(open_.begin());
  open_.push_back({key, begin_ns, channel.tid, at->second});
}

void RangeWatch::note_near(std::uint32_t process, const Channel& channel, std::uint32_t name) {
  const auto at = channel.near.find(name);
  if (at == channel.near.end()) return;
  if (const auto kind = near_kind(condition_, at->second))
    note_near({*kind, at->second, process, channel.tid});
}

void RangeWatch::note_mark(std::uint32_t process, const Channel& channel, std::uint32_t name) {
  const auto at = channel.names.find(name);
  if (at == channel.names.end()) return;
  note_near({NearRange::Kind::Mark, at->second, process, channel.tid});
}

void RangeWatch::note_near(NearRange near) {
  if (!near_ || near.kind < near_->kind) near_ = std::move(near);
}

void RangeWatch::close(const Key& key, std::int64_t end_ns) {
  const auto at = std::find_if(open_.rbegin(), open_.rend(),
                               [&](const Open& range) { return range.key == key; });
  if (at == open_.rend()) return;
  const std::int64_t length_ns = std::max<std::int64_t>(saturating_sub(end_ns, at->begin_ns), 0);
  find(*at, length_ns, "took");
  add_length(length_ns);
  open_.erase(std::next(at).base());
}

void RangeWatch::look(std::int64_t now_ns) {
  for (Open& range : open_)
    find(range, saturating_sub(now_ns, range.begin_ns), "has been running for");
}

void RangeWatch::find(Open& range, std::int64_t length_ns, std::string_view verb) {
  if (range.was_found) return;
  const bool by_median = condition_.medians > 0;
  if (by_median && !median_ns_) return;
  const double limit_ns = by_median ? condition_.medians * static_cast<double>(*median_ns_)
                                    : static_cast<double>(condition_.longer_ns);
  if (static_cast<double>(length_ns) <= limit_ns) return;
  range.was_found = true;
  if (found_) return;
  found_ = {fmt::format("{} {} {} (more than {})", range.name, verb, format_duration(length_ns),
                        limit_text()),
            range.key.process, range.tid};
}

std::string RangeWatch::limit_text() const {
  if (condition_.medians <= 0) return format_duration(condition_.longer_ns);
  return fmt::format("{:g} × the median of {}", condition_.medians,
                     format_duration(median_ns_.value_or(0)));
}

void RangeWatch::add_length(std::int64_t length_ns) {
  ++ended_;
  longest_ns_ = std::max(longest_ns_, length_ns);
  if (condition_.medians <= 0) return;
  lengths_[next_length_] = length_ns;
  next_length_ = (next_length_ + 1) % kForMedian;
  const std::size_t count = std::min<std::uint64_t>(ended_, kForMedian);
  if (count < kLeastForMedian) return;
  auto sorted = lengths_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(count / 2);
  std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(count));
  median_ns_ = *middle;
}

void RangeWatch::forget_open(std::uint32_t process, std::uint32_t channel) {
  std::erase_if(open_, [&](const Open& range) {
    return range.key.process == process && range.key.channel == channel;
  });
}

void RangeWatch::leave(std::uint32_t process) {
  std::erase_if(open_, [&](const Open& range) { return range.key.process == process; });
  std::erase_if(channels_, [&](const auto& entry) { return entry.first.first == process; });
}

}  // namespace lanescope
