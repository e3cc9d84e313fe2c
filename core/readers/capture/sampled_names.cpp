#include "core/readers/capture/sampled_names.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/store/thread_state.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

std::string folder_text(const fs::path& folder) {
  std::string text = folder.lexically_normal().generic_string();
  if (!text.empty() && text.back() != '/') text += '/';
  return text;
}

/// The folder of the script in a command such as "python -u bench/train.py --steps 9": Python
/// imports from there.
fs::path script_folder(std::string_view command, const fs::path& current) {
  constexpr std::string_view kScript = ".py";
  for (std::size_t at = command.find(kScript); at != std::string_view::npos;
       at = command.find(kScript, at + 1)) {
    const std::size_t end = at + kScript.size();
    if (end != command.size() && command[end] != ' ') continue;
    const std::size_t space = command.rfind(' ', at);
    const std::size_t begin = space == std::string_view::npos ? 0 : space + 1;
    return (current / fs::path(command.substr(begin, end - begin))).parent_path();
  }
  return {};
}

/// What is behind the last folder of installed packages, or behind that of the standard library.
std::string_view behind_library(std::string_view path) {
  for (const std::string_view folder : {"/site-packages/", "/dist-packages/"}) {
    const std::size_t at = path.rfind(folder);
    if (at != std::string_view::npos) return path.substr(at + folder.size());
  }
  constexpr std::string_view kLibrary = "/lib/python";
  const std::size_t at = path.rfind(kLibrary);
  if (at == std::string_view::npos) return path;
  const std::size_t slash = path.find('/', at + kLibrary.size());
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view state_name(wire::SampledState state, std::string_view wait) {
  switch (state) {
    case wire::SampledState::Running:
      return kStateRunning;
    case wire::SampledState::Waiting:
      return wait.empty() ? "waiting" : wait;
    case wire::SampledState::Disk:
      return wait.empty() ? "waiting for a device" : wait;
    case wire::SampledState::Stopped:
      return "stopped";
    case wire::SampledState::Unknown:
    case wire::SampledState::Ended:
      break;
  }
  return "unknown";
}

}  // namespace

PythonFolders::PythonFolders(const MessageText& hello) {
  const fs::path current(hello.value("cwd"));
  for (const fs::path& folder : {current, script_folder(hello.value("argv"), current)}) {
    std::string text = folder_text(folder);
    if (text.size() > 1) folders_.push_back(std::move(text));
  }
  std::ranges::sort(folders_, std::ranges::greater(), &std::string::size);
}

std::string_view PythonFolders::relative(std::string_view path) const {
  const std::string_view library = behind_library(path);
  if (library.size() != path.size()) return library;
  const auto at = std::ranges::find_if(
      folders_, [&](const std::string& folder) { return path.starts_with(folder); });
  return at == folders_.end() ? path : path.substr(at->size());
}

std::string sampled_function_name(std::string_view file, std::int32_t first_line,
                                  std::string_view function) {
  return fmt::format("{}({}): {}", file, first_line, function);
}

std::string sampled_line_name(std::string_view file, std::int32_t line) {
  return fmt::format("{}:{}", file, line);
}

std::string thread_state_name(wire::SampledState state, std::uint32_t flags,
                              std::string_view wait) {
  const bool waits_for_gil = (flags & wire::kSampleWaitsForGil) != 0;
  return thread_state_text({waits_for_gil ? kStateWaitsForGil : state_name(state, wait),
                            (flags & wire::kSampleHoldsGil) != 0});
}

}  // namespace lanescope
