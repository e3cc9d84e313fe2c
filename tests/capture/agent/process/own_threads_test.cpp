#include "capture/agent/process/own_threads.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "capture/agent/process/thread_state.h"

using namespace lanescope::agent;

namespace {

void pause_ms(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

std::atomic<bool> has_run{false};
std::atomic<int> running{0};
bool is_busy = false, is_ours = false;
int blocked = 0;
std::size_t stack_bytes = 0;
bool is_detached = false;

/// Ends only this thread, without unwinding through its callers.
void leave() {
  ::syscall(SYS_exit, 0);
}

/// Runs `body` in a forked child and returns how that ended.
int end_of(void (*body)()) {
  const pid_t child = ::fork();
  if (child == 0) {
    forget_own_threads();
    body();
    ::_exit(99);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  return WEXITSTATUS(status);
}

/// A temporary thread of the program.
std::atomic<bool> foreign_lives{false};
void start_foreign() {
  foreign_lives = true;
  std::thread([] {
    pause_ms(150);
    foreign_lives = false;
  }).detach();
}

/// Runs on a thread of the agent: ends the process once no other thread is left.
void end_when_alone() {
  for (int tries = 0; tries < 2000; ++tries) {
    if (only_own_threads_are_left()) ::_exit(tries == 0 || foreign_lives ? 1 : 7);
    pause_ms(1);
  }
  ::_exit(8);
}

}  // namespace

TEST_CASE(
    "a thread of the agent hears no signals, is known as ours, and leaves the caller as it was") {
  sigset_t before, after;
  sigemptyset(&before);
  sigaddset(&before, SIGUSR2);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  has_run = false;
  REQUIRE(run_thread([] {
    is_busy = this_thread.busy;
    is_ours = this_thread.ours;
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGPROF})
      blocked += sigismember(&mask, signal);
    pthread_attr_t attributes;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstacksize(&attributes, &stack_bytes);
    int state = 0;
    pthread_attr_getdetachstate(&attributes, &state);
    is_detached = state == PTHREAD_CREATE_DETACHED;
    pthread_attr_destroy(&attributes);
    has_run = true;
  }));
  while (!has_run) pause_ms(1);
  CHECK(is_busy);
  CHECK(is_ours);
  CHECK(blocked == 5);
  CHECK(stack_bytes == 1U << 20);
  CHECK(is_detached);
  CHECK_FALSE(this_thread.busy);
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  CHECK(sigismember(&after, SIGUSR2) == 1);
  CHECK(sigismember(&after, SIGUSR1) == 0);
  sigemptyset(&before);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST_CASE("a program is alone with our threads once its first and all its others have ended") {
  CHECK_FALSE(only_own_threads_are_left());
  CHECK(end_of([] {
          run_thread(end_when_alone);
          pause_ms(30);
          leave();
        }) == 7);
}

TEST_CASE("as long as one thread of the program lives it is not alone, whatever it is called") {
  CHECK(end_of([] {
          ::prctl(PR_SET_NAME, "a) Z 1 1 (b");
          start_foreign();
          run_thread(end_when_alone);
          pause_ms(20);
          leave();
        }) == 7);
}

TEST_CASE("our threads are counted one by one, as they come and go") {
  CHECK(end_of([] {
          has_run = false;
          run_thread([] { has_run = true; });  // has ended, so it no longer counts
          while (!has_run) pause_ms(1);
          pause_ms(20);
          start_foreign();
          run_thread([] { pause_ms(5000); });
          run_thread(end_when_alone);
          leave();
        }) == 7);
}

TEST_CASE("where no thread can be made it is said, and none is counted") {
  CHECK(end_of([] {
          // The stacks of ended threads are kept for new ones: no more than 40 MiB of them, all
          // taken here.
          constexpr int kAll = 41;
          for (int i = 0; i < kAll; ++i) {
            run_thread([] {
              ++running;
              pause_ms(5000);
            });
          }
          while (running < kAll) pause_ms(1);
          unsigned long pages = 0;
          std::FILE* const file = std::fopen("/proc/self/statm", "r");
          if (file == nullptr || std::fscanf(file, "%lu", &pages) != 1) ::_exit(2);
          std::fclose(file);
          rlimit before{};
          ::getrlimit(RLIMIT_AS, &before);
          const rlimit none{pages * 4096 + 65536, before.rlim_max};
          ::setrlimit(RLIMIT_AS, &none);
          const bool made = run_thread([] {});
          ::setrlimit(RLIMIT_AS, &before);
          if (made) ::_exit(77);
          start_foreign();
          run_thread(end_when_alone);
          leave();
        }) == 7);
}
