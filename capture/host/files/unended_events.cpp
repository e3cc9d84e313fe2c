#include "capture/host/files/unended_events.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "core/base/check.h"

namespace lanescope {
namespace {

/// The fixed part; fields that the record lacks are 0.
template <typename Record>
Record read_as(std::span<const std::byte> bytes) {
  Record record{};
  std::memcpy(&record, bytes.data(), std::min(sizeof record, bytes.size()));
  return record;
}

/// Calls visit(record) for each whole record, until it returns false.
template <typename Visit>
void visit_records(std::span<const std::byte> records, const Visit& visit) {
  while (records.size() >= sizeof(wire::RecordHeader)) {
    const std::size_t size = read_as<wire::RecordHeader>(records).words * wire::kWord;
    if (size == 0 || size > records.size() || !visit(records.first(size))) return;
    records = records.subspan(size);
  }
}

wire::RecordType type_of(std::span<const std::byte> record) {
  return wire::RecordType{read_as<wire::RecordHeader>(record).type};
}

/// In all records of what threads do, the time is the first field.
std::int64_t time_of(std::span<const std::byte> record) {
  return read_as<wire::RangePopRecord>(record).time_ns;
}

/// Of beginnings that are passed to find those of the ends in a chunk. After so many only the
/// innermost are looked at, as the reader does: a program may leak ranges by the thousand.
constexpr std::size_t kMostPassed = 1'000'000;
constexpr std::ptrdiff_t kNear = 256;

void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

/// The record behind another that tells when it really began.
void append_cut(std::vector<std::byte>& to, std::span<const std::byte> record,
                std::int64_t edge_ns) {
  wire::BegunEarlierRecord earlier{};
  earlier.header = {static_cast<std::uint16_t>(wire::RecordType::BegunEarlier),
                    sizeof earlier / wire::kWord, 0};
  earlier.time_ns = time_of(record);
  append(to, std::as_bytes(std::span(&earlier, 1)));
  append(to, record);
  const std::int64_t time_ns = std::max(earlier.time_ns, edge_ns);
  std::memcpy(to.data() + to.size() - record.size() + sizeof(wire::RecordHeader), &time_ns,
              sizeof time_ns);
}

}  // namespace

std::optional<std::int64_t> first_event_ns(std::span<const std::byte> records) {
  std::optional<std::int64_t> first;
  visit_records(records, [&](std::span<const std::byte> record) {
    const wire::RecordType type = type_of(record);
    // Neither of these has the time of something that a thread does.
    if (wire::is_definition(type) || type == wire::RecordType::ApiAlias ||
        type == wire::RecordType::Gap)
      return true;
    const bool is_of_thread =
        type == wire::RecordType::ApiBegin || type == wire::RecordType::ApiEnd ||
        (type >= wire::RecordType::RangePush && type <= wire::RecordType::Counter);
    if (is_of_thread) first = time_of(record);
    return false;
  });
  return first;
}

void UnendedEvents::take(std::uint32_t process, std::uint32_t channel,
                         std::span<const std::byte> records) {
  const Key key{process, channel};
  std::vector<Begun>& here = begun_[key];
  passed_ = 0;
  visit_records(records, [&](std::span<const std::byte> record) {
    note(key, here, record);
    return true;
  });
  if (here.empty()) begun_.erase(key);
}

void UnendedEvents::note(Key key, std::vector<Begun>& here, std::span<const std::byte> record) {
  switch (type_of(record)) {
    case wire::RecordType::ApiBegin: {
      const auto call = read_as<wire::ApiBeginRecord>(record);
      return begin(here, call, call.correlation);
    }
    case wire::RecordType::RangePush: {
      const auto push = read_as<wire::RangePushRecord>(record);
      return begin(here, push, push.range);
    }
    case wire::RecordType::RangeStart: {
      const auto start = read_as<wire::RangeStartRecord>(record);
      return begin(here, start, start.id);
    }
    case wire::RecordType::ApiEnd:
      return end_call(here, read_as<wire::ApiEndRecord>(record).correlation);
    case wire::RecordType::RangePop:
      return end_pushed(here, read_as<wire::RecordHeader>(record).aux);
    case wire::RecordType::RangeEnd:
      return end_started(key.first, read_as<wire::RangeEndRecord>(record).id);
    case wire::RecordType::ChannelOpen:  // the numbers of its texts start over
      return end_from(here, here.begin());
    case wire::RecordType::Gap:
      if (wire::GapReason{read_as<wire::RecordHeader>(record).aux} == wire::GapReason::ChannelFull)
        forget_nested(here);
      return;
    default:
      return;
  }
}

template <typename Record>
void UnendedEvents::begin(std::vector<Begun>& here, const Record& record, std::uint64_t id) {
  static_assert(sizeof record <= sizeof Begun::record);
  if (count_ == kMost) return;
  Begun& begun = here.emplace_back();
  begun.type = wire::RecordType{record.header.type};
  begun.id = id;
  begun.bytes = sizeof record;
  Record whole = record;
  whole.header.words = sizeof record / wire::kWord;  // of an older agent it may be shorter
  std::memcpy(begun.record.data(), &whole, sizeof whole);
  ++count_;
}

void UnendedEvents::end_from(std::vector<Begun>& here, std::vector<Begun>::iterator first) {
  count_ -= static_cast<std::size_t>(here.end() - first);
  here.erase(first, here.end());
}

template <typename Matches>
std::vector<UnendedEvents::Begun>::iterator UnendedEvents::innermost(std::vector<Begun>& here,
                                                                     const Matches& matches) {
  const bool all = passed_ < kMostPassed || std::ssize(here) <= kNear;
  const auto furthest = all ? here.rend() : here.rbegin() + kNear;
  const auto at = std::find_if(here.rbegin(), furthest, matches);
  passed_ += static_cast<std::size_t>(at - here.rbegin());
  return at == furthest ? here.end() : std::prev(at.base());
}

/// As the reader does: what began inside a call ends with it.
void UnendedEvents::end_call(std::vector<Begun>& here, std::uint64_t id) {
  const auto call = innermost(here, [id](const Begun& begun) {
    return begun.type == wire::RecordType::ApiBegin && begun.id == id;
  });
  if (call == here.end()) return;
  const auto ended = std::stable_partition(call, here.end(), [](const Begun& begun) {
    return begun.type == wire::RecordType::RangeStart;
  });
  end_from(here, ended);
}

/// 0: the innermost.
void UnendedEvents::end_pushed(std::vector<Begun>& here, std::uint64_t id) {
  const auto push = innermost(here, [id](const Begun& begun) {
    return begun.type == wire::RecordType::RangePush && (id == 0 || begun.id == id);
  });
  if (push == here.end()) return;
  here.erase(push);
  --count_;
}

void UnendedEvents::end_started(std::uint32_t process, std::uint64_t id) {
  auto at = begun_.lower_bound({process, 0});
  for (; at != begun_.end() && at->first.first == process; ++at) {
    std::vector<Begun>& here = at->second;
    const auto start = innermost(here, [id](const Begun& begun) {
      return begun.type == wire::RecordType::RangeStart && begun.id == id;
    });
    if (start == here.end()) continue;
    here.erase(start);
    --count_;
    return;
  }
}

void UnendedEvents::forget_nested(std::vector<Begun>& here) {
  const auto ended = std::stable_partition(here.begin(), here.end(), [](const Begun& begun) {
    return begun.type == wire::RecordType::RangeStart;
  });
  end_from(here, ended);
}

void UnendedEvents::leave(std::uint32_t process) {
  const auto first = begun_.lower_bound({process, 0});
  auto last = first;
  for (; last != begun_.end() && last->first.first == process; ++last)
    count_ -= last->second.size();
  begun_.erase(first, last);
}

std::vector<CutEvents> UnendedEvents::cut_at(std::int64_t edge_ns) const {
  std::vector<CutEvents> out;
  std::size_t events = 0;
  for (const auto& [key, here] : begun_) {
    events += here.size();
    if (here.empty()) continue;
    CutEvents& cut = out.emplace_back(CutEvents{key.first, key.second, edge_ns, {}});
    for (const Begun& begun : here)
      append_cut(cut.records, std::span(begun.record).first(begun.bytes), edge_ns);
  }
  LANESCOPE_CHECK(events == count_, "as many beginnings as were counted: {}, not {}", count_,
                  events);
  return out;
}

}  // namespace lanescope
