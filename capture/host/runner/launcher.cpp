#include "capture/host/runner/launcher.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "capture/host/runner/program_rights.h"
#include "capture/wire/control.h"
#include "core/base/check.h"
#include "core/base/files/program_files.h"
#include "core/base/text/sentences/one_line.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAgentFile = "liblanescope_inject.so";
constexpr const char* kKeeperFile = "lanescope_output_keeper";
constexpr const char* kBootstrap = "python/sitecustomize.py";
constexpr const char* kCudaVariable = "CUDA_INJECTION64_PATH";
constexpr const char* kNvtxVariable = "NVTX_INJECTION64_PATH";

/// Our environment as "NAME=VALUE", with `changes` applied.
std::vector<std::string> merged_environment(const Environment& changes) {
  std::vector<std::string> merged;
  const auto is_changed = [&changes](const std::string& line) {
    for (const auto& [name, value] : changes) {
      if (line.size() > name.size() && line[name.size()] == '=' && line.starts_with(name))
        return true;
    }
    return false;
  };
  for (char** line = environ; line != nullptr && *line != nullptr; ++line) {
    if (!is_changed(*line)) merged.emplace_back(*line);
  }
  for (const auto& [name, value] : changes) merged.push_back(fmt::format("{}={}", name, value));
  return merged;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

Error launch_error(int reason, const fs::path& folder, const std::string& program) {
  std::error_code ignored;
  if (program.find('/') != std::string::npos && fs::is_directory(folder / program, ignored))
    return {Error::Kind::Unreadable, "is a folder; name a program in it"};
  switch (reason) {
    case ENOENT:
    case ENOTDIR:
      return {Error::Kind::NotFound, "no such command; check its name and PATH"};
    case EACCES:
    case EPERM:
      return {Error::Kind::Unreadable, "is not executable; see `chmod +x`"};
    case ENOEXEC:
      return {
          Error::Kind::WrongFormat,
          fmt::format("is not a program; run a script with its interpreter, such as `python {}`",
                      program)};
    default:
      return {Error::Kind::Unsupported,
              "cannot be started: " + std::generic_category().message(reason)};
  }
}

/// The program that a script names in its first line; empty for others.
std::string interpreter_of(const std::string& file) {
  constexpr std::size_t kMostBytes = 256;  // as many as the kernel reads
  std::string line;
  std::ifstream stream(file, std::ios::binary);
  for (char c = 0; line.size() < kMostBytes && stream.get(c) && c != '\n';) line += c;
  if (!line.starts_with("#!")) return {};
  const std::size_t begin = line.find_first_not_of(" \t", 2);
  if (begin == std::string::npos) return {};
  return line.substr(begin, line.find_first_of(" \t", begin) - begin);
}

/// Attributes and file actions for the child; freed by the destructor.
struct SpawnSettings {
  SpawnSettings() {
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_init(&actions);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
  }
  posix_spawnattr_t attributes{};
  posix_spawn_file_actions_t actions{};
};

/// The signals to reset, whatever we did with ours. A program that is started by nohup, or by a
/// script in the background, ignores some of those that stop it, and so does what we start then;
/// the last two we ignore ourselves.
sigset_t reset_signals() {
  sigset_t reset;
  ::sigemptyset(&reset);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) {
    struct sigaction ours {};
    ::sigaction(signal, nullptr, &ours);
    if (ours.sa_handler != SIG_IGN) ::sigaddset(&reset, signal);
  }
  for (const int signal : {SIGPIPE, SIGXFSZ}) ::sigaddset(&reset, signal);
  return reset;
}

void set_up(SpawnSettings& settings, const LaunchOrder& order) {
  sigset_t none;
  ::sigemptyset(&none);
  const sigset_t usual = reset_signals();
  ::posix_spawnattr_setsigmask(&settings.attributes, &none);
  ::posix_spawnattr_setsigdefault(&settings.attributes, &usual);
  int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (order.own_group) {
    flags |= POSIX_SPAWN_SETPGROUP;
    ::posix_spawnattr_setpgroup(&settings.attributes, 0);
  }
  ::posix_spawnattr_setflags(&settings.attributes, static_cast<short>(flags));
  if (order.output < 0) return;
  ::posix_spawn_file_actions_addopen(&settings.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  for (const int ours : {STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_adddup2(&settings.actions, order.output, ours);
}

/// What to start so that the command runs in its folder. glibc can change the folder of a new
/// process since 2.29 only; before, a shell does it, and becomes the command.
std::vector<std::string> words_in_folder(SpawnSettings& settings, const LaunchOrder& order) {
  using AddChdir = int (*)(posix_spawn_file_actions_t*, const char*);
  static const auto add_chdir =
      reinterpret_cast<AddChdir>(::dlsym(RTLD_DEFAULT, "posix_spawn_file_actions_addchdir_np"));
  if (order.folder.empty()) return order.command;
  if (add_chdir != nullptr) {
    add_chdir(&settings.actions, order.folder.c_str());
    return order.command;
  }
  std::vector<std::string> words{"/bin/sh", "-c", R"(cd -- "$1" && shift && exec "$@")", "sh",
                                 order.folder};
  words.insert(words.end(), order.command.begin(), order.command.end());
  return words;
}

std::optional<Error> check_folder(const std::string& folder) {
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error)) return std::nullopt;
  return Error{Error::Kind::NotFound,
               fmt::format("the working folder {} does not exist; create it first", folder)};
}

/// Returns 0, or the errno why this file cannot be run.
int why_not_run(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return ENOENT;
  if (fs::is_directory(file, error) || ::access(file.c_str(), X_OK) != 0) return EACCES;
  return 0;
}

/// The file that would be started. Errors: see start().
Result<std::string> find_command(const std::string& program, const std::string& folder) {
  if (program.find('/') != std::string::npos) {
    // A relative path is relative to the folder in which the program is started.
    const fs::path file = fs::path(folder) / program;
    const int reason = why_not_run(file);
    if (reason != 0) return launch_error(reason, folder, program);
    return file.string();
  }
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "/bin:/usr/bin" : path;
  int reason = ENOENT;
  while (true) {
    const std::string_view one = rest.substr(0, rest.find(':'));
    const fs::path file = fs::path(one.empty() ? "." : one) / program;
    const int why = why_not_run(file);
    if (why == 0) return file.string();
    if (why == EACCES) reason = why;
    if (one.size() == rest.size()) break;
    rest.remove_prefix(one.size() + 1);
  }
  return launch_error(reason, folder, program);
}

/// Of a file that is there and may be run, the system says the same as if it were missing where
/// what should run it is.
Error start_error(int reason, const LaunchOrder& order) {
  const std::string& program = order.command.front();
  const auto file = find_command(program, order.folder);
  if (!file.ok()) return launch_error(reason, order.folder, program);
  const std::string interpreter = interpreter_of(file.value());
  const bool missing = reason == ENOENT;
  if (interpreter.empty() && missing)
    return {Error::Kind::NotFound, "cannot be started: its dynamic loader does not exist"};
  if (interpreter.empty() || (!missing && reason != EACCES))
    return launch_error(reason, order.folder, program);
  return {missing ? Error::Kind::NotFound : Error::Kind::Unreadable,
          fmt::format("its interpreter {} {}; check its first line", one_line(interpreter, 200),
                      missing ? "does not exist" : "is not executable")};
}

}  // namespace

Result<std::string> find_agent() {
  const char* named = std::getenv("LANESCOPE_AGENT");
  if (named != nullptr && *named != '\0') return std::string(named);
  return find_program_file(kAgentFile);
}

std::string find_output_keeper() {
  const auto agent = find_agent();
  if (!agent.ok()) return {};
  const std::string keeper = fs::path(agent.value()).replace_filename(kKeeperFile).string();
  return ::access(keeper.c_str(), X_OK) == 0 ? keeper : std::string();
}

Result<std::string> find_python_folder() {
  auto file = find_program_file(kBootstrap);
  if (!file.ok()) return file.error();
  return fs::path(file.value()).parent_path().string();
}

Result<Environment> capture_environment(const std::string& agent, const std::string& socket,
                                        const std::string& python_folder) {
  for (const char* name : {kCudaVariable, kNvtxVariable}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0' || std::string_view(value) == "none") continue;
    return Error{
        Error::Kind::Invalid,
        fmt::format("{} is already set to {}: another tool is set to profile this program; "
                    "unset it",
                    name, value)};
  }
  Environment environment{
      {kCudaVariable, agent}, {kNvtxVariable, agent}, {wire::kSocketVariable, socket}};
  if (!python_folder.empty()) {
    const char* path = std::getenv("PYTHONPATH");
    const bool none = path == nullptr || *path == '\0';
    environment.emplace_back("PYTHONPATH", none ? python_folder : python_folder + ":" + path);
  }
  return environment;
}

std::optional<Error> check_command(const std::string& program, const std::string& folder) {
  if (auto error = check_folder(folder)) return error;
  auto file = find_command(program, folder);
  if (!file.ok()) return file.error();
  const auto user = other_user_of(file.value());
  return user ? std::optional(Error{Error::Kind::Unreadable, setuid_words(*user)}) : std::nullopt;
}

Result<LaunchedCommand> LaunchedCommand::start(const LaunchOrder& order) {
  if (order.command.empty() || order.command.front().empty())
    return Error{Error::Kind::Invalid, "no command to start"};
  if (const auto error = check_folder(order.folder)) return *error;
  if (auto file = find_command(order.command.front(), order.folder); file.ok()) {
    if (const auto user = other_user_of(file.value()))
      return Error{Error::Kind::Unreadable, setuid_words(*user)};
  }
  std::vector<std::string> environment = merged_environment(order.environment);
  SpawnSettings settings;
  set_up(settings, order);
  std::vector<std::string> words = words_in_folder(settings, order);
  pid_t pid = 0;
  const int reason =
      ::posix_spawnp(&pid, words.front().c_str(), &settings.actions, &settings.attributes,
                     pointers_to(words).data(), pointers_to(environment).data());
  if (reason != 0) return start_error(reason, order);
  return LaunchedCommand(pid, order.own_group);
}

LaunchedCommand::LaunchedCommand(std::int64_t pid, bool own_group)
    : pid_(pid),
      own_group_(own_group),
      process_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {}

std::optional<CommandEnd> LaunchedCommand::end() {
  if (end_) return end_;
  LANESCOPE_CHECK(pid_ > 1, "a process of its own, not {}", pid_);
  int status = 0;
  const pid_t got = ::waitpid(static_cast<pid_t>(pid_), &status, WNOHANG);
  if (got == 0 || (got < 0 && errno == EINTR)) return std::nullopt;
  end_.emplace();  // neither: something else has reaped the process
  if (got > 0 && WIFEXITED(status)) end_->exit_code = WEXITSTATUS(status);
  if (got > 0 && WIFSIGNALED(status)) end_->signal = WTERMSIG(status);
  return end_;
}

void LaunchedCommand::send_signal(int signal) const {
  if (end_) return;
  // 0, 1 and -1 would mean our own group, init, and everything.
  LANESCOPE_CHECK(pid_ > 1, "a process of its own, not {}", pid_);
  ::kill(static_cast<pid_t>(own_group_ ? -pid_ : pid_), signal);
}

}  // namespace lanescope
