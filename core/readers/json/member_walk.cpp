#include "core/readers/json/member_walk.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/readers/json/scan.h"

namespace lanescope {
namespace {

/// Keys that the profiler writes. After a broken member, the walk continues at the next of these.
constexpr std::array<std::string_view, 12> kKnownKeys = {
    "traceEvents",     "traceName",       "displayTimeUnit", "baseTimeNanoseconds",
    kDeviceProperties, "distributedInfo", "schemaVersion",   "INFO",
    "WARNING",         "ERROR",           "VERBOSE",         "STAGE"};

std::size_t skip_commas(std::string_view text, std::size_t at) {
  at = skip_blanks(text, at);
  while (at < text.size() && text[at] == ',') at = skip_blanks(text, at + 1);
  return at;
}

bool is_known_key(std::string_view key_on) {
  return std::any_of(kKnownKeys.begin(), kKnownKeys.end(), [key_on](std::string_view key) {
    if (!key_on.starts_with(key) || !key_on.substr(key.size()).starts_with('"')) return false;
    const std::size_t colon = skip_blanks(key_on, key.size() + 1);
    return colon < key_on.size() && key_on[colon] == ':';
  });
}

}  // namespace

bool MemberWalk::pass_over(std::string_view text, std::size_t& at) {
  const std::size_t broken = skip_commas(text, at);
  for (std::size_t quote = text.find('"', broken + 1); quote != std::string_view::npos;
       quote = text.find('"', quote + 1)) {
    if (!is_known_key(text.substr(quote + 1))) continue;
    at = quote;
    return true;
  }
  return false;
}

void MemberWalk::pass_list(std::string_view text, std::size_t at) {
  if (passed_list_ == 0) passed_list_ = at;
  for (at = skip_blanks(text, at + 1); at < text.size() && text[at] != ']';) {
    const auto end = scan_value(text, at);
    if (!end || *end <= at) return;
    ++passed_events_;
    at = skip_commas(text, *end);
  }
}

Walk MemberWalk::walk(std::string_view text, std::size_t& at, bool wants_list) {
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

void MemberWalk::keep(std::string_view key, std::string_view value, std::size_t at) {
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
bool MemberWalk::is_new_known(std::string_view key) {
  const auto number = std::ranges::find(kKnownKeys, key) - kKnownKeys.begin();
  const std::uint32_t bit = 1U << static_cast<unsigned>(number);
  if (number == std::ssize(kKnownKeys) || (members_->known & bit) != 0) return false;
  members_->known |= bit;
  return true;
}

/// Reserves room for an unknown member, if there is any.
bool MemberWalk::has_room(std::size_t bytes) {
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

}  // namespace lanescope
