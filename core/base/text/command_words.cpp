#include "core/base/text/command_words.h"

#include <algorithm>

namespace lanescope {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_name(std::string_view text) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !text.empty() && letter(text.front()) &&
         std::ranges::all_of(text, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

/// Contains nothing special to a shell or to split_words.
bool is_plain(std::string_view word) {
  constexpr std::string_view kSafe = "_-./:=,+@%";
  return !word.empty() && std::ranges::all_of(word, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kSafe.find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
  });
}

}  // namespace

Result<std::vector<std::string>> split_words(std::string_view line) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == 0 && is_blank(c)) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      const char next = line[++i];
      // Between double quotes, a backslash only escapes characters that are special there.
      if (quote == '"' && next != '"' && next != '\\' && next != '$' && next != '`')
        words.back() += '\\';
      words.back() += next;
    } else {
      words.back() += c;
    }
  }
  if (quote != 0)
    return Error{Error::Kind::Invalid, std::string("missing closing quote (") + quote + ")"};
  return words;
}

std::string join_words(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    if (is_plain(word)) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) {
      if (c == '\'') {
        line += "'\\''";
      } else {
        line += c;
      }
    }
    line += '\'';
  }
  return line;
}

Result<CommandLine> parse_command_line(std::string_view line) {
  auto words = split_words(line);
  if (!words.ok()) return words.error();
  CommandLine out;
  for (std::string& word : words.value()) {
    const std::size_t equals = word.find('=');
    if (out.command.empty() && equals != std::string::npos && is_name(word.substr(0, equals))) {
      out.environment.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    } else {
      out.command.push_back(std::move(word));
    }
  }
  return out;
}

}  // namespace lanescope
