#include "core/base/text/message_text.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostLines = 4096;

std::string unescaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char next = text[++i];
    out += next == 'n' ? '\n' : next == 'r' ? '\r' : next;
  }
  return out;
}

void append_escaped(std::string& out, std::string_view value) {
  for (const char c : value) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else {
      out += c;
    }
  }
}

}  // namespace

MessageText::MessageText(std::string_view text) {
  while (!text.empty() && pairs_.size() < kMostLines) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    pairs_.emplace_back(line.substr(0, equals), unescaped(line.substr(equals + 1)));
  }
}

std::string MessageText::value(std::string_view key) const {
  const auto found = std::ranges::find(pairs_, key, &std::pair<std::string, std::string>::first);
  return found == pairs_.end() ? std::string() : found->second;
}

std::optional<std::int64_t> MessageText::number(std::string_view key) const {
  return parse_number<std::int64_t>(value(key));
}

MessageText& MessageText::add(std::string_view key, std::string_view value) {
  LANESCOPE_CHECK(!key.empty() && key.find_first_of("=\\\r\n") == std::string_view::npos,
                  "a key that can be read again, not \"{}\"", key);
  pairs_.emplace_back(key, value);
  return *this;
}

MessageText& MessageText::add(std::string_view key, std::int64_t value) {
  return add(key, std::string_view(std::to_string(value)));
}

std::string MessageText::text() const {
  std::string out;
  for (const auto& [key, value] : pairs_) {
    out += key;
    out += '=';
    append_escaped(out, value);
    out += '\n';
  }
  return out;
}

}  // namespace lanescope
