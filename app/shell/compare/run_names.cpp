#include "app/shell/compare/run_names.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::string_view kBetweenWords = "/\\-_. ";

std::string_view file_name(std::string_view path) {
  const std::size_t last = path.find_last_of("/\\");
  return last == std::string_view::npos ? path : path.substr(last + 1);
}

/// The length of what both begin with, to the end of a word.
std::size_t common_head(std::string_view a, std::string_view b) {
  const auto differ = std::ranges::mismatch(a, b);
  const auto common = static_cast<std::size_t>(differ.in1 - a.begin());
  const std::size_t last = a.substr(0, common).find_last_of(kBetweenWords);
  return last == std::string_view::npos ? 0 : last + 1;
}

/// The length of what both end with, from the end of a word.
std::size_t common_tail(std::string_view a, std::string_view b) {
  std::size_t common = 0;
  while (common < std::min(a.size(), b.size()) &&
         a[a.size() - 1 - common] == b[b.size() - 1 - common])
    ++common;
  const std::string_view tail = a.substr(a.size() - common);
  const std::size_t first = tail.find_first_of(kBetweenWords);
  return first == std::string_view::npos ? 0 : tail.size() - first;
}

}  // namespace

std::pair<std::string, std::string> told_apart(std::string_view path_a, std::string_view path_b) {
  // The ends first: an ending such as ".json" is no word that tells anything apart.
  const std::size_t tail = common_tail(path_a, path_b);
  std::string_view a = path_a.substr(0, path_a.size() - tail);
  std::string_view b = path_b.substr(0, path_b.size() - tail);
  const std::size_t head = common_head(a, b);
  a.remove_prefix(head);
  b.remove_prefix(head);
  if (a.empty() || b.empty())
    return {std::string(file_name(path_a)), std::string(file_name(path_b))};
  return {std::string(a), std::string(b)};
}

}  // namespace lanescope
