#include "app/cli/output/cut_names.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "app/cli/output/printable.h"
#include "core/base/check.h"
#include "core/view/text/names/differing_part.h"

namespace lanescope {
namespace {

/// The rows whose text another name has too.
std::vector<std::size_t> look_alikes(std::span<const std::string_view> names,
                                     std::span<const std::string> texts) {
  LANESCOPE_CHECK(names.size() == texts.size(), "a text for each name");
  std::unordered_map<std::string_view, std::string_view> first_name;
  std::unordered_map<std::string_view, bool> is_shared;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [known, fresh] = first_name.try_emplace(texts[i], names[i]);
    if (!fresh && known->second != names[i]) is_shared[texts[i]] = true;
  }
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (is_shared.contains(texts[i])) rows.push_back(i);
  }
  return rows;
}

}  // namespace

std::vector<std::string> cut_names(std::span<const std::string_view> names, std::size_t width) {
  std::vector<std::string> texts;
  texts.reserve(names.size());
  for (const std::string_view name : names) texts.push_back(printable(name, width));
  const std::vector<std::size_t> rows = look_alikes(names, texts);
  if (rows.empty()) return texts;
  std::vector<std::string> wholes;
  for (const std::size_t row : rows) wholes.push_back(printable(names[row]));
  const std::vector<std::string_view> titles(wholes.begin(), wholes.end());
  const std::vector<std::uint32_t> differ = differing_parts(titles);
  constexpr std::size_t kEllipses = 2;  // where the middle was, and at the end
  LANESCOPE_CHECK(width > kEllipses, "room for a part of the name");
  for (std::size_t i = 0; i < rows.size(); ++i)
    texts[rows[i]] = printable(cut_title(titles[i], differ[i], width - kEllipses), width);
  return texts;
}

}  // namespace lanescope
