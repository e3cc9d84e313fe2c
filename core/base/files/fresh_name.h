// What a file is called until it replaces another one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope {

inline constexpr std::string_view kFreshLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
inline constexpr std::string_view kFreshEnding = ".tmp";
inline constexpr std::size_t kFreshLength = 6;

/// "table.csv.x1y2z3.tmp" for "table.csv" and "x1y2z3".
inline std::string fresh_name(const std::string& replaced, std::string_view letters) {
  return replaced + "." + std::string(letters) + std::string(kFreshEnding);
}

/// The inverse: "table.csv". Empty for other names.
inline std::string_view replaced_name(std::string_view fresh) {
  if (!fresh.ends_with(kFreshEnding)) return "";
  fresh.remove_suffix(kFreshEnding.size());
  if (fresh.size() <= kFreshLength + 1) return "";
  const std::string_view letters = fresh.substr(fresh.size() - kFreshLength);
  fresh.remove_suffix(kFreshLength);
  const bool ours = fresh.ends_with('.') && std::ranges::all_of(letters, [](char c) {
                      return kFreshLetters.find(c) != std::string_view::npos;
                    });
  if (!ours) return "";
  fresh.remove_suffix(1);
  return fresh;
}

}  // namespace lanescope
