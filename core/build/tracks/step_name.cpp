#include "core/build/tracks/step_name.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

std::string_view without_digits(std::string_view text) {
  return text.substr(0, text.find_last_not_of("0123456789") + 1);
}

/// "step 12 loss=0.31" is "step 12".
std::string_view without_figures(std::string_view name) {
  constexpr std::string_view kBetween = " ,;:|-";
  for (std::size_t at = name.find_last_of(" ,;");
       at != std::string_view::npos && name.find('=', at) != std::string_view::npos;
       at = name.find_last_of(" ,;"))
    name = name.substr(0, name.find_last_not_of(kBetween, at) + 1);
  return name;
}

/// "step 12/90" is "step 12".
std::string_view without_total(std::string_view name) {
  for (const std::string_view between : {"/", " / ", " of "}) {
    const std::string_view before = without_digits(name);
    if (before.size() == name.size() || !before.ends_with(between)) continue;
    const std::string_view counted = before.substr(0, before.size() - between.size());
    if (!counted.empty() && is_digit(counted.back())) return counted;
  }
  return name;
}

}  // namespace

std::string_view without_step_details(std::string_view name) {
  const std::string_view counted = without_total(without_figures(name));
  LANESCOPE_CHECK(name.starts_with(counted), "the beginning of {}, not {}", name, counted);
  return counted.empty() || !is_digit(counted.back()) ? name : counted;
}

bool is_step_name(std::string_view name, std::string_view prefix) {
  const auto is_numbered = [&](std::string_view text) {
    return text.starts_with(prefix) && std::ranges::all_of(text.substr(prefix.size()), is_digit);
  };
  if (is_numbered(name)) return true;
  const std::string_view counted = without_step_details(name);
  return counted.size() > prefix.size() && is_numbered(counted);
}

}  // namespace lanescope
