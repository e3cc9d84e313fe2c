#include "app/cli/output/cut_names.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "app/cli/output/printable.h"
#include "core/base/check.h"
#include "core/view/text/names/differing_part.h"

namespace lanescope {
namespace {

/// Where the function begins in "path/file.py(41): Model.forward"; 0 if it is no such name.
std::size_t function_at(std::string_view name) {
  constexpr std::string_view kBetween = "): ";
  const std::size_t at = name.find(kBetween);
  if (at == std::string_view::npos || at == 0) return 0;
  const bool has_line = name[at - 1] >= '0' && name[at - 1] <= '9';
  return has_line ? at + kBetween.size() : 0;
}

/// A name without its middle. Of a Python function whose own name would not be whole, it loses the
/// start of the file, and the class: "…/modeling.py(812): prepare_inputs_for_generation".
std::string cut_name(std::string_view name, std::size_t width) {
  constexpr std::size_t kOfFile = 3, kLeastWidth = 24;  // a third
  const std::size_t at = function_at(name);
  const std::string_view own = name.substr(std::max(at, name.rfind('.') + 1));
  const bool is_whole = display_width(printable(name)) <= width;
  if (at == 0 || is_whole || width < kLeastWidth || display_width(printable(own)) <= width / 2)
    return printable(name, width);
  const std::string file = printable_end(name.substr(0, at), width / kOfFile);
  return file + printable(own, width - display_width(file));
}

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
  for (const std::string_view name : names) texts.push_back(cut_name(name, width));
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
