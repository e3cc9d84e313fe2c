#include "tests/fuzz/engine/fuzz_target.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace lanescope {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

std::size_t below(std::mt19937_64& random, std::size_t end) {
  return end == 0 ? 0 : static_cast<std::size_t>(random() % end);
}

void mutate(std::string& text, std::mt19937_64& random, std::string_view tokens_by_line) {
  const std::vector<std::string_view> tokens = lines_of(tokens_by_line);
  for (std::size_t changes = 1 + below(random, 6); changes > 0; --changes) {
    const std::size_t at = below(random, text.size() + 1);
    const std::size_t length = std::min(below(random, 12), text.size() - at);
    switch (below(random, 5)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, text.substr(at, length));
        break;
      case 2:
        text.insert(at, 1, static_cast<char>(random() & 0xFFU));
        break;
      case 3:
        text.insert(at, tokens.empty() ? "" : tokens[below(random, tokens.size())]);
        break;
      default:
        std::for_each_n(text.begin() + static_cast<std::ptrdiff_t>(at), length,
                        [&random](char& c) { c = static_cast<char>(random() & 0xFFU); });
    }
  }
}

void (*last_words)() = nullptr;

void demand(bool promise, const char* what, std::string_view about) {
  if (promise) return;
  if (last_words != nullptr) last_words();
  std::fprintf(stderr, "broken promise: %s\n%.*s\n", what, static_cast<int>(about.size()),
               about.data());
  std::abort();
}

}  // namespace lanescope
