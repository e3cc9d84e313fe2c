// sampling_bench [THREADS] [RATE] [PAIRS] [COMMAND…]: what it costs a program to be sampled from
// outside. It computes on THREADS threads (2), as many threads more of it sleep; or it is COMMAND,
// such as a script of Python. In turn, it is left alone and sampled at RATE (200 Hz). The ratio is
// that of the CPU time it needs for the same work. Then what the sampler itself needs, for each
// thread and sample.
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "capture/sampler/python/remote_python_reader.h"
#include "capture/sampler/sampler.h"
#include "capture/wire/records.h"
#include "tests/bench/paired_runs.h"

namespace {

using namespace lanescope;

constexpr std::uint64_t kTurns = 800'000'000;  // of all threads: about a second of CPU time

struct Settings {
  int threads = 2, rate_hz = 200;
  char** command = nullptr;  // null: none
};

/// In a process of its own: computes, and ends.
void work(const Settings& settings) {
  if (settings.command != nullptr) {
    ::execvp(settings.command[0], settings.command);
    ::_exit(1);
  }
  std::atomic<bool> done{false};
  std::vector<std::thread> sleeping, computing;
  for (int i = 0; i < settings.threads; ++i) {
    sleeping.emplace_back([&done] { done.wait(false); });
    computing.emplace_back([turns = kTurns / static_cast<std::uint64_t>(settings.threads)] {
      std::uint64_t sum = 1;
      for (std::uint64_t turn = 0; turn < turns; ++turn) {
        sum = sum * 6364136223846793005U + turn;
        asm volatile("" : "+r"(sum));  // not to be computed ahead
      }
    });
  }
  for (std::thread& thread : computing) thread.join();
  done = true;
  done.notify_all();
  for (std::thread& thread : sleeping) thread.join();
}

/// Keeps the last statistics.
class LastStats : public SamplerSink {
 public:
  void on_process(std::int64_t, std::string_view) override {}
  bool on_records(std::int64_t, std::span<const std::byte> records) override {
    while (records.size() >= sizeof(wire::RecordHeader)) {
      wire::RecordHeader header;
      std::copy_n(records.data(), sizeof header, reinterpret_cast<std::byte*>(&header));
      if (header.type == static_cast<std::uint16_t>(wire::RecordType::SampleStats))
        std::copy_n(records.data(), sizeof stats, reinterpret_cast<std::byte*>(&stats));
      bytes += header.words * wire::kWord;
      records = records.subspan(header.words * wire::kWord);
    }
    return true;
  }
  void on_left(std::int64_t) override {}
  void on_problem(std::string_view sentence) override {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(sentence.size()), sentence.data());
  }

  void on_left_out(std::string_view problem) override { on_problem(problem); }

  wire::SampleStatsRecord stats{};
  std::uint64_t bytes = 0;
};

double seconds_of(const rusage& usage) {
  const auto of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return of(usage.ru_utime) + of(usage.ru_stime);
}

/// CPU seconds of the program.
std::optional<double> run(const Settings& settings, LastStats* sampled_by) {
  const pid_t child = ::fork();
  if (child < 0) return std::nullopt;
  if (child == 0) {
    work(settings);
    ::_exit(0);
  }
  std::unique_ptr<HostSampler> sampler;
  if (sampled_by != nullptr) {
    SamplerOptions options;
    options.command = child;
    options.rate_hz = settings.rate_hz;
    options.python = make_remote_python_reader();
    auto started = HostSampler::start(std::move(options), *sampled_by);
    if (started.ok()) sampler = std::move(started).value();
  }
  int status = 0;
  rusage usage{};
  if (::wait4(child, &status, 0, &usage) != child || status != 0) return std::nullopt;
  return seconds_of(usage);
}

}  // namespace

int main(int count, char** arguments) {
  const auto argument = [&](int at, int usual) {
    return count > at ? std::atoi(arguments[at]) : usual;
  };
  const Settings settings{argument(1, 2), argument(2, 200), count > 4 ? arguments + 4 : nullptr};
  const int pairs = argument(3, 9);
  LastStats last;
  std::uint64_t samples = 0, spent_ns = 0, missed = 0;
  const auto runs = bench::run_in_turn(
      static_cast<std::size_t>(pairs),
      [&] {
        last.stats = {};
        const auto seconds = run(settings, &last);
        samples += last.stats.samples;
        spent_ns += last.stats.spent_ns;
        missed += last.stats.missed;
        return seconds;
      },
      [&] { return run(settings, nullptr); });
  if (!runs || samples == 0) {
    std::fprintf(stderr, "sampling_bench: a run failed\n");
    return 1;
  }
  const std::string input = settings.command != nullptr
                                ? std::string(settings.command[0])
                                : fmt::format("{}+{} threads", settings.threads, settings.threads);
  bench::print_header();
  bench::print_ratio("sampling", fmt::format("CPU, sampled at {} Hz / alone", settings.rate_hz),
                     input, *runs, 1.02);
  const double micros = static_cast<double>(spent_ns) / static_cast<double>(samples) / 1e3;
  bench::print_row(
      "sampling", "µs of the sampler, a thread and sample", input, micros, 10,
      fmt::format("{} samples, {} ticks missed, {} bytes", samples, missed, last.bytes));
  return 0;
}
