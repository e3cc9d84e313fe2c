#include "core/readers/json/top_level.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/readers/json/event_scan.h"
#include "core/readers/json/event_text.h"
#include "core/readers/json/scan.h"

namespace lanescope {
namespace {

constexpr std::size_t kReadBytes = 64U << 10;
constexpr std::size_t kLargestHead = 256U << 20;
constexpr std::size_t kLargestTail = 64U << 20;
constexpr std::size_t kLargestFirstEvent = 64U << 20;
constexpr std::size_t kLongestSeparator = 256;

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

constexpr std::string_view kDeviceProperties = "deviceProperties";

/// Keys that the profiler writes. After a broken member, the walk continues at the next of these.
constexpr std::array<std::string_view, 12> kKnownKeys = {
    "traceEvents",     "traceName",       "displayTimeUnit", "baseTimeNanoseconds",
    kDeviceProperties, "distributedInfo", "schemaVersion",   "INFO",
    "WARNING",         "ERROR",           "VERBOSE",         "STAGE"};

enum class Walk { List, ObjectEnd, NeedMore, Broken };

/// Walks the members of the file's object.
class MemberWalk {
 public:
  /// `offset` is the text offset of the text to be walked.
  MemberWalk(RawMembers& members, std::uint64_t offset) : members_(&members), offset_(offset) {}

  /// Moves `at` to the first byte in the list of events, or as far as `text` allows.
  Walk to_list(std::string_view text, std::size_t& at) { return walk(text, at, true); }
  /// Continues to the end of the object.
  Walk to_end(std::string_view text, std::size_t& at) { return walk(text, at, false); }

  /// Moves `at` from a broken member to the next one with a known key; false if there is none.
  static bool pass_over(std::string_view text, std::size_t& at) {
    const std::size_t broken = skip_commas(text, at);
    for (std::size_t quote = text.find('"', broken + 1); quote != std::string_view::npos;
         quote = text.find('"', quote + 1)) {
      if (!is_known_key(text.substr(quote + 1))) continue;
      at = quote;
      return true;
    }
    return false;
  }

  /// Where a further list of events begins; 0: none.
  [[nodiscard]] std::size_t passed_list() const { return passed_list_; }
  /// The number of events in such lists.
  [[nodiscard]] std::uint64_t passed_events() const { return passed_events_; }

 private:
  static std::size_t skip_commas(std::string_view text, std::size_t at) {
    at = skip_blanks(text, at);
    while (at < text.size() && text[at] == ',') at = skip_blanks(text, at + 1);
    return at;
  }
  static bool is_known_key(std::string_view key_on) {
    return std::any_of(kKnownKeys.begin(), kKnownKeys.end(), [key_on](std::string_view key) {
      if (!key_on.starts_with(key) || !key_on.substr(key.size()).starts_with('"')) return false;
      const std::size_t colon = skip_blanks(key_on, key.size() + 1);
      return colon < key_on.size() && key_on[colon] == ':';
    });
  }

  Walk walk(std::string_view text, std::size_t& at, bool wants_list) {
    while (true) {
      const std::size_t next = skip_commas(text, at);
      if (next >= text.size()) return Walk::NeedMore;
      if (text[next] == '}') {
        at = next + 1;
        return Walk::ObjectEnd;
      }
      if (text[next] != '"') return Walk::Broken;
      const auto key_end = scan_value(text, next);
      if (!key_end) return Walk::NeedMore;
      const std::size_t colon = skip_blanks(text, *key_end);
      if (colon >= text.size()) return Walk::NeedMore;
      if (text[colon] != ':') return Walk::Broken;
      const std::size_t value = skip_blanks(text, colon + 1);
      if (value >= text.size()) return Walk::NeedMore;
      const std::string_view key = strip_quotes(text.substr(next, *key_end - next));
      const bool is_list = key == "traceEvents" && text[value] == '[';
      if (is_list && wants_list) {
        at = value + 1;
        return Walk::List;
      }
      if (is_list) pass_list(text, value);
      const auto value_end = scan_value(text, value);
      if (!value_end || *value_end >= text.size()) return Walk::NeedMore;
      if (!is_list) {
        keep(key, text.substr(value, *value_end - value), next);
      }
      at = *value_end;
    }
  }

  /// Only called after the list of events, where the text is complete, so nothing is walked twice.
  void pass_list(std::string_view text, std::size_t at) {
    if (passed_list_ == 0) passed_list_ = at;
    for (at = skip_blanks(text, at + 1); at < text.size() && text[at] != ']';) {
      const auto end = scan_value(text, at);
      if (!end || *end <= at) return;
      ++passed_events_;
      at = skip_commas(text, *end);
    }
  }

  void keep(std::string_view key, std::string_view value, std::size_t at) {
    std::string decoded;
    RawMembers& members = *members_;
    value = value.substr(0, RawMembers::kLongest);
    if (!is_new_known(key) && !has_room(key.size() + value.size())) {
      if (members.left_out++ != 0) return;
      members.left_out_offset = offset_ + at;
      members.left_out_key = key.substr(0, 80);
      return;
    }
    members.list.emplace_back(decode_json_text(key, decoded), value);
  }

  /// Whether the key is known and new; marks it as seen.
  bool is_new_known(std::string_view key) {
    const auto number = std::ranges::find(kKnownKeys, key) - kKnownKeys.begin();
    const std::uint32_t bit = 1U << static_cast<unsigned>(number);
    if (number == std::ssize(kKnownKeys) || (members_->known & bit) != 0) return false;
    members_->known |= bit;
    return true;
  }

  /// Reserves room for an unknown member, if there is any.
  bool has_room(std::size_t bytes) {
    RawMembers& members = *members_;
    LANESCOPE_CHECK(
        members.unknown <= RawMembers::kMost && members.unknown_bytes <= RawMembers::kMostBytes,
        "no more than is kept: {} members of {} bytes", members.unknown, members.unknown_bytes);
    if (members.unknown == RawMembers::kMost ||
        members.unknown_bytes + bytes > RawMembers::kMostBytes)
      return false;
    ++members.unknown;
    members.unknown_bytes += bytes;
    return true;
  }

  RawMembers* members_;
  std::uint64_t offset_;
  std::size_t passed_list_ = 0;
  std::uint64_t passed_events_ = 0;
};

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
  Tail tail{array_form || text.size() >= kLargestTail, list_end + 1 + text.size(), 0, 0};
  if (array_form) return tail;
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
