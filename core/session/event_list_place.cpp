#include "core/session/event_list_place.h"

namespace lanescope {
namespace {

constexpr std::string_view kKey = "traceEvents";

}  // namespace

std::size_t EventListPlace::add(std::string_view text) {
  std::size_t read = 0;
  while (read < text.size() && !found_) take(text[read++]);
  return read;
}

void EventListPlace::take(char c) {
  if (in_string_) return take_in_string(c);
  switch (c) {
    case '"':
      in_string_ = true;
      string_.clear();
      is_key_ = false;
      return;
    case ':':
      is_key_ = depth_ == 1 && string_ == kKey;
      return;
    case '[':
    case '{':
      found_ = c == '[' && is_key_;
      is_key_ = false;
      ++depth_;
      return;
    case ']':
    case '}':
      --depth_;
      return;
    default:
      return;
  }
}

void EventListPlace::take_in_string(char c) {
  if (escaped_) {
    escaped_ = false;
  } else if (c == '\\') {
    escaped_ = true;
  } else if (c == '"') {
    in_string_ = false;
    return;
  }
  // A longer one is not the key.
  if (string_.size() <= kKey.size()) string_ += c;
}

}  // namespace lanescope
