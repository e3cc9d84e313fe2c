#include "capture/agent/control/message_text.h"

#include <cstdlib>
#include <cstring>

#include "capture/agent/check.h"

namespace lanescope::agent {

void MessageText::put(char byte) {
  // One byte is reserved for the line's end.
  if (used_ + 1 >= most_)
    whole_ = false;
  else
    bytes_[used_++] = byte;
}

void MessageText::begin(std::string_view key) {
  line_start_ = used_;
  whole_ = true;
  for (const char byte : key) put(byte);
  put('=');
}

void MessageText::piece(std::string_view value) {
  for (const char byte : value) {
    if (byte == '\n' || byte == '\r' || byte == '\\') put('\\');
    put(byte == '\n' ? 'n' : byte == '\r' ? 'r' : byte);
  }
}

void MessageText::piece(std::int64_t value) {
  char digits[24];
  std::size_t at = sizeof digits;
  const bool negative = value < 0;
  auto rest = negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  do digits[--at] = static_cast<char>('0' + rest % 10);
  while ((rest /= 10) != 0);
  if (negative) digits[--at] = '-';
  if (!LANESCOPE_AGENT_CHECK(at < sizeof digits, "a digit at least")) return;
  piece({digits + at, sizeof digits - at});
}

void MessageText::end() {
  if (!whole_ || !LANESCOPE_AGENT_CHECK(used_ < most_, "room for the end of a line"))
    used_ = line_start_;
  else
    bytes_[used_++] = '\n';
}

void MessageText::line(std::string_view key, std::string_view value) {
  begin(key);
  piece(value);
  end();
}

void MessageText::line(std::string_view key, std::int64_t value) {
  begin(key);
  piece(value);
  end();
}

namespace {

/// The position of the value of `key`; null if not found.
const char* value_of(std::string_view text, std::string_view key) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    const auto* stop =
        static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    if (stop == nullptr) stop = end;
    const auto bytes = static_cast<std::size_t>(stop - at);
    if (bytes > key.size() && std::memcmp(at, key.data(), key.size()) == 0 && at[key.size()] == '=')
      return at + key.size() + 1;
    at = stop + 1;
  }
  return nullptr;
}

/// The value of `key` in such a text, unescaped, copied to `to` (zero-terminated, cut at `size`).
/// False if it is missing.
bool find_value(std::string_view text, std::string_view key, char* to, std::size_t size) {
  const char* at = value_of(text, key);
  if (at == nullptr || size == 0) return false;
  const char* const end = text.data() + text.size();
  std::size_t used = 0;
  for (; at < end && *at != '\n' && used + 1 < size; ++at) {
    char byte = *at;
    if (byte == '\\' && at + 1 < end) {
      byte = *++at;
      byte = byte == 'n' ? '\n' : byte == 'r' ? '\r' : byte;
    }
    to[used++] = byte;
  }
  to[used] = '\0';
  return true;
}

}  // namespace

std::int64_t find_number(std::string_view text, std::string_view key, std::int64_t otherwise) {
  char value[32];
  if (!find_value(text, key, value, sizeof value) || value[0] == '\0') return otherwise;
  char* end = nullptr;
  const long long number = std::strtoll(value, &end, 10);
  return *end == '\0' ? number : otherwise;
}

}  // namespace lanescope::agent
