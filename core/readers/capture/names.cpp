#include "core/readers/capture/names.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "capture/wire/sample_flags.h"
#include "core/base/text/demangle.h"
#include "core/readers/rows/gpu_names.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

/// The folder of the script in a command such as "python -u bench/train.py --steps 9": Python
/// imports from there. Empty if there is none, or if finding it needs the file system.
std::string script_folder(std::string_view command, std::string_view current) {
  constexpr std::string_view kScript = ".py";
  for (std::size_t at = command.find(kScript); at != std::string_view::npos;
       at = command.find(kScript, at + 1)) {
    const std::size_t end = at + kScript.size();
    if (end != command.size() && command[end] != ' ') continue;
    const std::size_t space = command.rfind(' ', at);
    const std::size_t begin = space == std::string_view::npos ? 0 : space + 1;
    std::string_view script = command.substr(begin, end - begin);
    if (script.find("..") != std::string_view::npos) return "";
    if (script.starts_with("./")) script.remove_prefix(2);
    const std::string path =
        script.starts_with('/') ? std::string(script) : fmt::format("{}/{}", current, script);
    return path.substr(0, path.rfind('/'));
  }
  return "";
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

// Written as the words that analyses know.
static_assert(wire::kQueueWait == kStateWaitsForQueue);

std::string_view state_name(wire::SampledState state, std::string_view wait) {
  switch (state) {
    case wire::SampledState::Running:
      return kStateRunning;
    case wire::SampledState::Waiting:
      return wait.empty() ? kStateWaits : wait;
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

std::string memcpy_name(const wire::MemcpyRecord& record) {
  const std::uint32_t aux = record.header.aux;
  return copy_name(aux & 0xFFU, aux >> 8U & 0xFFU, aux >> 16U & 0xFFU);
}

std::string memset_name(const wire::MemsetRecord& record) {
  return fill_name(record.header.aux & 0xFFU);
}

std::string_view jit_name(std::uint32_t aux) {
  constexpr std::array<std::string_view, 4> kOperations = {"JIT", "JIT cache load",
                                                           "JIT cache store", "JIT compile"};
  const std::uint32_t operation = aux >> 8U & 0xFFU;
  return operation < kOperations.size() ? kOperations[operation] : kOperations[0];
}

std::string kernel_name(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  // Templates repeat names, which makes the result tens of times longer, not more.
  return demangled(symbol, 1024 + 64 * symbol.size()).value_or(symbol);
}

PythonFolders::PythonFolders(const MessageText& hello) {
  const std::string current = hello.value("cwd");
  for (std::string folder : {current, script_folder(hello.value("argv"), current)}) {
    if (folder.size() > 1) folders_.push_back(std::move(folder) + "/");
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
