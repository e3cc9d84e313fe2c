#include "core/ranks/host_in_file_name.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>

#include "core/base/text/ascii_case.h"

namespace lanescope {

std::string host_in_file_name(const std::string& path) {
  constexpr std::string_view kHandlers = ".pt.trace.json";
  const std::string name = std::filesystem::path(path).filename().string();
  if (name.find(kHandlers) == std::string::npos) return "";
  // <host>_<pid>.<time>.pt.trace.json; names of hosts may have "_" and "." themselves.
  std::string stem = name.substr(0, name.find(kHandlers));
  const auto take_number = [&](char before) {
    const std::size_t at = stem.rfind(before);
    if (at == std::string::npos || at == 0 || at + 1 == stem.size()) return false;
    if (!std::all_of(stem.begin() + static_cast<std::ptrdiff_t>(at) + 1, stem.end(), is_digit))
      return false;
    stem.resize(at);
    return true;
  };
  take_number('.');  // some leave the time out
  return take_number('_') ? stem : "";
}

}  // namespace lanescope
