#include "tests/fuzz/engine/fuzz_worker.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <unistd.h>

#include <sys/mman.h>
#include <sys/wait.h>

#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kLook = std::chrono::milliseconds(10);
/// A process ends itself after so many inputs, which is when a sanitizer looks for leaks.
constexpr std::uint64_t kInputsOfProcess = 1000;
constexpr std::size_t kMostSaid = 16U << 10;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Where the process that runs inputs says how far it is.
struct Progress {
  std::atomic<std::uint64_t> seed;
  std::atomic<std::uint64_t> begun;  // inputs
};

class SharedProgress {
 public:
  SharedProgress() {
    void* const there = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (there == MAP_FAILED) throw std::runtime_error("no shared memory");
    progress_ = new (there) Progress{};
  }
  ~SharedProgress() { ::munmap(progress_, sizeof(Progress)); }
  SharedProgress(const SharedProgress&) = delete;
  SharedProgress& operator=(const SharedProgress&) = delete;
  Progress* operator->() { return progress_; }

 private:
  Progress* progress_ = nullptr;
};

std::uint64_t resident_bytes(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  file >> size >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::string line_with(const std::string& said, const char* mark) {
  const std::size_t at = said.find(mark);
  if (at == std::string::npos) return {};
  const std::size_t before = said.rfind('\n', at);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return said.substr(begin, said.find('\n', at) - begin);
}

/// Without numbers of more than four digits: addresses, sizes, processes.
std::string without_numbers(const std::string& line) {
  std::string plain;
  std::string digits;
  for (const char c : line + ' ') {
    if (std::isxdigit(static_cast<unsigned char>(c)) != 0) {
      digits += c;
      continue;
    }
    const bool is_number =
        digits.size() > 4 && digits.find_first_of("0123456789") != std::string::npos;
    plain += is_number ? "N" : digits;
    digits.clear();
    plain += c;
  }
  plain.pop_back();
  return plain;
}

std::string kind_of(int status, const std::string& said) {
  for (const char* const mark :
       {"broken promise: ", "runtime error: ", "SUMMARY: ", "Assertion ", "terminate called"}) {
    if (const std::string line = line_with(said, mark); !line.empty()) return without_numbers(line);
  }
  if (WIFSIGNALED(status)) return std::string("ended by ") + ::strsignal(WTERMSIG(status));
  return "exit code " + std::to_string(WEXITSTATUS(status));
}

/// A process that runs inputs, and what it writes to stderr.
class Worker {
 public:
  template <typename Work>
  explicit Worker(const Work& work) : said_(::memfd_create("said", MFD_CLOEXEC)) {
    std::fflush(nullptr);
    process_ = ::fork();
    if (process_ < 0 || said_ < 0) throw std::runtime_error("no process can be started");
    if (process_ != 0) return;
    ::dup2(said_, STDERR_FILENO);
    std::signal(SIGABRT, before_abort);
    work();
    std::exit(0);  // not _exit: leaks are looked for
  }
  ~Worker() {
    if (!status_) kill();
    ::close(said_);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Whether it has ended.
  bool ended() {
    int status = 0;
    if (!status_ && ::waitpid(process_, &status, WNOHANG) == process_) status_ = status;
    return status_.has_value();
  }
  void kill() {
    int status = 0;
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    status_ = status;
  }
  [[nodiscard]] std::uint64_t bytes() const { return resident_bytes(process_); }

  /// Once it has ended. nullopt: in good order.
  [[nodiscard]] std::optional<FuzzFailure> failure() const {
    if (WIFEXITED(*status_) && WEXITSTATUS(*status_) == 0) return std::nullopt;
    std::string said(kMostSaid, '\0');
    const ssize_t got = ::pread(said_, said.data(), said.size(), 0);
    said.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return FuzzFailure{kind_of(*status_, said), said};
  }

 private:
  static void before_abort(int) {
    std::signal(SIGABRT, SIG_DFL);
    if (last_words != nullptr) last_words();
    std::raise(SIGABRT);
  }

  int said_;
  pid_t process_ = -1;
  std::optional<int> status_;
};

void run_input(const std::string& input) {
  (void)LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

/// What one input that does not end by itself is ended for.
std::optional<FuzzFailure> over_limit(const Worker& worker, const FuzzLimits& limits,
                                      double seconds) {
  if (seconds > limits.seconds) return FuzzFailure{"takes too long", ""};
  if (worker.bytes() > limits.bytes) return FuzzFailure{"takes too much memory", ""};
  return std::nullopt;
}

}  // namespace

std::string input_of(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  return fuzz_input(random);
}

std::optional<FuzzFailure> run_alone(const std::string& input, const FuzzLimits& limits) {
  Worker worker([&input] { run_input(input); });
  const auto begun = Clock::now();
  while (!worker.ended()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (const auto failure = over_limit(worker, limits, seconds_since(begun))) {
      worker.kill();
      return failure;
    }
  }
  return worker.failure();
}

FuzzTally run_seeds(const FuzzRun& run,
                    const std::function<bool(std::uint64_t, const FuzzFailure&)>& failed) {
  const auto begun = Clock::now();
  const auto is_over = [&] { return run.seconds > 0 && seconds_since(begun) >= run.seconds; };
  const std::uint64_t end =
      run.runs > UINT64_MAX - run.first_seed ? UINT64_MAX : run.first_seed + run.runs;
  FuzzTally tally{run.first_seed, 0};
  SharedProgress progress;
  bool goes_on = true;
  while (goes_on && tally.next_seed < end && !is_over()) {
    progress->seed = tally.next_seed;
    const std::uint64_t last = std::min(end, tally.next_seed + kInputsOfProcess);
    Worker worker([&] {
      for (std::uint64_t seed = tally.next_seed; seed < last && !is_over(); ++seed) {
        progress->seed = seed;
        ++progress->begun;
        run_input(input_of(seed));
        progress->seed = seed + 1;
      }
    });
    auto input_begun = Clock::now();
    std::uint64_t input = progress->begun;
    std::optional<FuzzFailure> failure;
    while (!worker.ended() && !failure) {
      std::this_thread::sleep_for(kLook);
      if (input != progress->begun) input_begun = Clock::now();
      input = progress->begun;
      failure = over_limit(worker, run.limits, seconds_since(input_begun));
    }
    if (failure) {
      worker.kill();
    } else {
      failure = worker.failure();
    }
    tally.next_seed = progress->seed;
    if (!failure) continue;
    ++tally.failures;
    goes_on = failed(progress->seed, *failure);
    ++tally.next_seed;
  }
  return tally;
}

}  // namespace lanescope
