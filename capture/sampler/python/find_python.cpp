#include "capture/sampler/python/find_python.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "capture/sampler/python/program_symbols.h"
#include "capture/sampler/python/remote_memory.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostMappings = 65536;

std::string folder_of(pid_t pid) {
  return "/proc/" + std::to_string(pid);
}

std::string program_of(pid_t pid) {
  std::array<char, 4096> path{};
  const ssize_t bytes = readlink((folder_of(pid) + "/exe").c_str(), path.data(), path.size());
  return bytes <= 0 ? std::string() : std::string(path.data(), static_cast<std::size_t>(bytes));
}

/// The program itself, or something that by its name may be Python's library.
bool may_be_python(std::string_view path, std::string_view program) {
  return path == program ||
         path.substr(path.find_last_of('/') + 1).find("python") != std::string_view::npos;
}

struct FileCloser {
  std::FILE* file;
  ~FileCloser() {
    if (file != nullptr) std::fclose(file);
  }
};

/// Where the first bytes of files that may be Python are mapped, the program first.
/// "55d0-55d1 r--p 00000000 08:01 42   /usr/bin/python3.11"
std::vector<std::uint64_t> find_candidates(pid_t pid) {
  const FileCloser maps{std::fopen((folder_of(pid) + "/maps").c_str(), "re")};
  if (maps.file == nullptr) return {};
  const std::string program = program_of(pid);
  std::vector<std::uint64_t> bases;
  std::array<char, 4352> line{};
  for (std::size_t count = 0; count < kMostMappings; ++count) {
    if (std::fgets(line.data(), line.size(), maps.file) == nullptr) break;
    unsigned long long begin = 0, offset = 0;
    int path_at = 0;
    const int fields =
        std::sscanf(line.data(), "%llx-%*x %*4s %llx %*s %*u %n", &begin, &offset, &path_at);
    if (fields != 2 || offset != 0 || path_at == 0) continue;
    std::string_view path(line.data() + path_at);
    if (path.ends_with('\n')) path.remove_suffix(1);
    if (path.empty() || !may_be_python(path, program)) continue;
    bases.insert(path == program ? bases.begin() : bases.end(), begin);
  }
  return bases;
}

/// Without the patch level; 0 if it is older than 3.10; nothing if it cannot be read any more.
std::optional<std::uint16_t> version_of(const RemoteMemory& memory, const ProgramSymbols& symbols) {
  if (const auto at = symbols.find("Py_Version")) {  // from 3.11 on
    const auto version = memory.load<std::uint64_t>(*at);
    return version ? std::optional(static_cast<std::uint16_t>(*version >> 16)) : std::nullopt;
  }
  return symbols.find("PyIter_Send") ? 0x030A : 0;  // came with 3.10
}

/// Whether the program is still what it was when its symbols were looked up: one that ends or execs
/// meanwhile seems to lack some.
bool is_still_there(const RemoteMemory& memory, std::uint64_t base) {
  constexpr std::array<char, 4> kElf{0x7F, 'E', 'L', 'F'};
  return memory.load<std::array<char, 4>>(base) == kElf;
}

Error cannot_read(pid_t pid) {
  // Says whether the system refuses, or the process is gone.
  const RemoteMemory memory(pid);
  errno = 0;
  std::uint64_t value = 0;
  if (!memory.read(4096, &value, sizeof value) && errno == EPERM)
    return {Error::Kind::Unreadable, "no permission to read its memory"};
  if (errno == ESRCH) return {Error::Kind::NotFound, "process " + std::to_string(pid) + " is gone"};
  return {Error::Kind::NotFound, "no Python in process " + std::to_string(pid)};
}

}  // namespace

Result<FoundPython> find_python(pid_t pid) {
  const RemoteMemory memory(pid);
  bool is_old = false;
  for (const std::uint64_t base : find_candidates(pid)) {
    const auto symbols = ProgramSymbols::read(memory, base);
    const auto code_type = symbols ? symbols->find("PyCode_Type") : std::nullopt;
    if (!code_type) continue;
    const auto runtime = symbols->find("_PyRuntime");
    if (!runtime) {  // it came with 3.7; or a program only refers to its library's types
      is_old = is_old || is_still_there(memory, base);
      continue;
    }
    std::array<std::uint64_t, kRuntimeOffsetBytes / sizeof(std::uint64_t)> offsets{};
    if (!memory.read(*runtime, offsets.data(), kRuntimeOffsetBytes)) continue;
    const auto version = version_of(memory, *symbols);
    if (!version) continue;
    const RemoteLayoutChoice choice = choose_remote_layout(*version, offsets.data());
    if (choice.refused != nullptr) {
      if (!is_still_there(memory, base)) continue;
      return Error{Error::Kind::Unsupported, choice.refused};
    }
    return FoundPython{.runtime = *runtime,
                       .code_type = *code_type,
                       .types = {.module = symbols->find("PyModule_Type").value_or(0),
                                 .dict = symbols->find("PyDict_Type").value_or(0),
                                 .str = symbols->find("PyUnicode_Type").value_or(0)},
                       .layout = choice.layout};
  }
  if (is_old) return Error{Error::Kind::Unsupported, choose_remote_layout(0, nullptr).refused};
  return cannot_read(pid);
}

}  // namespace lanescope
