#include "core/base/text/json_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/text/numbers.h"
#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<std::uint32_t> four_hex(std::string_view text) {
  return text.size() < 4 ? std::nullopt : parse_number<std::uint32_t>(text.substr(0, 4), 16);
}

void append_code_point(char32_t c, std::string& out) {
  std::array<char, 4> bytes{};
  out.append(bytes.data(), write_utf8(c, bytes.data()));
}

/// Decodes the escape of a UTF-16 unit (and of its low surrogate) at `rest`, which starts after the
/// 'u'; returns how many bytes were used.
std::size_t decode_unicode(std::string_view rest, std::string& out) {
  const auto high = four_hex(rest);
  if (!high) {
    out += "\\u";
    return 0;
  }
  if (*high < 0xD800 || *high > 0xDFFF) {
    append_code_point(*high, out);
    return 4;
  }
  if (*high <= 0xDBFF && rest.size() >= 10 && rest[4] == '\\' && rest[5] == 'u') {
    const auto low = four_hex(rest.substr(6));
    if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
      append_code_point(0x10000 + ((*high - 0xD800) << 10U) + (*low - 0xDC00), out);
      return 10;
    }
  }
  out += kReplacementUtf8;
  return 4;
}

bool is_plain(std::string_view raw) {
  for (const char c : raw) {
    if (c == '\\' || static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

}  // namespace

std::string_view decode_json_text(std::string_view raw, std::string& decoded) {
  if (is_plain(raw)) return raw;
  decoded.clear();
  for (std::size_t i = 0; i < raw.size();) {
    if (raw[i] != '\\') {
      const std::size_t n = utf8_length(raw.substr(i));
      decoded += n == 0 ? kReplacementUtf8 : raw.substr(i, n);
      i += n == 0 ? 1 : n;
      continue;
    }
    const char escape = i + 1 < raw.size() ? raw[i + 1] : '\0';
    i += 2;
    switch (escape) {
      case 'n':
        decoded += '\n';
        break;
      case 't':
        decoded += '\t';
        break;
      case 'r':
        decoded += '\r';
        break;
      case 'b':
        decoded += '\b';
        break;
      case 'f':
        decoded += '\f';
        break;
      case '"':
      case '\\':
      case '/':
        decoded += escape;
        break;
      case 'u':
        i += decode_unicode(raw.substr(std::min(i, raw.size())), decoded);
        break;
      default:  // Windows paths from old PyTorch: a lone backslash stands for itself
        decoded += '\\';
        --i;
    }
  }
  return decoded;
}

std::string_view strip_quotes(std::string_view token) {
  token = trim(token);
  if (token.size() >= 2 && token.front() == '"' && token.back() == '"')
    return token.substr(1, token.size() - 2);
  return token;
}

std::optional<std::int64_t> token_int(std::string_view token) {
  return parse_number<std::int64_t>(trim(strip_quotes(token)));
}

std::optional<std::int64_t> first_int(std::string_view text) {
  const std::size_t digit = text.find_first_of("0123456789");
  if (digit == std::string_view::npos) return std::nullopt;
  const bool negative = digit > 0 && text[digit - 1] == '-';
  const std::string_view number = text.substr(negative ? digit - 1 : digit);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

std::optional<double> token_double(std::string_view token) {
  const auto value = parse_number<double>(trim(strip_quotes(token)));
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace lanescope
