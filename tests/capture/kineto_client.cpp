#include "tests/capture/kineto_client.h"

#include <atomic>
#include <cstddef>
#include <cstring>
#include <poll.h>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace lanescope {
namespace {

struct Address {
  sockaddr_un name{};
  socklen_t bytes = 0;

  explicit Address(const std::string& path) {
    name.sun_family = AF_UNIX;
    REQUIRE(path.size() <= sizeof name.sun_path);
    path.copy(name.sun_path, path.size());
    bytes = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  }
};

}  // namespace

KinetoClient::KinetoClient(const std::string& folder, bool named)
    : daemon_(folder.empty() ? std::string("\0dynolog\0", 9)
                             : folder + "/dynolog" + std::string(1, '\0')),
      socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  REQUIRE(socket_.open());
  if (!named) return;
  static std::atomic<int> count{0};
  std::string own = std::string(1, '\0') + "dynoconfigclient" + std::to_string(::getpid()) + "_" +
                    std::to_string(count++) + std::string(1, '\0');
  const Address address(own);
  REQUIRE(::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address.name), address.bytes) ==
          0);
}

void KinetoClient::send_raw(const std::string& datagram) const {
  const Address to(daemon_);
  REQUIRE(::sendto(socket_.get(), datagram.data(), datagram.size(), 0,
                   reinterpret_cast<const sockaddr*>(&to.name),
                   to.bytes) == static_cast<ssize_t>(datagram.size()));
}

void KinetoClient::send(const std::string& type, const std::string& payload) const {
  std::string padded = type;
  padded.resize(32, '\0');
  send_raw(bytes_of(std::uint64_t{payload.size()}) + padded + payload);
}

void KinetoClient::ask(std::int32_t wants, const std::vector<std::int32_t>& pids) const {
  std::string payload = bytes_of(wants) + bytes_of(static_cast<std::int32_t>(pids.size())) +
                        bytes_of(std::int64_t{0});
  for (const std::int32_t pid : pids) payload += bytes_of(pid);
  send("req", payload);
}

std::optional<KinetoClient::Answer> KinetoClient::receive(int patience_ms) const {
  pollfd watched{.fd = socket_.get(), .events = POLLIN, .revents = 0};
  if (::poll(&watched, 1, patience_ms) != 1) return std::nullopt;
  char bytes[8192];
  sockaddr_un from{};
  socklen_t from_bytes = sizeof from;
  const ssize_t count = ::recvfrom(socket_.get(), bytes, sizeof bytes, 0,
                                   reinterpret_cast<sockaddr*>(&from), &from_bytes);
  REQUIRE(count >= 40);
  std::uint64_t payload_bytes = 0;
  std::memcpy(&payload_bytes, bytes, sizeof payload_bytes);
  REQUIRE(payload_bytes == static_cast<std::uint64_t>(count) - 40);
  const Address daemon(daemon_);
  return Answer{.type = std::string(bytes + 8, strnlen(bytes + 8, 32)),
                .payload = std::string(bytes + 40, payload_bytes),
                .from_daemon = from_bytes == daemon.bytes &&
                               std::memcmp(&from, &daemon.name, from_bytes) == 0};
}

}  // namespace lanescope
