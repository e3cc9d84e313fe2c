// A program that does all that a program may do while it is recorded: threads that come, launch and
// go, children by fork at every moment, closed descriptors, a changing environment, and an end
// while others still launch. The agent is part of it, so that a sanitizer sees both.
//
//   torture_program SEED CHILDREN END
//
// END: return exit quick_exit _exit abort kill exec thread segv throw handler term leave
//
// What it prints and how it ends depends on its arguments alone, recorded or not.
#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <latch>
#include <mutex>
#include <pthread.h>
#include <random>
#include <shared_mutex>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

#include <sys/wait.h>

#include "tests/capture/agent/nvtx/client.h"
#include "tests/capture/fake/fake_cupti.h"

extern "C" {
int InitializeInjection();
int InitializeInjectionNvtx2(lanescope::agent::nvtx::GetExportTable get_table);
int lanescope_start();
void lanescope_counter(const char* name, double value);
void lanescope_conflict(unsigned kind);
void lanescope_flush();
void lanescope_option(const char* option, const char* state);
}

namespace {

using namespace lanescope;

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  unsigned operator()() { return static_cast<unsigned>(engine_()); }

 private:
  std::mt19937 engine_;
};

constexpr int kThreads = 4;

fake::FakeCallFunction call_cuda = nullptr;
std::atomic<bool> done{false};
NvtxClient nvtx;

/// The sanitizers of g++ 12 leave locks of their own locked in a child that is forked while another
/// thread begins or allocates. With them, and only with them, nobody does anything while one forks.
std::shared_mutex forking_alone;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
using Doing = std::shared_lock<std::shared_mutex>;
using Forking = std::unique_lock<std::shared_mutex>;
#else
struct Doing {
  explicit Doing(std::shared_mutex& /*mutex*/) {}
};
using Forking = Doing;
#endif

void pause_us(unsigned most, Random& random) {
  usleep(random() % most);
}

/// As the driver and NVTX do at the first call of each.
void use_cuda() {
  InitializeInjection();
}
/// Once, and anew in a child that was forked in the middle of it: as std::call_once does it, but
/// for the thread sanitizer's.
void use_nvtx() {
  static std::atomic<pid_t> beginner{0};
  static std::atomic<bool> begun{false};
  while (!begun) {
    pid_t seen = beginner;
    if (seen != getpid() && beginner.compare_exchange_strong(seen, getpid())) {
      InitializeInjectionNvtx2(NvtxClient::export_table);
      begun = true;
    }
    std::this_thread::yield();
  }
}

void push_and_pop(const char* text) {
  use_nvtx();
  auto* const push = nvtx.core<int(const char*)>(agent::nvtx::kRangePushA);
  auto* const pop = nvtx.core<int()>(agent::nvtx::kRangePop);
  if (push != nullptr) push(text);
  if (call_cuda != nullptr) call_cuda(fake::FakeCall::Launch, "in_a_range", 7, 1);
  if (pop != nullptr) pop();
}

void do_something(Random& random) {
  constexpr std::array kCalls{fake::FakeCall::Launch, fake::FakeCall::Copy, fake::FakeCall::Set,
                              fake::FakeCall::Synchronize, fake::FakeCall::GraphLaunch};
  // A name that is gone as soon as the call has been made.
  const std::string kernel(random() % 300, static_cast<char>('a' + random() % 26));
  switch (random() % 40) {
    case 0:
      return use_cuda();
    case 2:
      return lanescope_counter(kernel.c_str(), 1.0);
    case 3:
      return lanescope_conflict(2 + random() % 2);
    case 4:
      return lanescope_flush();
    case 5:
      lanescope_start();
      return;
    case 6:
    case 7:
    case 8:
      return push_and_pop(kernel.c_str());
    default:
      if (call_cuda != nullptr)
        call_cuda(kCalls[random() % kCalls.size()], kernel.c_str(), random() % 4, 3);
  }
}

/// In one that lives for some calls only.
void work_in_a_thread(Random& random) {
  try {
    std::thread([&random] {
      for (int call = 0; call < 5; ++call) do_something(random);
    }).join();
  } catch (const std::system_error&) {
    // As the process turns into another program, threads are refused.
  }
}

void work(unsigned seed) {
  Random random(seed);
  for (int times = 0; !done; ++times) {
    {
      const Doing doing(forking_alone);
      if (times % 50 == 49) work_in_a_thread(random);
      do_something(random);
    }
    pause_us(200, random);
  }
}

/// As far as it was recorded before, everything begins anew.
[[noreturn]] void be_child(unsigned seed) {
  Random random(seed);
  // A GPU that the parent uses can not be used here, and its driver may have held a lock.
  call_cuda = nullptr;
  for (unsigned calls = random() % 30; calls > 0; --calls) do_something(random);
  switch (seed % 5) {
    case 0:
      std::exit(3);
    case 1:
      _exit(4);
    case 2:
      kill(getpid(), SIGKILL);
      break;
    case 3:
      execlp("true", "true", nullptr);
      break;
    default:
      break;
  }
  std::quick_exit(5);
}

pid_t fork_child(unsigned seed) {
  const Forking forking(forking_alone);
  const pid_t forked = fork();
  if (forked == 0) be_child(seed);
  return forked;
}

/// For children that share our memory: the environment changes meanwhile.
const char* const kFalse[] = {"/bin/false", nullptr};
const char* const kNoVariables[] = {nullptr};

/// It has our memory until it has become another program or ended.
pid_t vfork_child(unsigned seed) {
  const Forking forking(forking_alone);
  const pid_t forked = vfork();
  if (forked != 0) return forked;
  if (seed % 2 == 0)
    execve(kFalse[0], const_cast<char**>(kFalse), const_cast<char**>(kNoVariables));
  _exit(6);
}

pid_t spawn_child() {
  const Forking forking(forking_alone);
  pid_t spawned = -1;
  const int error = posix_spawn(&spawned, kFalse[0], nullptr, nullptr, const_cast<char**>(kFalse),
                                const_cast<char**>(kNoVariables));
  return error == 0 ? spawned : -1;
}

pid_t make_child(unsigned seed) {
  switch (seed / 5 % 5) {
    case 0:
      return vfork_child(seed);
    case 1:
      return spawn_child();
    default:
      return fork_child(seed);
  }
}

/// How all children ended, in the order they were made.
std::string make_children(unsigned seed, int count) {
  Random random(seed);
  std::string ends;
  for (int child = 0; child < count; ++child) {
    const pid_t pid = make_child(random());
    pause_us(3000, random);
    int status = 0;
    waitpid(pid, &status, 0);
    ends += " " + std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status));
  }
  return ends;
}

/// Unless a sanitizer tells of them they end the process.
[[noreturn]] void end_by_signal(int signal) {
  std::signal(signal, SIG_DFL);
  if (signal == SIGSEGV) *reinterpret_cast<volatile int*>(std::uintptr_t{64}) = 1;
  for (kill(getpid(), signal);;) pause();
}

[[noreturn]] void end(const std::string& how) {
  if (how == "exit") std::exit(7);
  if (how == "quick_exit") std::quick_exit(8);
  if (how == "_exit") _exit(9);
  if (how == "abort") std::abort();
  if (how == "kill") kill(getpid(), SIGKILL);
  if (how == "exec") execlp("false", "false", nullptr);
  if (how == "thread") {
    std::thread([] { std::exit(10); }).detach();
    for (;;) pause();
  }
  if (how == "segv") end_by_signal(SIGSEGV);
  if (how == "term") end_by_signal(SIGTERM);
  if (how == "throw") throw std::runtime_error("nobody catches this");
  if (how == "handler") {
    std::signal(SIGUSR1, [](int) { std::exit(12); });
    for (kill(getpid(), SIGUSR1);;) pause();
  }
  if (how == "leave") {
    done = true;  // the last of the others ends the process
    pthread_exit(nullptr);
  }
  std::exit(11);
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) return 2;
  const auto seed = static_cast<unsigned>(std::strtoul(words[1], nullptr, 10));
  Random random(seed);
  if (const char* const path = std::getenv("LANESCOPE_CUPTI"); path != nullptr) {
    if (void* const driver = dlopen(path, RTLD_NOW | RTLD_LOCAL); driver != nullptr)
      call_cuda = reinterpret_cast<fake::FakeCallFunction>(dlsym(driver, "fake_call"));
  }
  // The driver that is played looks at its variables by getenv, which must not meet a setenv.
  if (call_cuda != nullptr) call_cuda(fake::FakeCall::Set, "first", 0, 1);
  nvtx.make_current();
  // Children may be made before, while and after somebody connects.
  std::string ends;
  const int children = std::atoi(words[2]);
  std::thread forking([&ends, seed, children] { ends = make_children(seed + 1, children); });
  pause_us(2000, random);
  std::vector<std::thread> threads;
  {
    const Doing doing(forking_alone);
    std::latch all_have_begun(kThreads);
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&all_have_begun, seed, thread] {
        all_have_begun.count_down();
        work(seed + 100 + thread);
      });
    }
    all_have_begun.wait();
  }
  for (int times = 0; times < 200; ++times) {
    {
      const Doing doing(forking_alone);
      setenv(("TORTURE_" + std::to_string(times % 20)).c_str(), std::to_string(times).c_str(), 1);
    }
    pause_us(300, random);
  }
  forking.join();
  if (seed % 4 == 0) close_range(3, ~0U, 0);  // as a daemon does
  std::printf("children:%s\n", ends.c_str());
  std::fflush(stdout);
  // Others launch on while the process ends.
  for (std::thread& thread : threads) thread.detach();
  const std::string how = words[3];
  if (how != "return") end(how);
  done = true;
  pause_us(5000, random);
  return 6;
}
