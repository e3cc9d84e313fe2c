#include "capture/host/process_list.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include <sys/stat.h>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr char kDaemonVariable[] = "KINETO_USE_DAEMON";
constexpr char kFolderVariable[] = "KINETO_IPC_SOCKET_DIR";

/// Files of /proc tell no size. Nothing: it can not be read.
std::optional<std::string> read_proc(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return std::nullopt;
  return bytes;
}

/// The value of a variable in /proc/PID/environ: texts that end in zeros.
std::optional<std::string> find_variable(std::string_view environment, std::string_view name) {
  while (!environment.empty()) {
    const std::string_view line = environment.substr(0, environment.find('\0'));
    if (line.size() > name.size() && line.starts_with(name) && line[name.size()] == '=')
      return std::string(line.substr(name.size() + 1));
    environment.remove_prefix(std::min(environment.size(), line.size() + 1));
  }
  return std::nullopt;
}

/// A library of PyTorch stands in /proc/PID/maps.
bool maps_torch(std::string_view maps) {
  return maps.find("/libtorch_cpu.so") != std::string_view::npos ||
         maps.find("/libtorch.so") != std::string_view::npos;
}

std::string command_of(std::string arguments) {
  while (!arguments.empty() && arguments.back() == '\0') arguments.pop_back();
  std::replace(arguments.begin(), arguments.end(), '\0', ' ');
  return arguments;
}

std::string why_not(const RunningProcess& process) {
  if (!process.asks)
    return "it was started without KINETO_USE_DAEMON=1, which has to be in the environment of the "
           "program from its start";
  if (!process.has_torch) return "PyTorch is not loaded in it";
  return {};
}

bool is_ours(const fs::path& folder) {
  struct stat status {};
  return ::stat(folder.c_str(), &status) == 0 && status.st_uid == ::geteuid();
}

std::optional<std::int64_t> number_of(const std::string& name) {
  std::int64_t pid = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
  if (error != std::errc() || end != name.data() + name.size() || pid <= 0) return std::nullopt;
  return pid;
}

}  // namespace

Result<RunningProcess> find_process(std::int64_t pid, const std::string& proc) {
  const fs::path folder = fs::path(proc) / std::to_string(pid);
  auto arguments = read_proc(folder / "cmdline");
  if (!arguments) return Error{Error::Kind::NotFound, "there is no such process"};
  const auto environment = read_proc(folder / "environ");
  const auto maps = read_proc(folder / "maps");
  if (!environment || !maps) {
    return Error{Error::Kind::Unreadable, is_ours(folder)
                                              ? "it is protected: its environment can not be read"
                                              : "it is another user's process"};
  }
  RunningProcess process;
  process.pid = pid;
  process.command = command_of(std::move(*arguments));
  process.asks = find_variable(*environment, kDaemonVariable).has_value();
  process.has_torch = maps_torch(*maps);
  process.socket_folder = find_variable(*environment, kFolderVariable).value_or("");
  process.why_not = why_not(process);
  return process;
}

std::vector<RunningProcess> list_torch_processes(const std::string& proc) {
  std::vector<RunningProcess> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(proc, none)) {
    const auto pid = number_of(entry.path().filename().string());
    if (!pid || !is_ours(entry.path())) continue;
    auto process = find_process(*pid, proc);
    if (process.ok() && process.value().has_torch) found.push_back(std::move(process).value());
  }
  std::sort(found.begin(), found.end(), [](const RunningProcess& a, const RunningProcess& b) {
    const bool a_can = a.why_not.empty(), b_can = b.why_not.empty();
    return a_can != b_can ? a_can : a.pid < b.pid;
  });
  return found;
}

}  // namespace lanescope
