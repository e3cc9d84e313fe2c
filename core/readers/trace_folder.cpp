#include "core/readers/trace_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace lanescope {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool has_trace_name(std::string_view name) {
  if (name.starts_with('.') || name.ends_with(".tmp")) return false;
  if (name.ends_with(".lanescope.json")) return false;  // bookmarks in the trace beside it
  constexpr std::array<std::string_view, 4> kEndings = {".json", ".json.gz", ".json.zst",
                                                        ".pickle"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [name](std::string_view e) { return name.ends_with(e); }) ||
         name.find(".pt.trace.json") != std::string_view::npos;
}

/// The run of digits at the front without leading zeros; `text` goes behind it.
std::string_view take_number(std::string_view& text) {
  const std::size_t n = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view number = text.substr(0, n);
  text.remove_prefix(n);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

/// Numbers inside the names count as numbers; ties fall back to the plain order.
bool counts_before(std::string_view a, std::string_view b) {
  std::string_view rest_a = a;
  std::string_view rest_b = b;
  while (!rest_a.empty() && !rest_b.empty()) {
    if (is_digit(rest_a.front()) && is_digit(rest_b.front())) {
      const std::string_view number_a = take_number(rest_a);
      const std::string_view number_b = take_number(rest_b);
      if (number_a.size() != number_b.size()) return number_a.size() < number_b.size();
      if (number_a != number_b) return number_a < number_b;
      continue;
    }
    if (rest_a.front() != rest_b.front()) return rest_a.front() < rest_b.front();
    rest_a.remove_prefix(1);
    rest_b.remove_prefix(1);
  }
  if (rest_a.empty() != rest_b.empty()) return rest_a.empty();
  return a < b;
}

}  // namespace

std::vector<std::string> traces_in_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unknown;
    if (!entry->is_regular_file(unknown)) continue;  // a pipe would block
    if (has_trace_name(entry->path().filename().string())) paths.push_back(entry->path().string());
  }
  std::sort(paths.begin(), paths.end(),
            [](const std::string& a, const std::string& b) { return counts_before(a, b); });
  return paths;
}

}  // namespace lanescope
