#include "core/view/threshold_list.h"

#include <algorithm>

namespace lanescope {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool contains(std::string_view text, std::string_view part) {
  const auto equal = [](char a, char b) { return lower(a) == lower(b); };
  return part.empty() || !std::ranges::search(text, part, equal).empty();
}

}  // namespace

std::vector<const Threshold*> find_thresholds(std::string_view text) {
  std::vector<const Threshold*> found;
  for (const Threshold& one : threshold_table()) {
    if (contains(one.name, text) || contains(one.meaning, text) || contains(one.group, text)) {
      found.push_back(&one);
    }
  }
  return found;
}

}  // namespace lanescope
