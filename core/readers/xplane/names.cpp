#include "core/readers/xplane/names.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/base/text/numbers.h"
#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

/// "builtins len", or "<unknown> append" for a method of an object.
std::string built_in_name(std::string_view name) {
  const std::size_t space = name.find(' ');
  if (space == std::string_view::npos) return std::string(name);
  const std::string_view module = name.substr(0, space), function = name.substr(space + 1);
  if (module == "<unknown>") return fmt::format("<built-in method {}>", function);
  if (module == "builtins") return fmt::format("<built-in function {}>", function);
  return fmt::format("<built-in function {}.{}>", module, function);
}

}  // namespace

std::string valid_text(std::string_view bytes) {
  std::string escaped, decoded;
  append_json_text(bytes, escaped);
  return std::string(decode_json_text(escaped, decoded));
}

bool is_python_name(std::string_view name) {
  return name.starts_with('$');
}

std::string python_name(std::string_view name) {
  LANESCOPE_CHECK(is_python_name(name), "a name that begins with $, not one of {} bytes",
                  name.size());
  name.remove_prefix(1);
  // File names may have colons and blanks, functions have neither before their first blank.
  const std::size_t space = name.rfind(' ');
  const std::size_t colon = name.substr(0, space).rfind(':');
  if (space == std::string_view::npos || colon == std::string_view::npos)
    return built_in_name(name);
  const std::string_view line = name.substr(colon + 1, space - colon - 1);
  if (!parse_number<std::int64_t>(line)) return built_in_name(name);
  return fmt::format("{}({}): {}", name.substr(0, colon), line, name.substr(space + 1));
}

std::string_view thread_name(std::string_view title) {
  const std::size_t slash = title.rfind('/');
  if (slash == std::string_view::npos) return title;
  return parse_number<std::int64_t>(title.substr(slash + 1)) ? title.substr(0, slash) : title;
}

std::string_view category_by_line(std::string_view line, std::string_view event) {
  const std::size_t open = line.find('(');
  const bool is_told = open != std::string_view::npos;
  const std::string_view kinds = is_told ? line.substr(open) : std::string_view();
  const auto has = [&](std::string_view kind) {
    return kinds.find(kind) != std::string_view::npos;
  };
  // Copies and fills are named after their kind. ROCm calls them CopyHostToDevice and the like.
  if (event.starts_with("Memcpy") || event.starts_with("CopyHostTo") ||
      event.starts_with("CopyDeviceTo"))
    return "gpu_memcpy";
  if (event.starts_with("Memset")) return "gpu_memset";
  if (!is_told || has("Kernel")) return "kernel";
  if (has("Memcpy")) return "gpu_memcpy";
  return has("Memset") ? "gpu_memset" : "";
}

XRole role_of_plane(std::string_view name, std::int64_t& device) {
  constexpr std::array<std::pair<std::string_view, XRole>, 3> kPrefixes = {{
      {"/host:", XRole::Host},
      {"/device:GPU:", XRole::Gpu},
      {"/device:TPU:", XRole::Tpu},
  }};
  for (const auto& [prefix, role] : kPrefixes) {
    if (!name.starts_with(prefix)) continue;
    std::string_view number = name.substr(prefix.size());
    number = number.substr(0, number.find(' '));
    if (role != XRole::Host) device = parse_number<std::int64_t>(number).value_or(0);
    return role;
  }
  return XRole::Other;
}

}  // namespace lanescope
