#include "core/base/programs/run_program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <string_view>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <sys/wait.h>

#include "core/base/check.h"
#include "core/base/files/system_file.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kBetweenLooksMs = 100;
constexpr std::chrono::seconds kToEndByItself{2};  // when asked to, before it is killed
constexpr std::size_t kMostErrors = 4096;

/// What the program is started with: a group of its own, so that what it starts can be stopped with
/// it, and signals as if nobody had changed them.
class Setting {
 public:
  explicit Setting(int errors) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&files_, errors, STDERR_FILENO);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none{}, usual{};
    ::sigemptyset(&none);
    ::sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP})
      ::sigaddset(&usual, signal);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &usual);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Setting() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&files_);
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

  [[nodiscard]] int start(const std::vector<std::string>& arguments, pid_t& pid) const {
    std::vector<char*> argv;
    for (const std::string& argument : arguments)
      argv.push_back(const_cast<char*>(argument.c_str()));  // posix_spawn does not write to them
    argv.push_back(nullptr);
    return ::posix_spawn(&pid, argv[0], &files_, &attributes_, argv.data(), environ);
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

class Child {
 public:
  Child(pid_t pid, int errors) : pid_(pid), errors_(errors) {}
  ~Child() { ::close(errors_); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  ProgramEnd wait(const ProgramRun& run) {
    const auto until = Clock::now() + run.at_most;
    ProgramEnd::How why = ProgramEnd::How::Exited;
    while (!look()) {
      if (run.go_on && !run.go_on()) why = ProgramEnd::How::Stopped;
      if (Clock::now() >= until) why = ProgramEnd::How::TookTooLong;
      if (why == ProgramEnd::How::Exited) continue;
      stop();
      break;
    }
    return end(why);
  }

 private:
  /// Waits a little. Whether it has ended.
  bool look() {
    listen(kBetweenLooksMs);
    if (::waitpid(pid_, &status_, WNOHANG) == 0) return false;
    while (open_ && wait_for_bytes(errors_, 0)) listen(0);
    return true;
  }

  /// When it has closed its stderr, or something else holds that open, the time passes all the
  /// same.
  void listen(int at_most_ms) {
    if (!open_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(at_most_ms));
      return;
    }
    if (!wait_for_bytes(errors_, at_most_ms)) return;
    std::array<char, 1024> bytes{};
    const std::int64_t got = read_some(errors_, bytes);
    open_ = got > 0 || (got < 0 && errno == EAGAIN);
    if (got <= 0 || heard_.size() >= kMostErrors) return;
    heard_.append(bytes.data(),
                  std::min(static_cast<std::size_t>(got), kMostErrors - heard_.size()));
  }

  void stop() {
    ::kill(-pid_, SIGTERM);
    const auto until = Clock::now() + kToEndByItself;
    bool ended = false;
    while (!ended && Clock::now() < until) ended = look();
    ::kill(-pid_, SIGKILL);  // what it started may not have ended with it
    if (!ended) ::waitpid(pid_, &status_, 0);
  }

  [[nodiscard]] ProgramEnd end(ProgramEnd::How why) const {
    if (why != ProgramEnd::How::Exited) return {why, 0, heard_};
    if (WIFSIGNALED(status_)) return {ProgramEnd::How::Killed, WTERMSIG(status_), heard_};
    return {ProgramEnd::How::Exited, WEXITSTATUS(status_), heard_};
  }

  pid_t pid_;
  int errors_;
  int status_ = 0;
  bool open_ = true;
  std::string heard_;
};

}  // namespace

std::optional<std::string> find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): never changed
  std::string_view folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::filesystem::path file = std::filesystem::path(folders.substr(0, end)) / name;
    folders.remove_prefix(std::min(end + 1, folders.size()));
    std::error_code ignored;
    // Relative folders would depend on where we were started.
    if (file.is_absolute() && std::filesystem::is_regular_file(file, ignored) &&
        can_run(file.string()))
      return file.string();
  }
  return std::nullopt;
}

Result<ProgramEnd> run_program(const ProgramRun& run) {
  LANESCOPE_CHECK(!run.arguments.empty(), "a program to run");
  std::array<int, 2> errors{};
  if (::pipe2(errors.data(), O_CLOEXEC) != 0)
    return Error{Error::Kind::Unsupported, std::generic_category().message(errno)};
  pid_t pid = 0;
  const int error = Setting(errors[1]).start(run.arguments, pid);
  ::close(errors[1]);
  if (error != 0) {
    ::close(errors[0]);
    return Error{Error::Kind::Unsupported, std::generic_category().message(error)};
  }
  return Child(pid, errors[0]).wait(run);
}

}  // namespace lanescope
