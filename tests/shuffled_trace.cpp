#include "tests/shuffled_trace.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <string_view>
#include <vector>

namespace lanescope {
namespace {

/// Behind the JSON value that begins at `at`.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  int depth = 0;
  bool in_text = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (in_text) {
      if (c == '\\') ++at;
      if (c == '"') in_text = false;
      continue;
    }
    if (c == '"') in_text = true;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') {
      if (depth == 0) return at;  // the list's own
      if (--depth == 0) return at + 1;
    }
    if (c == ',' && depth == 0) return at;
  }
  return at;
}

bool is_paired_by_order(std::string_view event) {
  const std::size_t key = event.find("\"ph\"");
  if (key == std::string_view::npos) return false;
  const std::size_t phase = event.find('"', event.find(':', key) + 1);
  return phase + 1 < event.size() &&
         std::string_view("BEbenSFTp").find(event[phase + 1]) != std::string_view::npos;
}

}  // namespace

std::string shuffled_trace(const std::string& text, std::uint64_t seed) {
  const std::string_view all = text;
  const std::size_t key = all.find("\"traceEvents\"");
  const std::size_t begin = all.find('[', key == std::string_view::npos ? 0 : key) + 1;
  std::vector<std::string_view> events, paired;
  std::size_t at = begin;
  while (true) {
    at = all.find_first_not_of(" \t\r\n,", at);
    if (at == std::string_view::npos || all[at] == ']') break;
    const std::size_t end = end_of_value(all, at);
    events.push_back(all.substr(at, end - at));
    at = end;
  }
  std::ranges::copy_if(events, std::back_inserter(paired), is_paired_by_order);
  std::mt19937_64 random(seed);
  std::ranges::shuffle(events, random);
  auto next = paired.begin();
  for (std::string_view& event : events) {
    if (is_paired_by_order(event)) event = *next++;
  }
  std::string out(all.substr(0, begin));
  for (const std::string_view event : events)
    out += (&event == &events.front() ? "\n" : ",\n") + std::string(event);
  out += "\n" + std::string(all.substr(std::min(at, all.size())));
  return out;
}

}  // namespace lanescope
