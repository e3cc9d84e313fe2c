#include "core/readers/json/top_level.h"

#include <algorithm>
#include <span>

#include "core/base/check.h"
#include "core/readers/json/event_scan.h"
#include "core/readers/json/event_text.h"
#include "core/readers/json/member_walk.h"
#include "core/readers/json/scan.h"

namespace lanescope {
namespace {

constexpr std::size_t kReadBytes = 64U << 10;
constexpr std::size_t kLargestHead = 256U << 20;
constexpr std::size_t kLargestTail = 64U << 20;
constexpr std::size_t kLargestFirstEvent = 64U << 20;
constexpr std::size_t kLongestSeparator = 256;
constexpr std::size_t kShownBytes = 80;  // of text that is not read

/// In broken text each known key may open a bracket that is never closed, and each such value is
/// scanned to the end of the text. After this many, stop.
constexpr std::size_t kMostUnclosedValues = 32;

/// Appends to `text`; false at the end.
bool read_more(ByteSource& source, std::string& text, std::size_t bytes) {
  const std::size_t old = text.size();
  std::size_t end = old;
  text.resize(old + bytes);
  while (end < text.size()) {
    const std::size_t got = source.read({text.data() + end, text.size() - end});
    if (got == 0) break;
    end += got;
  }
  text.resize(end);
  return end != old;
}

/// Everything from `offset`, up to `most` bytes.
std::string read_rest(ByteSource& source, std::uint64_t offset, std::size_t most) {
  std::string text;
  for (std::size_t step = kReadBytes; text.size() < most; step *= 2) {
    const std::size_t old = text.size();
    text.resize(std::min(old + step, most));
    const auto got = source.read_at(offset + old, std::span(text).subspan(old));
    text.resize(old + (got.ok() ? got.value() : 0));
    if (!got.ok() || got.value() == 0) break;
  }
  return text;
}

/// The text from the first event's last brace to the second's first one; nullopt if more text is
/// needed, empty if there are no two consecutive events.
std::optional<std::string> learn_separator(std::string_view text, std::size_t at) {
  at = skip_blanks(text, at);
  if (at >= text.size()) return std::nullopt;
  if (text[at] != '{') return std::string();
  const auto end = EventScan(text, TextEnd::Anywhere).event_end(at);
  if (!end) return std::nullopt;
  std::size_t next = skip_blanks(text, *end);
  if (next >= text.size()) return std::nullopt;
  if (text[next] != ',') return std::string();
  next = skip_blanks(text, next + 1);
  if (next >= text.size()) return std::nullopt;
  if (text[next] != '{' || next - *end > kLongestSeparator) return std::string();
  return std::string(text.substr(*end - 1, next - *end + 2));
}

JsonValue parse_member(const RawMember& member) {
  const auto parsed = parse_event_text("{\"member\":" + member.second + "}");
  const JsonValue* value = parsed.ok() ? parsed.value().find("member") : nullptr;
  return value == nullptr ? JsonValue{member.second} : *value;
}

std::optional<std::int64_t> optional_int(const JsonValue& value) {
  const std::int64_t number = value.as_int();
  if (number == 0 && value.as_int(1) == 1) return std::nullopt;
  return number;
}

std::optional<std::int64_t> optional_int(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value == nullptr ? std::nullopt : optional_int(*value);
}

DeviceInfo device_of(const JsonValue& properties) {
  DeviceInfo device;
  device.id = optional_int(properties, "id").value_or(0);
  if (const JsonValue* name = properties.find("name"); name != nullptr && name->string() != nullptr)
    device.name = *name->string();
  device.total_memory_bytes = optional_int(properties, "totalGlobalMem");
  device.sms = optional_int(properties, "numSms");
  return device;
}

/// Finds the list of events in the text read so far. Broken: there cannot be one.
class ListSearch {
 public:
  explicit ListSearch(EventList& list) : list_(&list), walk_(list.members, 0) {}

  /// `is_all`: the text is complete.
  Walk run(bool is_all) {
    const std::string_view text = list_->head;
    const std::size_t first = skip_blanks(text, 0);
    if (first >= text.size()) return Walk::NeedMore;
    if (text[first] == '[') {
      list_->array_form = true;
      list_->layout.list_offset = first + 1;
      return Walk::List;
    }
    if (text[first] != '{') return Walk::Broken;
    at_ = std::max(at_, first + 1);
    while (true) {
      const Walk walk = walk_.to_list(text, at_);
      if (walk == Walk::List) list_->layout.list_offset = at_;
      if (walk == Walk::List || walk == Walk::ObjectEnd) return walk;
      if (walk == Walk::NeedMore && (!is_all || ++unclosed_ > kMostUnclosedValues)) return walk;
      if (!MemberWalk::pass_over(text, at_)) return Walk::NeedMore;
    }
  }

 private:
  EventList* list_;
  MemberWalk walk_;
  std::size_t at_ = 0;
  std::size_t unclosed_ = 0;
};

/// What follows the trace from `at` on, such as further traces that were appended to the file.
void look_behind(std::string_view text, std::size_t at, std::uint64_t offset, Tail& tail) {
  const std::size_t begin = at = skip_blanks(text, at);
  std::uint64_t events = 0;
  RawMembers others;  // of another trace
  while (at < text.size() && (text[at] == '{' || text[at] == '[')) {
    MemberWalk walk(others, offset);
    std::size_t inside = at + 1;
    if (text[at] == '[') {
      walk.pass_list(text, at);
    } else {
      (void)walk.to_end(text, inside);
    }
    if (walk.passed_list() != 0 && tail.second_list == 0)
      tail.second_list = offset + walk.passed_list();
    events += walk.passed_events();
    const auto end = scan_value(text, at);
    at = end && *end > at ? skip_blanks(text, *end) : text.size();
  }
  tail.unread_events += events;
  if (begin == text.size() || events != 0) return;
  tail.text_after = offset + begin;
  tail.text_after_head = text.substr(begin, kShownBytes);
}

Error no_list(Walk walk, std::string_view head) {
  const std::string advice = "is this a torch.profiler trace?";
  const bool is_blank = skip_blanks(head, 0) == head.size();
  return {Error::Kind::WrongFormat,
          walk == Walk::ObjectEnd ? "has no \"traceEvents\" list; " + advice
          : walk == Walk::Broken  ? "is not JSON: it does not start with { or [; " + advice
          : is_blank              ? std::string("is empty; record it again")
                                  : "has no \"traceEvents\" list where one is expected; " + advice};
}

}  // namespace

Result<EventList> find_event_list(ByteSource& source) {
  EventList list;
  ListSearch search(list);
  std::size_t read_bytes = kReadBytes;
  bool more = true;
  const auto read_on = [&] {
    more = list.head.size() < kLargestHead && read_more(source, list.head, read_bytes);
    read_bytes = std::clamp(list.head.size(), kReadBytes, std::size_t{32} << 20);
  };
  Walk walk = Walk::NeedMore;
  while (walk == Walk::NeedMore && more) {
    read_on();
    walk = search.run(!more);
  }
  if (walk != Walk::List) return no_list(walk, list.head);
  const std::size_t enough = static_cast<std::size_t>(list.layout.list_offset) + kLargestFirstEvent;
  std::optional<std::string> separator;
  while (true) {
    separator = learn_separator(list.head, static_cast<std::size_t>(list.layout.list_offset));
    if (separator || !more || list.head.size() >= enough) break;
    read_on();
  }
  LANESCOPE_CHECK(list.layout.list_offset <= list.head.size(),
                  "the list to begin in the {} bytes that were read, not at {}", list.head.size(),
                  list.layout.list_offset);
  list.layout.separator = separator.value_or("");
  return list;
}

Tail read_tail(ByteSource& source, std::uint64_t list_end, bool array_form, RawMembers& members) {
  const std::string text = read_rest(source, list_end + 1, kLargestTail);
  Tail tail{array_form || text.size() >= kLargestTail, list_end + 1 + text.size(), 0, 0, 0, {}};
  if (array_form) {
    look_behind(text, 0, list_end + 1, tail);
    return tail;
  }
  MemberWalk walk(members, list_end + 1);
  std::size_t at = 0, unclosed = 0;
  Walk reached = walk.to_end(text, at);
  while (reached != Walk::ObjectEnd && unclosed < kMostUnclosedValues &&
         MemberWalk::pass_over(text, at)) {
    unclosed += reached == Walk::NeedMore ? 1U : 0U;
    reached = walk.to_end(text, at);
  }
  tail.complete |= reached == Walk::ObjectEnd;
  tail.unread_events = walk.passed_events();
  if (walk.passed_list() != 0) tail.second_list = list_end + 1 + walk.passed_list();
  if (reached == Walk::ObjectEnd) look_behind(text, at, list_end + 1, tail);
  return tail;
}

namespace {

/// Of what core/export/trace_writer.cpp has written.
std::optional<TimeRange> part_of(std::string_view name, const JsonValue& value) {
  if (name != kPartMember || value.array() == nullptr || value.array()->size() != 2)
    return std::nullopt;
  const TimeRange part{value.array()->front().as_int(kMaxNs), value.array()->back().as_int(kMinNs)};
  return part.begin_ns < part.end_ns ? std::optional(part) : std::nullopt;
}

}  // namespace

void describe(const std::vector<RawMember>& members, TraceInfo& info) {
  JsonObject metadata;
  bool has_devices = false;
  for (const RawMember& member : members) {
    JsonValue value = parse_member(member);
    if (member.first == "baseTimeNanoseconds") {
      if (!info.base_ns) info.base_ns = optional_int(value);
    } else if (member.first == kDeviceProperties && value.array() != nullptr) {
      if (has_devices) continue;
      has_devices = true;
      for (const JsonValue& properties : *value.array())
        info.devices.push_back(device_of(properties));
      std::ranges::stable_sort(info.devices, {}, &DeviceInfo::id);
      metadata.emplace_back(member.first, std::move(value));
    } else if (const auto part = part_of(member.first, value)) {
      info.part = part;
    } else if (member.first == "distributedInfo" && value.object() != nullptr) {
      if (!info.distributed) info.distributed = std::move(value);
    } else {
      metadata.emplace_back(member.first, std::move(value));
    }
  }
  info.metadata = JsonValue{std::move(metadata)};
}

}  // namespace lanescope
