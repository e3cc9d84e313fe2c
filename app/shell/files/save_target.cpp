#include "app/shell/files/save_target.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "app/workspace/files/paths.h"
#include "core/base/files/system_file.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

SaveTarget wrong(std::string message) {
  return {SaveTarget::Kind::Wrong, {}, std::move(message)};
}

/// Files are replaced by new ones, so the folder must be writable.
SaveTarget judge_folder(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return wrong("There is no folder " + friendly_path(folder.string()) + "; create it first");
  }
  if (can_write(folder.string())) return {SaveTarget::Kind::File, {}, {}};
  return wrong("This folder cannot be written to (" + std::generic_category().message(errno) +
               "); choose another one");
}

/// The extension of a savable format that the name has; empty: none.
std::string_view known_ending(const std::string& name) {
  // Longer extensions come before their suffixes.
  constexpr std::array<std::string_view, 10> kEndings{
      ".speedscope.json", ".json.gz", ".json", ".pftrace", ".csv", ".md",
      ".folded",          ".png",     ".svg",  ".lanes"};
  const auto at = std::ranges::find_if(
      kEndings, [&name](std::string_view ending) { return ends_ignoring_case(name, ending); });
  return at == kEndings.end() ? std::string_view() : *at;
}

bool is_of_a_name(char c) {
  return c == '_' || is_digit(c) || (lower_case(c) >= 'a' && lower_case(c) <= 'z');
}

/// Replaces "$NAME" and "${NAME}" by the variables that are set; others may be names of files.
std::string with_variables(std::string_view typed) {
  std::string out;
  while (!typed.empty()) {
    const std::size_t dollar = std::min(typed.find('$'), typed.size());
    out += typed.substr(0, dollar);
    typed.remove_prefix(dollar);
    if (typed.empty()) break;
    const bool braced = typed.starts_with("${");
    const auto begin = typed.begin() + (braced ? 2 : 1);
    const auto end = std::find_if_not(begin, typed.end(), is_of_a_name);
    const bool closed = !braced || (end != typed.end() && *end == '}');
    const std::string value = closed && begin != end
                                  ? environment_variable(std::string(begin, end).c_str())
                                  : std::string();
    const auto length = static_cast<std::size_t>(end - typed.begin()) + (braced && closed ? 1 : 0);
    out += value.empty() ? std::string(typed.substr(0, length)) : value;
    typed.remove_prefix(length);
  }
  return out;
}

}  // namespace

std::string expanded_path(const std::string& typed) {
  const std::string path = with_variables(typed);
  if (path == "~") return home_folder();
  const bool below = path.starts_with('~') && is_separator(path[1]);
  return below ? home_folder() + path.substr(1) : path;
}

SaveTarget judge_target(const std::string& folder, const std::string& typed,
                        const std::string& suffix) {
  if (typed.empty()) return wrong("Enter a file name");
  fs::path path = (fs::path(folder) / expanded_path(typed)).lexically_normal();
  std::error_code error;
  if (fs::is_directory(path, error)) return {SaveTarget::Kind::Folder, path.string(), {}};
  if (!path.has_filename()) return wrong("There is no folder " + friendly_path(path.string()));
  if (!path.has_extension()) path += suffix;
  // ".json" is fine for ".json.gz" and for ".speedscope.json".
  const std::string_view ending = known_ending(path.filename().string());
  if (!suffix.empty() && suffix.find(ending) == std::string::npos) {
    return wrong("A name ending in " + std::string(ending) +
                 " is for another format; end it with " + suffix);
  }
  SaveTarget target = judge_folder(path.parent_path());
  target.path = path.string();
  if (target.kind == SaveTarget::Kind::Wrong || !fs::exists(path, error)) return target;
  if (!fs::is_regular_file(path, error)) return wrong("That name exists but is not a file");
  target.kind = SaveTarget::Kind::Exists;
  target.message = path.filename().string() + " already exists. Replace it?";
  return target;
}

}  // namespace lanescope
