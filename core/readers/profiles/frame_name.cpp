#include "core/readers/profiles/frame_name.h"

#include <charconv>

#include <fmt/format.h>

namespace lanescope {

bool is_python_file(std::string_view file) {
  // "<string>", "<frozen importlib._bootstrap>".
  return file.ends_with(".py") || file.starts_with('<');
}

std::string frame_name(std::string_view function, std::string_view file, std::int64_t line) {
  if (!is_python_file(file) || line < 0) return std::string(function);
  return fmt::format("{}({}): {}", file, line, function);
}

std::string frame_name(std::string_view written) {
  const std::size_t open = written.rfind(" (");
  const std::size_t colon = written.rfind(':');
  if (!written.ends_with(')') || open == std::string_view::npos ||
      colon == std::string_view::npos || colon < open) {
    return std::string(written);
  }
  const std::string_view digits = written.substr(colon + 1, written.size() - colon - 2);
  std::int64_t line = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), line);
  const std::string_view file = written.substr(open + 2, colon - open - 2);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || file.empty())
    return std::string(written);
  const std::string name = frame_name(written.substr(0, open), file, line);
  return name == written.substr(0, open) ? std::string(written) : name;
}

}  // namespace lanescope
