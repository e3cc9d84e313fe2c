#include "core/readers/json/scan.h"

#include "core/base/threads/work.h"

namespace lanescope {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/// `at` is after the opening quote. A quote ends the string if valid JSON follows it.
std::optional<std::size_t> scan_string(std::string_view text, std::size_t at) {
  while (true) {
    at = text.find_first_of("\"\\", at);
    if (at == std::string_view::npos) return std::nullopt;
    if (text[at] == '\\') {
      at += 2;
      continue;
    }
    const std::size_t next = skip_blanks(text, ++at);
    if (next >= text.size() || text[next] == ',' || text[next] == '}' || text[next] == ']' ||
        text[next] == ':')
      return at;
  }
}

std::size_t scan_scalar(std::string_view text, std::size_t at) {
  const std::size_t end = text.find_first_of(",]}", at);
  return end == std::string_view::npos ? text.size() : end;
}

std::optional<std::size_t> find_end(std::string_view text, std::size_t at) {
  if (text[at] == '"') return scan_string(text, at + 1);
  if (text[at] != '{' && text[at] != '[') return scan_scalar(text, at);
  std::size_t depth = 0;
  while (at < text.size()) {
    at = text.find_first_of("\"{}[]", at);
    if (at == std::string_view::npos) return std::nullopt;
    const char c = text[at++];
    if (c == '"') {
      const auto end = scan_string(text, at);
      if (!end) return std::nullopt;
      at = *end;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (--depth == 0) {
      return at;
    }
  }
  return std::nullopt;
}

}  // namespace

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

std::optional<std::size_t> scan_value(std::string_view text, std::size_t at) {
  if (at >= text.size()) return std::nullopt;
  const auto end = find_end(text, at);
  count_work(Work::TextBytes, end.value_or(text.size()) - at);
  return end;
}

}  // namespace lanescope
