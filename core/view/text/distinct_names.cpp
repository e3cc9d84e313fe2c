#include "core/view/text/distinct_names.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

constexpr std::size_t kLongestMark = 32;  // bytes

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// How much all names have in common at their start, up to the start of a word.
std::size_t common_head(const std::vector<std::string_view>& names) {
  std::size_t common = names.front().size();
  for (const std::string_view name : names) {
    const auto end = std::ranges::mismatch(name, names.front()).in1;
    common = std::min(common, static_cast<std::size_t>(end - name.begin()));
  }
  while (common > 0 && is_word(names.front()[common - 1])) --common;
  return common;
}

/// The words in which names differ, each other than the others.
std::vector<std::string> distinctions(std::vector<std::string_view> names) {
  const std::size_t head = common_head(names);
  std::vector<std::string> backwards;
  for (std::string_view& name : names) {
    name.remove_prefix(head);
    backwards.emplace_back(name.rbegin(), name.rend());
  }
  const std::size_t tail = common_head({backwards.begin(), backwards.end()});
  std::map<std::string, std::size_t> seen;
  std::vector<std::string> marks;
  for (const std::string_view name : names) {
    std::string mark = utf8_head(name.substr(0, name.size() - tail), kLongestMark);
    const std::size_t times = ++seen[mark];
    if (mark.empty() || times > 1) mark += "#" + std::to_string(times);
    marks.push_back(std::move(mark));
  }
  return marks;
}

}  // namespace

void tell_apart(std::vector<std::string>& titles, std::span<const std::string_view> names) {
  std::map<std::string, std::vector<std::size_t>> rows_of;
  for (std::size_t i = 0; i < titles.size(); ++i) rows_of[titles[i]].push_back(i);
  for (const auto& [title, rows] : rows_of) {
    if (rows.size() == 1) continue;
    std::vector<std::string_view> alike;
    for (const std::size_t row : rows) alike.push_back(names[row]);
    const std::vector<std::string> marks = distinctions(alike);
    for (std::size_t i = 0; i < rows.size(); ++i) titles[rows[i]] += " [" + marks[i] + "]";
  }
}

}  // namespace lanescope
