#include "capture/host/attach/process_list.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <system_error>
#include <tuple>
#include <unistd.h>

#include <sys/stat.h>

#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr char kDaemonVariable[] = "KINETO_USE_DAEMON";
constexpr char kFolderVariable[] = "KINETO_IPC_SOCKET_DIR";

/// Reads a file of /proc, whose size is not known in advance. Nothing if it cannot be read.
std::optional<std::string> read_proc(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return std::nullopt;
  return bytes;
}

/// Splits zero-terminated strings.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find('\0'));
    words.emplace_back(word);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  while (!words.empty() && words.back().empty()) words.pop_back();
  return words;
}

/// The value of a variable in /proc/PID/environ.
std::optional<std::string> find_variable(std::string_view environment, std::string_view name) {
  for (const std::string& line : words_of(environment)) {
    if (line.size() > name.size() && line.starts_with(name) && line[name.size()] == '=')
      return line.substr(name.size() + 1);
  }
  return std::nullopt;
}

/// The folder of PyTorch's libraries, from /proc/PID/maps; empty if not loaded.
std::string_view torch_folder(std::string_view maps) {
  for (const std::string_view library : {"/libtorch_cpu.so", "/libtorch.so"}) {
    const std::size_t end = maps.find(library);
    if (end == std::string_view::npos) continue;
    const std::size_t line = maps.rfind('\n', end) + 1;  // 0 for the first
    const std::size_t begin = maps.find('/', line);
    return begin < end ? maps.substr(begin, end - begin) : "/";
  }
  return {};
}

/// Whether a Python interpreter is among the maps: its library, or the program "python3.12".
bool has_interpreter(std::string_view maps) {
  if (maps.find("/libpython3") != std::string_view::npos) return true;
  constexpr std::string_view kProgram = "/python3";
  for (std::size_t at = maps.find(kProgram); at != std::string_view::npos;
       at = maps.find(kProgram, at + 1)) {
    const std::size_t end = maps.find_first_not_of(".0123456789", at + kProgram.size());
    if (end == std::string_view::npos || maps[end] == '\n' || maps[end] == ' ') return true;
  }
  return false;
}

/// "2.7.1" from torch/version.py, in a folder above the libraries. A container's files are below
/// /proc/PID/root.
std::string torch_version(const fs::path& process, std::string_view libraries) {
  const fs::path torch = fs::path(libraries).parent_path().relative_path();
  const auto text = read_proc(process / "root" / torch / "version.py");
  constexpr std::string_view kKey = "__version__ = '";
  const std::size_t key = text ? text->find(kKey) : std::string::npos;
  if (key == std::string::npos) return {};
  const std::size_t begin = key + kKey.size();
  const std::size_t end = text->find('\'', begin);
  return end == std::string::npos ? "" : text->substr(begin, end - begin);
}

std::optional<std::int64_t> find_number(std::string_view environment, std::string_view name) {
  const auto text = find_variable(environment, name);
  return text ? parse_number<std::int64_t>(*text) : std::nullopt;
}

std::string command_of(const std::vector<std::string>& words) {
  std::string command;
  for (const std::string& word : words) command += (command.empty() ? "" : " ") + word;
  return command;
}

std::string why_not(const RunningProcess& process) {
  if (!process.has_torch) return "it has not loaded PyTorch";
  if (!process.asks)
    return "it was started without KINETO_USE_DAEMON=1; start it with this in its "
           "environment";
  return {};
}

bool is_ours(const fs::path& folder) {
  struct stat status {};
  return ::stat(folder.c_str(), &status) == 0 && status.st_uid == ::geteuid();
}

/// Why there is no program to ask: the process has ended, but not for its parent yet, or the kernel
/// runs it. Such a one is listed, and has no environment, whoever owns it.
std::optional<Error> no_program(const fs::path& process) {
  constexpr unsigned long kKernelThread = 0x00200000;  // PF_KTHREAD
  const auto text = read_proc(process / "stat");
  // The name before may have blanks and parentheses.
  const std::size_t name_end = text ? text->rfind(')') : std::string::npos;
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(text->substr(name_end + 1));
  char state = '\0';
  long long parent = 0, group = 0, session = 0, terminal = 0, owner = 0;
  unsigned long flags = 0;
  fields >> state >> parent >> group >> session >> terminal >> owner >> flags;
  if (state == 'Z' || state == 'X') return Error{Error::Kind::NotFound, "the process has ended"};
  if (fields && (flags & kKernelThread) != 0)
    return Error{Error::Kind::Unsupported, "it is a thread of the kernel, not a program"};
  return std::nullopt;
}

}  // namespace

Result<RunningProcess> find_process(std::int64_t pid, const std::string& proc) {
  const fs::path folder = fs::path(proc) / std::to_string(pid);
  auto arguments = read_proc(folder / "cmdline");
  if (!arguments) return Error{Error::Kind::NotFound, "no such process; check the PID"};
  const auto environment = read_proc(folder / "environ");
  const auto maps = read_proc(folder / "maps");
  if (!environment || !maps || arguments->empty()) {
    if (auto error = no_program(folder)) return *std::move(error);
  }
  if (!environment || !maps) {
    return Error{Error::Kind::Unreadable, is_ours(folder)
                                              ? "permission denied reading its environment"
                                              : "it belongs to another user"};
  }
  RunningProcess process;
  process.pid = pid;
  process.arguments = words_of(*arguments);
  process.command = command_of(process.arguments);
  process.asks = find_variable(*environment, kDaemonVariable).has_value();
  const std::string_view libraries = torch_folder(*maps);
  process.has_torch = !libraries.empty();
  process.has_python = process.has_torch || has_interpreter(*maps);
  if (process.has_torch) process.torch_version = torch_version(folder, libraries);
  process.rank = find_number(*environment, "RANK");
  process.world_size = find_number(*environment, "WORLD_SIZE");
  process.socket_folder = find_variable(*environment, kFolderVariable).value_or("");
  process.why_not = why_not(process);
  return process;
}

std::vector<RunningProcess> list_attachable(const std::string& proc) {
  std::vector<RunningProcess> found;
  std::error_code error;
  for (fs::directory_iterator at(proc, error), end; !error && at != end; at.increment(error)) {
    const auto pid = parse_number<std::int64_t>(at->path().filename().string());
    if (!pid || *pid <= 0 || !is_ours(at->path())) continue;
    auto process = find_process(*pid, proc);
    if (process.ok() && process.value().has_python) found.push_back(std::move(process).value());
  }
  std::ranges::sort(found, {}, [](const RunningProcess& process) {
    return std::tuple(!process.why_not.empty(), !process.has_torch, process.pid);
  });
  return found;
}

}  // namespace lanescope
