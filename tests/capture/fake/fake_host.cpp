// A program that uses CUDA, as far as the agent can tell. Its first call loads
// $CUDA_INJECTION64_PATH and calls InitializeInjection, as the driver would; the driver is
// fake_cupti. Prints what it did as one line of JSON.
//
//   fake_host [--calls N] [--threads M] [--kernels K] [--mix launch|all|nvcc13|driver|graph]
//             [--streams N] [--rate per-second] [--end exit|_exit|kill|fork|exec|leave]
//             [--linger ms] [--fork-at-start ms] [--memory-mb N] [--first WORDS] [--tell WORDS]
//             [--driver file] [--after N]
// --first and --tell call the agent as its Python part does, before the first CUDA call and after
// the last: comma-separated words start, counter=NAME:VALUE, conflict=N, option=NAME:STATE, flush,
// flush_at_end=0|1. --driver loads a library in place of the driver. With --fork-at-start another
// thread forks that many ms after the first call has begun; the child makes the same first call and
// exits, and a line reports how.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <map>
#include <pthread.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/capture/fake/fake_cupti.h"

namespace {

using namespace lanescope::fake;
using Clock = std::chrono::steady_clock;

std::map<std::string, std::string> arguments;

std::string argument(const std::string& name, const std::string& otherwise) {
  const auto found = arguments.find("--" + name);
  return found == arguments.end() ? otherwise : found->second;
}
std::uint64_t number(const std::string& name, std::uint64_t otherwise) {
  const std::string text = argument(name, "");
  return text.empty() ? otherwise : std::strtoull(text.c_str(), nullptr, 10);
}

FakeCallFunction call_cuda = nullptr;
FakeCountsFunction count_calls = nullptr;
FakeReplayFunction replay = nullptr;

void* load(const char* variable) {
  const char* const path = std::getenv(variable);
  return path == nullptr ? nullptr : dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/// What the driver does at the first call. Returns the seconds it took.
double initialise() {
  void* const driver = load("LANESCOPE_CUPTI");
  if (driver != nullptr) {
    call_cuda = reinterpret_cast<FakeCallFunction>(dlsym(driver, "fake_call"));
    replay = reinterpret_cast<FakeReplayFunction>(dlsym(driver, "fake_replay"));
    count_calls = reinterpret_cast<FakeCountsFunction>(dlsym(driver, "fake_counts"));
  }
  const auto before = Clock::now();
  if (void* const injected = load("CUDA_INJECTION64_PATH"); injected != nullptr) {
    if (auto* const start = reinterpret_cast<int (*)()>(dlsym(injected, "InitializeInjection"));
        start != nullptr) {
      // A second call has no effect.
      if (start() != 1 || start() != 1) std::printf("the injection has failed\n");
    }
  }
  return std::chrono::duration<double>(Clock::now() - before).count();
}

/// A function of the agent by name; null if there is no agent.
template <typename Function>
Function of_agent(const char* name) {
  static void* const agent = load("CUDA_INJECTION64_PATH");
  return agent == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(agent, name));
}

void tell(const std::string& word) {
  const std::string key = word.substr(0, word.find('='));
  const std::string value = key.size() < word.size() ? word.substr(key.size() + 1) : "";
  const std::string first = value.substr(0, value.find(':'));
  const std::string second = first.size() < value.size() ? value.substr(first.size() + 1) : "";
  const char* const name = first.empty() ? nullptr : first.c_str();
  if (key == "start") std::printf("started: %d\n", of_agent<int (*)()>("lanescope_start")());
  if (key == "counter")
    of_agent<void (*)(const char*, double)>("lanescope_counter")(name, std::atof(second.c_str()));
  if (key == "conflict")
    of_agent<void (*)(unsigned)>("lanescope_conflict")(
        static_cast<unsigned>(std::atoi(value.c_str())));
  if (key == "option")
    of_agent<void (*)(const char*, const char*)>("lanescope_option")(
        name, second.empty() ? nullptr : second.c_str());
  if (key == "flush") of_agent<void (*)()>("lanescope_flush")();
  if (key == "flush_at_end")
    of_agent<void (*)(int)>("lanescope_flush_at_end")(std::atoi(value.c_str()));
}

void tell_all(const std::string& words) {
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(',', at), words.size());
    tell(words.substr(at, end - at));
    at = end + 1;
  }
}

/// With --streams N, one of N streams that belong to this thread alone.
std::uint64_t stream_of(std::uint64_t count) {
  static const std::uint64_t streams = number("streams", 0);
  static std::atomic<std::uint64_t> next_thread{0};
  thread_local const std::uint64_t thread = next_thread.fetch_add(1);
  return streams == 0 ? 7 : 100 + thread * streams + count % streams;
}

void one_call(std::uint64_t count, const std::vector<std::string>& kernels) {
  if (call_cuda == nullptr) return;
  const std::string mix = argument("mix", "launch");
  const char* const kernel = kernels[count % kernels.size()].c_str();
  if (mix == "nvcc13") return call_cuda(FakeCall::LaunchNvcc13, kernel, 7, 0);
  if (mix == "driver") return call_cuda(FakeCall::DriverLaunch, kernel, 7, 0);
  if (mix == "graph") return call_cuda(FakeCall::GraphLaunch, kernel, 7, 20);
  if (mix != "all") return call_cuda(FakeCall::Launch, kernel, stream_of(count), 0);
  constexpr FakeCall kAll[] = {FakeCall::Launch,      FakeCall::Copy,   FakeCall::Set,
                               FakeCall::Synchronize, FakeCall::Malloc, FakeCall::SetAttribute,
                               FakeCall::GetLastError};
  call_cuda(kAll[count % std::size(kAll)], kernel, 7, 4096);
}

void run_calls(std::uint64_t calls, const std::vector<std::string>& kernels) {
  const std::uint64_t rate = number("rate", 0);
  const auto start = Clock::now();
  for (std::uint64_t count = 0; count < calls; ++count) {
    if (rate != 0)
      std::this_thread::sleep_until(start + std::chrono::nanoseconds(1'000'000'000 / rate * count));
    one_call(count, kernels);
  }
}

double run_threads(const std::vector<std::string>& kernels) {
  const std::uint64_t threads = number("threads", 1), calls = number("calls", 1000);
  const auto before = Clock::now();
  if (threads == 1) {
    run_calls(calls, kernels);
  } else {
    std::vector<std::thread> all;
    for (std::uint64_t at = 0; at < threads; ++at) {
      all.emplace_back([calls, threads, &kernels] { run_calls(calls / threads, kernels); });
    }
    for (std::thread& thread : all) thread.join();
  }
  return std::chrono::duration<double>(Clock::now() - before).count();
}

void print(double start_s, double calls_s) {
  FakeCounts counts{};
  if (count_calls != nullptr) count_calls(&counts);
  std::printf(
      "{\"calls\":%llu,\"launches\":%llu,\"kernels\":%llu,\"copies\":%llu,\"sets\":%llu,"
      "\"syncs\":%llu,\"lost\":%llu,\"subscribers\":%llu,\"callbacks\":%llu,\"kinds\":%llu,"
      "\"risks\":%llu,\"thinned\":%llu,\"settings\":%llu,\"flushes\":%llu,\"start_ms\":%.1f,\"ns_"
      "per_call\":%.1f}\n",
      static_cast<unsigned long long>(counts.calls),
      static_cast<unsigned long long>(counts.launches),
      static_cast<unsigned long long>(counts.kernels),
      static_cast<unsigned long long>(counts.copies), static_cast<unsigned long long>(counts.sets),
      static_cast<unsigned long long>(counts.syncs), static_cast<unsigned long long>(counts.lost),
      static_cast<unsigned long long>(counts.subscribers),
      static_cast<unsigned long long>(counts.callbacks),
      static_cast<unsigned long long>(counts.kinds), static_cast<unsigned long long>(counts.risks),
      static_cast<unsigned long long>(counts.thinned),
      static_cast<unsigned long long>(counts.settings),
      static_cast<unsigned long long>(counts.flushes), start_s * 1e3,
      calls_s * 1e9 / static_cast<double>(counts.calls == 0 ? 1 : counts.calls));
  std::fflush(stdout);
}

int open_sockets() {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;  // the descriptor of the listing itself
    found += std::filesystem::is_socket(entry.status(gone)) ? 1 : 0;
  }
  return found;
}

void fork_and_call(const std::vector<std::string>& kernels) {
  const pid_t child = fork();
  if (child == 0) {
    std::printf("the child holds %d sockets\n", open_sockets());
    for (std::uint64_t count = 0; count < 100; ++count) one_call(count, kernels);
    std::exit(0);  // runs the handlers that the child inherited
  }
  int status = 0;
  waitpid(child, &status, 0);
}

/// In the child CUDA starts over, which is allowed as long as the parent has not finished
/// initializing.
void fork_at_start() {
  std::this_thread::sleep_for(std::chrono::milliseconds(number("fork-at-start", 0)));
  const pid_t child = fork();
  if (child == 0) {
    initialise();
    std::exit(0);
  }
  int status = 0;
  for (int tries = 0; tries < 1000 && waitpid(child, &status, WNOHANG) == 0; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  if (waitpid(child, nullptr, WNOHANG) == 0) {
    kill(child, SIGKILL);
    std::printf("the child hangs\n");
  } else {
    std::printf("the child has ended with %d\n", status);
  }
}

/// Address space in use, in bytes.
std::uint64_t memory_now() {
  unsigned long pages = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%lu", &pages) != 1) std::abort();
  std::fclose(file);
  return pages * 4096;
}

}  // namespace

int main(int count, char** values) {
  for (int at = 1; at + 1 < count; at += 2) arguments[values[at]] = values[at + 1];
  std::vector<std::string> kernels;
  for (std::uint64_t kernel = 0; kernel < number("kernels", 10); ++kernel)
    kernels.push_back("_Z12empty_kernelILi" + std::to_string(kernel) + "EEvv");
  if (const std::uint64_t most = number("memory-mb", 0); most != 0) {
    // The current size and `most` MiB more.
    const rlimit limit{(memory_now() + (most << 20)), RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &limit);
  }
  if (arguments.contains("--driver")) dlopen(argument("driver", "").c_str(), RTLD_NOW);
  tell_all(argument("first", ""));
  std::thread forking;
  if (arguments.contains("--fork-at-start")) forking = std::thread(fork_at_start);
  const double start_s = initialise();
  if (forking.joinable()) forking.join();
  if (replay != nullptr && std::getenv("FAKE_CUPTI_REPLAY") != nullptr) replay();
  const double calls_s = run_threads(kernels);
  tell_all(argument("tell", ""));
  std::this_thread::sleep_for(std::chrono::milliseconds(number("linger", 0)));
  print(start_s, calls_s);
  const std::string end = argument("end", "exit");
  if (end == "_exit") _exit(0);
  if (end == "kill") kill(getpid(), SIGKILL);
  if (end == "fork") fork_and_call(kernels);
  if (end == "leave") {
    // The process ends when its last thread does.
    std::thread([kernels] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      for (std::uint64_t call = 0; call < number("after", 0); ++call) {
        one_call(call, kernels);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    }).detach();
    pthread_exit(nullptr);
  }
  if (end == "exec") execl("/proc/self/exe", values[0], "--calls", "10", nullptr);
  return 0;
}
