// The agent's end of the control socket, against a viewer that does whatever a case wants.
#include "capture/agent/control.h"

#include <algorithm>
#include <atomic>
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
#include <vector>

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "capture/agent/clock.h"
#include "capture/agent/log.h"
#include "capture/agent/message_text.h"
#include "capture/wire/ring.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::Message;

namespace {

std::string packet(Message type, const std::string& text = {}) {
  wire::MessageHeader header{static_cast<std::uint16_t>(type), 1,
                             static_cast<std::uint32_t>(text.size())};
  return std::string(reinterpret_cast<const char*>(&header), sizeof header) + text;
}

void send_with(int socket, std::string bytes, int descriptor = -1) {
  iovec part{bytes.data(), bytes.size()};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = space;
    message.msg_controllen = sizeof space;
    cmsghdr* const at = CMSG_FIRSTHDR(&message);
    at->cmsg_level = SOL_SOCKET;
    at->cmsg_type = SCM_RIGHTS;
    at->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(at), &descriptor, sizeof descriptor);
  }
  ::sendmsg(socket, &message, MSG_NOSIGNAL);
}

/// A memory file as a ring is one.
class Memory {
 public:
  explicit Memory(std::size_t bytes, int seals = F_SEAL_SHRINK)
      : file_(::memfd_create("ring", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
    REQUIRE(::ftruncate(file_, static_cast<off_t>(bytes)) == 0);
    ::fcntl(file_, F_ADD_SEALS, seals);
  }
  ~Memory() { ::close(file_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  [[nodiscard]] int file() const { return file_; }

 private:
  int file_;
};

/// Lets one agent in, hears its Hello, does what the case wants, and hangs up.
class OddViewer {
 public:
  explicit OddViewer(std::function<void(int agent)> answer) {
    listener_ = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path().copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    ::listen(listener_, 1);
    ::setenv(wire::kSocketVariable, path().c_str(), 1);
    thread_ = std::thread([this, answer = std::move(answer)] {
      const int agent = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (agent < 0) return;
      hello = hear(agent);
      answer(agent);
      ::close(agent);
    });
  }
  ~OddViewer() {
    close_control();
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
    ::unsetenv(wire::kSocketVariable);
  }
  OddViewer(const OddViewer&) = delete;
  OddViewer& operator=(const OddViewer&) = delete;

  [[nodiscard]] std::string path() const { return folder_.path() + "/control"; }
  /// The next message with its header; empty when the agent has hung up.
  static std::string hear(int agent) {
    std::string bytes(wire::kMaxMessageBytes, '\0');
    const ssize_t got = ::recv(agent, bytes.data(), bytes.size(), 0);
    bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return bytes;
  }

  std::string hello;

 private:
  TempFolder folder_;
  int listener_;
  std::thread thread_;
};

std::vector<int> open_descriptors() {
  std::vector<int> open;
  for (int descriptor = 0; descriptor < 1024; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1) open.push_back(descriptor);
  }
  return open;
}

void unmap(Granted& granted) {
  if (granted.ring != nullptr) ::munmap(granted.ring, granted.ring_bytes);
  granted.ring = nullptr;
}

/// What an agent makes of this Config.
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

/// Whether an agent takes what this viewer answers. It has as many descriptors open afterwards as
/// before, whatever it was sent.
bool takes(const std::function<void(int agent)>& answer) {
  const OddViewer viewer(answer);
  const std::size_t before = open_descriptors().size();
  Granted granted;
  const bool taken = open_control(Why::Nvtx, granted);
  unmap(granted);
  close_control();
  // The viewer's own end is closed when it gets to it.
  for (int tries = 0; tries < 2000 && open_descriptors().size() > before; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(open_descriptors().size() <= before);
  return taken;
}

std::string logged_by(const std::function<void()>& body) {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  ::setenv(wire::kLogVariable, path.c_str(), 1);
  begin_log();
  body();
  ::unsetenv(wire::kLogVariable);
  begin_log();
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
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
    send_with(agent, packet(Message::Resume), other.file());  // with one that is none
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
    CHECK(log.find("the viewer gave no ring") != std::string::npos);
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
  ::setenv(wire::kSocketVariable, ("/" + std::string(107, 'x')).c_str(), 1);
  const std::string too_long = logged_by([&] { CHECK_FALSE(open_control(Why::Cuda, granted)); });
  CHECK(too_long.find("the socket's path is too long: /xxx") != std::string::npos);
  ::setenv(wire::kSocketVariable, ("/" + std::string(106, 'x')).c_str(), 1);
  const std::string fits = logged_by([&] { CHECK_FALSE(open_control(Why::Cuda, granted)); });
  CHECK(fits.find("no viewer at /xxx") != std::string::npos);
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
  // The agent's, and the viewer's of this case.
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

namespace {

/// An agent that has joined, and what the viewer hears of it after that.
struct Joined {
  Joined() { REQUIRE(open_control(Why::Cuda, granted)); }
  ~Joined() { unmap(granted); }
  Joined(const Joined&) = delete;
  Joined& operator=(const Joined&) = delete;

  std::vector<std::string> heard;
  Memory ring{wire::kPage};
  OddViewer viewer{[this](int agent) {
    send_with(agent, packet(Message::Config), ring.file());
    for (std::string one; !(one = OddViewer::hear(agent)).empty();) heard.push_back(one);
    has_hung_up = true;
  }};
  std::atomic<bool> has_hung_up{false};
  Granted granted;

  void wait_for_end() const {
    for (int tries = 0; tries < 5000 && !has_hung_up; ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(has_hung_up);
  }
};

}  // namespace

TEST_CASE("messages arrive as they were sent, until the socket is closed") {
  Joined joined;
  CHECK(send_message(Message::Bye, "so long"));
  CHECK(send_message(Message::Stopped, ""));
  const std::string log = logged_by([] { send_problem("code", "a\ntext", "hint"); });
  CHECK(log.find("problem code: a") != std::string::npos);
  close_control();
  CHECK_FALSE(send_message(Message::Bye, "late"));
  close_control();  // once more does nothing
  joined.wait_for_end();
  CHECK(joined.heard == std::vector<std::string>{
                            packet(Message::Bye, "so long"), packet(Message::Stopped),
                            packet(Message::Problem, "code=code\ntext=a\\ntext\nhint=hint\n")});
}

TEST_CASE("a socket that the program has closed is not written to, nor what it put in its place") {
  Joined joined;
  int ours = -1;
  for (const int descriptor : open_descriptors()) {
    sockaddr_un peer{};
    socklen_t size = sizeof peer;
    if (::getpeername(descriptor, reinterpret_cast<sockaddr*>(&peer), &size) == 0 &&
        joined.viewer.path() == peer.sun_path)
      ours = descriptor;
  }
  REQUIRE(ours >= 0);
  int pipes[2], sockets[2];
  REQUIRE(::pipe(pipes) == 0);
  REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sockets) == 0);
  ::dup2(pipes[1], ours);
  CHECK_FALSE(send_message(Message::Bye, ""));
  ::dup2(sockets[1], ours);
  CHECK_FALSE(send_message(Message::Bye, ""));
  hang_up_control();
  char byte = 0;
  CHECK(::recv(sockets[0], &byte, 1, MSG_DONTWAIT) == -1);  // neither a message nor an end
  close_control();
  CHECK(::fcntl(ours, F_GETFD) != -1);
  for (const int descriptor : {ours, pipes[0], pipes[1], sockets[0], sockets[1]})
    ::close(descriptor);
  joined.wait_for_end();
  CHECK(joined.heard.empty());
}

TEST_CASE("hanging up ends what the viewer hears, and leaves the socket to be closed") {
  Joined joined;
  send_message(Message::Bye, "");
  hang_up_control();
  joined.wait_for_end();
  CHECK(joined.heard == std::vector<std::string>{packet(Message::Bye)});
  CHECK_FALSE(send_message(Message::Bye, ""));
}

TEST_CASE("a child forgets its parent's socket") {
  Joined joined;
  forget_control();
  CHECK_FALSE(send_message(Message::Bye, ""));
  joined.wait_for_end();
}
