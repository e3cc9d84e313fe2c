// Programs that map other code, run other programs, and start processes that end at once.
#include <algorithm>
#include <array>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "core/base/files/file_descriptor.h"
#include "core/base/text/message_text.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/kept_samples.h"
#include "tests/capture/sampler/perf/watched_program.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;

namespace {

/// Whether there is anything of the process that becomes a lane.
bool is_shown(const DecodedSamples& of) {
  const auto is_alive = [](const DecodedSample& one) {
    return one.state != wire::SampledState::Ended;
  };
  return std::ranges::any_of(of.samples, is_alive) || !of.switches.empty() || !of.native.empty();
}

}  // namespace

#if defined(__x86_64__)
TEST_CASE("code that is mapped where other code was before is told from it") {
  need_perf();
  const TempFolder folder;
  // mov $10000,%ecx; dec %ecx; jnz -4; ret
  std::string code("\xB9\x10\x27\x00\x00\xFF\xC9\x75\xFC\xC3", 10);
  code.resize(4096, '\xCC');
  const std::array<std::string, 2> paths{folder.write("long.so", code),
                                         folder.write("short.so", code)};
  KeptSamples kept;
  const Child child([&] {
    void* const place = ::mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (;;) {
      for (std::size_t i = 0; i < paths.size(); ++i) {
        const FileDescriptor file(::open(paths.at(i).c_str(), O_RDONLY | O_CLOEXEC));
        ::mmap(place, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, file.get(), 0);
        const Ns end_ns = cpu_ns() + (i == 0 ? 12'000'000 : 4'000'000);
        while (cpu_ns() < end_ns) reinterpret_cast<void (*)()>(place)();
      }
    }
  });
  const auto sampler = start(kept, child.pid());
  REQUIRE(comes_true([&] { return kept.decoded(child.pid()).native.size() >= 600; }));
  double of_long = 0, of_short = 0;
  for (const DecodedNativeSample& sample : kept.decoded(child.pid()).native) {
    of_long += is_in(sample, "(long.so)") ? 1 : 0;
    of_short += is_in(sample, "(short.so)") ? 1 : 0;
  }
  CHECK(of_long + of_short > 400);
  CHECK(of_long / (of_long + of_short) > 0.65);
  CHECK(of_long / (of_long + of_short) < 0.85);
}
#endif

namespace {

/// Watches a program until it writes a byte, and a moment longer.
void sample_until_told(KeptSamples& kept, pid_t pid, const Pipe& pipe) {
  auto sampler = start(kept, pid);
  char byte = 0;
  REQUIRE(::read(pipe.ends[0], &byte, 1) == 1);
  sleep_ms(50);
  sampler->stop();
}

/// How many processes are shown, this one left out.
std::int64_t shown_but(KeptSamples& kept, pid_t own) {
  std::int64_t shown = 0;
  for (const auto& [pid, process] : kept.processes()) {
    if (pid != own && is_shown(kept.decoded(pid))) ++shown;
  }
  return shown;
}

}  // namespace

TEST_CASE("processes that end before they are sampled are counted, each once") {
  need_perf();
  constexpr int kAll = 100;
  KeptSamples kept;
  const Pipe pipe;
  const Child child([&] {
    sleep_ms(500);
    for (int i = 0; i < kAll; ++i) {
      const pid_t pid = ::fork();
      // Some live for longer than it takes to find them.
      if (pid == 0) {
        if (i % 10 == 0) sleep_ms(30);
        ::_exit(0);
      }
      ::waitpid(pid, nullptr, 0);
    }
    const char byte = 1;
    if (::write(pipe.ends[1], &byte, 1) == 1) ::pause();
  });
  sample_until_told(kept, child.pid(), pipe);
  const std::int64_t shown = shown_but(kept, child.pid());
  CHECK(shown > 0);
  const auto told = kept.left_out();
  REQUIRE(told.size() <= 1);
  if (told.empty()) {
    CHECK(shown == kAll);  // of processes that start slowly each may have been seen
    return;
  }
  const MessageText problem(told.front());
  CHECK(problem.value("code") == "processes_left_out");
  CHECK(problem.value("text").ends_with("first sample"));
  CHECK(problem.number("count") == kAll - shown);
}

TEST_CASE("a process of which only the kernel tells is shown, and not counted as one that is not") {
  need_perf();
  constexpr int kAll = 200;
  KeptSamples kept;
  const Pipe pipe;
  const Child child([&] {
    sleep_ms(500);
    for (int i = 0; i < kAll; ++i) {
      const pid_t pid = ::fork();
      if (pid == 0) {
        ::execlp("true", "true", nullptr);
        ::_exit(1);
      }
      ::waitpid(pid, nullptr, 0);
    }
    const char byte = 1;
    if (::write(pipe.ends[1], &byte, 1) == 1) ::pause();
  });
  sample_until_told(kept, child.pid(), pipe);
  const std::int64_t shown = shown_but(kept, child.pid());
  std::int64_t not_shown = 0;
  for (const std::string& told : kept.left_out())
    not_shown += MessageText(told).number("count").value_or(0);
  CHECK(shown + not_shown == kAll);
}

TEST_CASE("a process that ends soon after an exec has the name of its last program") {
  need_perf();
  constexpr int kAll = 20;
  KeptSamples kept;
  const Pipe pipe;
  const Child child([&] {
    sleep_ms(500);
    for (int i = 0; i < kAll; ++i) {
      const pid_t pid = ::fork();
      if (pid == 0) {
        sleep_ms(30);
        ::execlp("true", "true", nullptr);
        ::_exit(1);
      }
      ::waitpid(pid, nullptr, 0);
    }
    const char byte = 1;
    if (::write(pipe.ends[1], &byte, 1) == 1) ::pause();
  });
  const auto sampler = start(kept, child.pid());
  char byte = 0;
  REQUIRE(::read(pipe.ends[0], &byte, 1) == 1);
  const auto left = [&] {
    auto processes = kept.processes();
    processes.erase(child.pid());
    return processes;
  };
  REQUIRE(comes_true([&] {
    return std::ranges::all_of(left(), [](const auto& one) { return one.second.left; });
  }));
  // On a busy machine, one or another may come and go unseen.
  const auto processes = left();
  CHECK(processes.size() >= kAll / 2);
  for (const auto& [pid, process] : processes) {
    const MessageText hello(process.hellos.back());
    CHECK(hello.number("ppid") == child.pid());
    CHECK(hello.value("exe").ends_with("true"));
  }
}

TEST_CASE("a daemon is followed though its parent has ended before anybody looks") {
  need_perf();
  const Pipe go, pipe;
  const Child child([&] {
    char byte = 0;
    (void)!::read(go.ends[0], &byte, 1);
    if (::fork() == 0) {
      ::setsid();
      const pid_t daemon = ::fork();
      if (daemon == 0) {
        while (true) ::usleep(10'000);
      }
      (void)!::write(pipe.ends[1], &daemon, sizeof daemon);
      ::_exit(0);
    }
    ::pause();
  });
  KeptSamples kept;
  SamplerOptions options;
  options.command = child.pid();
  options.rate_hz = 4;  // seldom enough to see nothing of its parent
  options.native = NativeMode::Frames;
  auto sampler = HostSampler::start(std::move(options), kept);
  REQUIRE(sampler.ok());
  REQUIRE(comes_true([&] { return kept.processes().contains(child.pid()); }));
  REQUIRE(::write(go.ends[1], "x", 1) == 1);
  pid_t daemon = 0;
  REQUIRE(::read(pipe.ends[0], &daemon, sizeof daemon) == sizeof daemon);
  const KilledAtEnd killed{daemon};
  CHECK(comes_true([&] { return kept.processes().contains(daemon); }));
}
