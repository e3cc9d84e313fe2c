// How an agent joins through the control socket, with a viewer that behaves as the case wants.
#include "capture/agent/control/control.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <sys/resource.h>

#include "capture/agent/ring/clock.h"
#include "capture/wire/ring.h"
#include "tests/capture/agent/logged_by.h"
#include "tests/capture/agent/odd_viewer.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::Message;

namespace {

/// The options that an agent reads from this Config.
Options options_of(const std::string& config) {
  const Memory ring(wire::kPage);
  const OddViewer viewer([&](int agent) {
    send_with(agent, packet(Message::Config, config), ring.file());
    OddViewer::hear(agent);
  });
  Granted granted;
  REQUIRE(open_control(Why::Cuda, granted));
  unmap(granted);
  close_control();
  return granted.options;
}

/// Whether an agent accepts this viewer's answer. Whatever it was sent, it must have as many open
/// descriptors afterwards as before.
bool takes(const std::function<void(int agent)>& answer) {
  const OddViewer viewer(answer);
  const std::size_t before = open_descriptors().size();
  Granted granted;
  const bool taken = open_control(Why::Nvtx, granted);
  unmap(granted);
  close_control();
  // The viewer closes its own end a little later.
  for (int tries = 0; tries < 2000 && open_descriptors().size() > before; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(open_descriptors().size() <= before);
  return taken;
}

std::string value_of(const std::string& text, const std::string& key) {
  const std::size_t at = ("\n" + text).find("\n" + key + "=");
  if (at == std::string::npos) return "(none)";
  const std::size_t begin = at + key.size() + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("a Config without wishes is a recording as ever") {
  const Options options = options_of("");
  CHECK(options.level == 1);
  CHECK(options.python_stacks);
  CHECK(options.flush_ns == 100 * kMillisecond);
  CHECK(options.buffer_mb == 4);
  CHECK_FALSE(options.paused);
}

TEST_CASE("wishes are followed as far as they make sense") {
  const Options least = options_of("level=0\nstacks=0\nflush_ms=19\nbuffer_mb=0\npaused=1\n");
  CHECK(least.level == 0);
  CHECK_FALSE(least.python_stacks);
  CHECK(least.flush_ns == 20 * kMillisecond);
  CHECK(least.buffer_mb == 1);
  CHECK(least.paused);
  const Options most = options_of("level=2\nstacks=2\nflush_ms=10001\nbuffer_mb=65\npaused=0\n");
  CHECK(most.level == 2);
  CHECK(most.python_stacks);
  CHECK(most.flush_ns == 10'000 * kMillisecond);
  CHECK(most.buffer_mb == 64);
  CHECK_FALSE(most.paused);
  const Options between = options_of("flush_ms=21\nbuffer_mb=2\n");
  CHECK(between.flush_ns == 21 * kMillisecond);
  CHECK(between.buffer_mb == 2);
}

TEST_CASE("what is no Config with a ring is passed over, and what comes with it closed") {
  const Memory ring(wire::kPage), other(wire::kPage);
  CHECK(takes([&](int agent) {
    send_with(agent, packet(Message::Pause));
    send_with(agent, packet(Message::Config, "level=2\n"));   // without a ring
    send_with(agent, packet(Message::Resume), other.file());  // with something that is not a ring
    send_with(agent, packet(static_cast<Message>(99)), other.file());
    send_with(agent, packet(Message::Config), ring.file());
    OddViewer::hear(agent);
  }));
}

TEST_CASE("a ring is mapped as long as it is, and one page is enough") {
  const Memory ring(3 * wire::kPage);
  const OddViewer viewer([&](int agent) {
    send_with(agent, packet(Message::Config), ring.file());
    OddViewer::hear(agent);
  });
  Granted granted;
  REQUIRE(open_control(Why::Cuda, granted));
  CHECK(granted.ring_bytes == 3 * wire::kPage);
  static_cast<char*>(granted.ring)[3 * wire::kPage - 1] = 7;
  char seen = 0;
  CHECK(::pread(ring.file(), &seen, 1, 3 * wire::kPage - 1) == 1);
  CHECK(seen == 7);
  unmap(granted);
}

TEST_CASE("a ring that is too short, or could become so, is not taken, and that is logged") {
  const Memory short_one(wire::kPage - 1), open_one(wire::kPage, 0);
  for (const Memory* const ring : {&short_one, &open_one}) {
    const std::string log = logged_by([&] {
      CHECK_FALSE(takes([&](int agent) {
        send_with(agent, packet(Message::Config), ring->file());
        OddViewer::hear(agent);
      }));
    });
    CHECK((log.find("the ring is not sealed") != std::string::npos) == (ring == &open_one));
    CHECK(log.find("the viewer sent no ring buffer") != std::string::npos);
  }
}

TEST_CASE("a viewer that talks nonsense or hangs up gets no recording, at once") {
  const Memory ring(wire::kPage);
  const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  CHECK_FALSE(takes([](int) {}));
  std::string odd = packet(Message::Config);
  odd[4] = 1;  // a byte is missing
  CHECK_FALSE(takes([&](int agent) {
    send_with(agent, odd, ring.file());
    OddViewer::hear(agent);
  }));
  CHECK_FALSE(takes([&](int agent) {
    send_with(agent, packet(Message::Config).substr(0, 7), ring.file());
    OddViewer::hear(agent);
  }));
  CHECK(clock_ns(CLOCK_MONOTONIC) - begin < 2 * kSecond);
}

TEST_CASE("a viewer that says nothing is waited for two seconds") {
  const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  CHECK_FALSE(takes([](int agent) { OddViewer::hear(agent); }));
  const std::int64_t waited = clock_ns(CLOCK_MONOTONIC) - begin;
  CHECK(waited >= 2 * kSecond);
  CHECK(waited < 4 * kSecond);
}

TEST_CASE("where there is no viewer nothing is tried for long, and the log says where it was") {
  Granted granted;
  ::unsetenv(wire::kSocketVariable);
  CHECK_FALSE(open_control(Why::Cuda, granted));
  ::setenv(wire::kSocketVariable, "", 1);
  CHECK(logged_by([&] { CHECK_FALSE(open_control(Why::Cuda, granted)); }).empty());
  ::setenv(wire::kSocketVariable, "/there/is/nobody", 1);
  const std::string nobody = logged_by([&] { CHECK_FALSE(open_control(Why::Cuda, granted)); });
  CHECK(nobody.find("no viewer at /there/is/nobody: No such file") != std::string::npos);
  ::setenv(wire::kSocketVariable, ("/" + std::string(107, 'n')).c_str(), 1);
  const std::string too_long = logged_by([&] { CHECK_FALSE(open_control(Why::Cuda, granted)); });
  CHECK(too_long.find("the socket's path is too long: /nnn") != std::string::npos);
  ::setenv(wire::kSocketVariable, ("/" + std::string(106, 'n')).c_str(), 1);
  const std::string fits = logged_by([&] { CHECK_FALSE(open_control(Why::Cuda, granted)); });
  CHECK(fits.find("no viewer at /nnn") != std::string::npos);
  ::unsetenv(wire::kSocketVariable);
}

TEST_CASE("the socket keeps out of the way of the program's own descriptors, and of its children") {
  const Memory ring(wire::kPage);
  const OddViewer viewer([&](int agent) {
    send_with(agent, packet(Message::Config), ring.file());
    OddViewer::hear(agent);
  });
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const auto before = open_descriptors();
  Granted granted;
  REQUIRE(open_control(Why::Cuda, granted));
  unmap(granted);
  std::vector<int> added;
  for (const int descriptor : open_descriptors()) {
    if (std::find(before.begin(), before.end(), descriptor) == before.end())
      added.push_back(descriptor);
  }
  // The agent's, and this case's viewer's.
  REQUIRE(added.size() == 2);
  if (limit.rlim_cur > 701) CHECK(added[1] >= 700);
  CHECK((::fcntl(added[1], F_GETFD) & FD_CLOEXEC) != 0);
}

TEST_CASE("a Hello says who joins and why") {
  for (const auto& [why, name] :
       {std::pair{Why::Cuda, "cuda"}, {Why::Nvtx, "nvtx"}, {Why::Python, "python"}}) {
    ::setenv("RANK", "3", 1);
    ::setenv("WORLD_SIZE", "8", 1);
    ::unsetenv("LOCAL_RANK");
    const std::int64_t before_ns = now_ns();
    std::string hello;
    {
      OddViewer viewer([](int) {});
      Granted granted;
      open_control(why, granted);
      close_control();
      hello = viewer.hello;
    }
    ::unsetenv("RANK");
    ::unsetenv("WORLD_SIZE");
    wire::MessageHeader header;
    REQUIRE(hello.size() > sizeof header);
    std::memcpy(&header, hello.data(), sizeof header);
    CHECK(header.type == static_cast<std::uint16_t>(Message::Hello));
    CHECK(header.version == 1);
    CHECK(header.bytes == hello.size() - sizeof header);
    const std::string text = hello.substr(sizeof header);
    CHECK(value_of(text, "wire") ==
          std::to_string(wire::kMajor) + "." + std::to_string(wire::kMinor));
    CHECK(value_of(text, "why") == name);
    CHECK(value_of(text, "pid") == std::to_string(::getpid()));
    CHECK(value_of(text, "ppid") == std::to_string(::getppid()));
    CHECK(value_of(text, "tid") == std::to_string(::gettid()));
    const long long start = std::atoll(value_of(text, "start_ns").c_str());
    CHECK(start >= before_ns);
    CHECK(start <= now_ns());
    CHECK(value_of(text, "exe") == std::filesystem::read_symlink("/proc/self/exe"));
    CHECK(value_of(text, "cwd") == std::filesystem::current_path());
    char host[256] = {};
    ::gethostname(host, sizeof host);
    CHECK(value_of(text, "host") == host);
    std::string boot;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
    CHECK(value_of(text, "boot") == boot);
    CHECK(value_of(text, "rank") == "3");
    CHECK(value_of(text, "world_size") == "8");
    CHECK(value_of(text, "local_rank") == "(none)");
    std::ifstream file("/proc/self/cmdline");
    std::string arguments{std::istreambuf_iterator<char>(file), {}};
    arguments.pop_back();
    std::replace(arguments.begin(), arguments.end(), '\0', ' ');
    CHECK(value_of(text, "argv") == arguments);
    CHECK(text.back() == '\n');
  }
}
