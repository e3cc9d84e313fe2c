// python_sample [PYTHON...]: what it costs to read the stacks of a Python from outside, for each
// thread and sample, and how much slower that makes the Python. Without arguments: python3.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/core.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "capture/sampler/python/python_sampler.h"
#include "tests/bench/paired_runs.h"

namespace {

using namespace lanescope;
using namespace lanescope::bench;
using Clock = std::chrono::steady_clock;

/// Its last argument says what it does once it is 28 calls deep, besides the script and main().
constexpr char kProgram[] = R"(
import sys, threading, time
def main(what):
    def deep(levels):
        if levels: return deep(levels - 1)
        print("ready", flush=True)
        if what == "waits" or what == "threads": time.sleep(1000)
        i = 0
        while what == "computes": i += 1
    def all_change(levels):
        if levels: all_change(levels - 1)
    if what == "threads":
        for _ in range(99): threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    while what == "calls":
        print("ready", flush=True)
        for _ in range(1000000): all_change(27)
    if what == "loops":
        print("ready", flush=True)
        while True:
            begin, count = time.thread_time(), 0
            while time.thread_time() - begin < 0.2:
                count += 1
                for _ in range(100): all_change(3)
            print(count, flush=True)
    deep(27)
main(sys.argv[1])
)";

class Program {
 public:
  Program(const std::string& python, const char* what) {
    int output[2];
    if (pipe(output) != 0) std::abort();
    pid_ = fork();
    if (pid_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      dup2(output[1], STDOUT_FILENO);
      execlp(python.c_str(), python.c_str(), "-c", kProgram, what, nullptr);
      _exit(127);
    }
    close(output[1]);
    output_ = fdopen(output[0], "r");
    read_line();
  }
  ~Program() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    std::fclose(output_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  std::string read_line() {
    char line[64] = {};
    return std::fgets(line, sizeof line, output_) == nullptr ? "" : line;
  }
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  std::FILE* output_ = nullptr;
};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// One row: microseconds for each thread and sample, the median of 2,000 samples, one a
/// millisecond.
bool measure(const std::string& python, const char* what) {
  const Program program(python, what);
  auto sampler = PythonSampler::open(program.pid());
  if (!sampler.ok()) {
    std::fprintf(stderr, "%s: %s\n", python.c_str(), sampler.error().message.c_str());
    return false;
  }
  std::vector<double> costs;
  std::size_t threads = 0, frames = 0;
  for (int sample = 0; sample < 2'000; ++sample) {
    const auto begin = Clock::now();
    if (!sampler.value().sample()) return false;
    costs.push_back(seconds_since(begin) * 1e6);
    threads = sampler.value().threads().size();
    if (threads != 0) frames = std::max(frames, sampler.value().threads().back().frames.size());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const auto counts = sampler.value().counts();
  const double each = quantile(costs, 0.5) / static_cast<double>(threads);
  const double most = quantile(costs, 0.9) / static_cast<double>(threads);
  print_row(
      "sample", what, python, each, 10,
      fmt::format("us a thread; p90 {:.1f}; {} threads, {} frames, {:.2f} % torn", most, threads,
                  frames,
                  100.0 * static_cast<double>(counts.torn) / static_cast<double>(counts.stacks)));
  return true;
}

/// The CPU time of a loop in the program while it is sampled, against the time while it is not.
bool measure_slowdown(const std::string& python, int hertz) {
  Program program(python, "loops");
  auto sampler = PythonSampler::open(program.pid());
  if (!sampler.ok()) return false;
  const auto next = [&program]() -> std::optional<double> {
    const double count = std::atof(program.read_line().c_str());
    if (count <= 0) return std::nullopt;
    return 1 / count;
  };
  const auto sampled = [&]() -> std::optional<double> {
    std::jthread samples([&](const std::stop_token& stop) {
      while (!stop.stop_requested() && sampler.value().sample())
        std::this_thread::sleep_for(std::chrono::microseconds(1'000'000 / hertz));
    });
    next();  // the one that had begun
    return next();
  };
  const auto alone = [&]() -> std::optional<double> {
    next();
    return next();
  };
  const auto runs = run_in_turn(9, sampled, alone);
  if (!runs) return false;
  print_ratio("slowdown", fmt::format("at {} Hz / alone", hertz), python, *runs,
              hertz > 500 ? 1.05 : 1.02);
  return true;
}

}  // namespace

int main(int argument_count, char** arguments) {
  std::vector<std::string> pythons(arguments + 1, arguments + argument_count);
  if (pythons.empty()) pythons.emplace_back("python3");
  print_header();
  bool is_good = true;
  for (const std::string& python : pythons) {
    for (const char* const what : {"waits", "computes", "calls", "threads"})
      is_good = measure(python, what) && is_good;
    for (const int hertz : {200, 1000}) is_good = measure_slowdown(python, hertz) && is_good;
  }
  return is_good ? 0 : 1;
}
