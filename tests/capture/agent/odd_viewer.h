// The viewer's end of the control socket, which behaves as the test case wants.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <functional>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "capture/agent/control/control.h"
#include "capture/wire/control.h"
#include "tests/capture/agent/packets.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope::agent {

/// A memory file like that of a ring.
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

/// Accepts one agent, receives its Hello, does what the test case wants, and disconnects.
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
  /// The next message with its header; empty if the agent has disconnected.
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

inline std::vector<int> open_descriptors() {
  std::vector<int> open;
  for (int descriptor = 0; descriptor < 1024; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1) open.push_back(descriptor);
  }
  return open;
}

inline void unmap(Granted& granted) {
  if (granted.ring != nullptr) ::munmap(granted.ring, granted.ring_bytes);
  granted.ring = nullptr;
}

}  // namespace lanescope::agent
