#include "core/base/text/utf8.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr char to_byte(char32_t bits) {
  return static_cast<char>(static_cast<unsigned char>(bits));
}
constexpr unsigned byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

/// The smallest and largest second byte after `first`: excludes overlong forms, surrogates and
/// anything beyond U+10FFFF.
struct SecondByte {
  unsigned least = 0x80, most = 0xBF;
};
constexpr SecondByte second_byte_after(unsigned first) {
  if (first == 0xE0) return {0xA0, 0xBF};
  if (first == 0xED) return {0x80, 0x9F};
  if (first == 0xF0) return {0x90, 0xBF};
  if (first == 0xF4) return {0x80, 0x8F};
  return {};
}

constexpr std::size_t length_by_first_byte(unsigned first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

void append_control(char c, std::string& out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\r':
      out += "\\r";
      return;
    default:
      break;
  }
  const auto bits = static_cast<unsigned char>(c);
  out += "\\u00";
  out += kHex[bits >> 4U];
  out += kHex[bits & 0xFU];
}

/// How many bytes at the front are ASCII that needs no escaping in a JSON string.
std::size_t plain_json_length(std::string_view text) {
  const auto* end = std::find_if(text.data(), text.data() + text.size(), [](char c) {
    const auto bits = static_cast<unsigned char>(c);
    return bits < 0x20 || bits >= 0x80 || c == '"' || c == '\\';
  });
  return static_cast<std::size_t>(end - text.data());
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned first = byte_at(text, 0);
  const std::size_t length = length_by_first_byte(first);
  if (length <= 1) return length;
  if (text.size() < length) return 0;
  const SecondByte second = second_byte_after(first);
  if (byte_at(text, 1) < second.least || byte_at(text, 1) > second.most) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80U) return 0;
  }
  return length;
}

std::string utf8_head(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return std::string(text);
  std::size_t end = most_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "…";
}

char* write_utf8(char32_t c, char* out) {
  if (c < 0x80) {
    *out++ = to_byte(c);
    return out;
  }
  if (c < 0x800) {
    *out++ = to_byte(0xC0U | c >> 6U);
  } else {
    if (c < 0x10000) {
      *out++ = to_byte(0xE0U | c >> 12U);
    } else {
      *out++ = to_byte(0xF0U | c >> 18U);
      *out++ = to_byte(0x80U | (c >> 12U & 0x3FU));
    }
    *out++ = to_byte(0x80U | (c >> 6U & 0x3FU));
  }
  *out++ = to_byte(0x80U | (c & 0x3FU));
  return out;
}

void append_json_text(std::string_view text, std::string& out) {
  while (true) {
    const std::size_t plain = plain_json_length(text);
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return;
    const char c = text.front();
    const std::size_t length = utf8_length(text);
    if (c == '"' || c == '\\') {
      out.append({'\\', c});
    } else if (static_cast<unsigned char>(c) < 0x20) {
      append_control(c, out);
    } else {
      out += length == 0 ? kReplacementUtf8 : text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
}

void append_json_string(std::string_view text, std::string& out) {
  out += '"';
  append_json_text(text, out);
  out += '"';
}

}  // namespace lanescope
