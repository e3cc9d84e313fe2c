#include "core/base/programs/run_program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include <sys/prctl.h>
#include <sys/wait.h>

#include "core/base/check.h"
#include "core/base/files/system_file.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kBetweenLooksMs = 100;
constexpr std::chrono::seconds kToEndByItself{2};  // when asked to, before it is killed
constexpr std::size_t kMostHeard = 4096;

/// A pipe from the program to us.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
  }
  ~Pipe() {
    close_ours();
    close_its();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] bool open() const { return ends_[0] >= 0; }
  [[nodiscard]] int ours() const { return ends_[0]; }
  [[nodiscard]] int its() const { return ends_[1]; }
  void close_ours() { close(ends_[0]); }
  void close_its() { close(ends_[1]); }

 private:
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
  std::array<int, 2> ends_{};
};

struct Pipes {
  Pipe output, errors, failure;  // failure: the errno of a program that cannot be started
  [[nodiscard]] bool open() const { return output.open() && errors.open() && failure.open(); }
};

/// In the new process, where only what is safe in a signal handler may be called. It gets a group
/// of its own, so that what it starts can be stopped with it, and signals as if nobody had changed
/// them; and it ends with us, even if we are killed, which posix_spawn cannot arrange.
[[noreturn]] void become(char* const* argv, const Pipes& pipes, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  for (const int signal : {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP}) ::signal(signal, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDONLY);
  if (nothing >= 0) ::dup2(nothing, STDIN_FILENO);
  ::dup2(pipes.output.its(), STDOUT_FILENO);
  ::dup2(pipes.errors.its(), STDERR_FILENO);
  sigset_t none{};
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execv(argv[0], argv);
  const int error = errno;
  (void)!::write(pipes.failure.its(), &error, sizeof(error));
  ::_exit(127);
}

/// 0, or the errno.
int start(const std::vector<std::string>& arguments, Pipes& pipes, pid_t& pid) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments)
    argv.push_back(const_cast<char*>(argument.c_str()));  // execv does not write to them
  argv.push_back(nullptr);
  const pid_t parent = ::getpid();
  // Our handlers must not run in the new process before it has its own.
  sigset_t all{}, before{};
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  pid = ::fork();
  const int error = pid < 0 ? errno : 0;
  if (pid == 0) become(argv.data(), pipes, parent);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pipes.output.close_its();
  pipes.errors.close_its();
  pipes.failure.close_its();
  if (error != 0) return error;
  int failure = 0;
  ssize_t got = 0;
  do got = ::read(pipes.failure.ours(), &failure, sizeof(failure));
  while (got < 0 && errno == EINTR);
  if (got != sizeof(failure)) return 0;
  ::waitpid(pid, nullptr, 0);
  return failure;
}

/// The first of what comes through a pipe; the rest is dropped.
class Heard {
 public:
  explicit Heard(int file) : file_(file) {}

  /// -1 once the other end is closed.
  [[nodiscard]] int file() const { return open_ ? file_ : -1; }
  [[nodiscard]] const std::string& text() const { return text_; }
  void take() {
    std::array<char, 1024> bytes{};
    const std::int64_t got = read_some(file_, bytes);
    open_ = got > 0 || (got < 0 && errno == EAGAIN);
    if (got <= 0 || text_.size() >= kMostHeard) return;
    text_.append(bytes.data(), std::min(static_cast<std::size_t>(got), kMostHeard - text_.size()));
  }

 private:
  int file_;
  bool open_ = true;
  std::string text_;
};

class Child {
 public:
  Child(pid_t pid, const Pipes& pipes)
      : pid_(pid), output_(pipes.output.ours()), errors_(pipes.errors.ours()) {}

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
    while (listen(0)) continue;
    return true;
  }

  /// Whether anything came. When it has closed both pipes, or something else holds them open, the
  /// time passes all the same.
  bool listen(int at_most_ms) {
    std::array<pollfd, 2> files{{{output_.file(), POLLIN, 0}, {errors_.file(), POLLIN, 0}}};
    if (::poll(files.data(), files.size(), at_most_ms) <= 0) return false;
    if (files[0].revents != 0) output_.take();
    if (files[1].revents != 0) errors_.take();
    return true;
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
    ProgramEnd end{why, 0, errors_.text(), output_.text()};
    if (why != ProgramEnd::How::Exited) return end;
    end.how = WIFSIGNALED(status_) ? ProgramEnd::How::Killed : ProgramEnd::How::Exited;
    end.number = WIFSIGNALED(status_) ? WTERMSIG(status_) : WEXITSTATUS(status_);
    return end;
  }

  pid_t pid_;
  int status_ = 0;
  Heard output_, errors_;
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
  Pipes pipes;
  if (!pipes.open()) return Error{Error::Kind::Unsupported, std::generic_category().message(errno)};
  pid_t pid = 0;
  if (const int error = start(run.arguments, pipes, pid); error != 0)
    return Error{Error::Kind::Unsupported, std::generic_category().message(error)};
  return Child(pid, pipes).wait(run);
}

}  // namespace lanescope
