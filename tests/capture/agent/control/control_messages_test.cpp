// What a joined agent sends through the control socket, until that is closed.
#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "capture/agent/control/control.h"
#include "capture/wire/ring.h"
#include "tests/capture/agent/logged_by.h"
#include "tests/capture/agent/odd_viewer.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::Message;

namespace {

/// A joined agent, and what the viewer receives from it after that.
struct Joined {
  Joined() { REQUIRE(open_control(Why::Cuda, granted)); }
  ~Joined() { unmap(granted); }
  Joined(const Joined&) = delete;
  Joined& operator=(const Joined&) = delete;

  std::vector<std::string> heard;
  std::atomic<bool> has_hung_up{false};
  Memory ring{wire::kPage};
  OddViewer viewer{[this](int agent) {
    send_with(agent, packet(Message::Config), ring.file());
    for (std::string one; !(one = OddViewer::hear(agent)).empty();) heard.push_back(one);
    has_hung_up = true;
  }};
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
  close_control();  // a second call does nothing
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
