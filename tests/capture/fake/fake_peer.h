// The agent's end of the control socket, in plain system calls.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "capture/wire/control.h"
#include "capture/wire/ring.h"

namespace lanescope::fake {

class FakePeer {
 public:
  explicit FakePeer(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_SEQPACKET, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    connected_ =
        ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~FakePeer() { hang_up(); }
  FakePeer(const FakePeer&) = delete;
  FakePeer& operator=(const FakePeer&) = delete;

  [[nodiscard]] bool connected() const { return connected_; }
  [[nodiscard]] int socket() const { return socket_; }

  void hang_up() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  bool send_packet(const std::string& packet) const {
    return ::send(socket_, packet.data(), packet.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(packet.size());
  }

  bool say(wire::Message type, const std::string& text = {}) const {
    wire::MessageHeader header;
    header.type = static_cast<std::uint16_t>(type);
    header.bytes = static_cast<std::uint32_t>(text.size());
    return send_packet(std::string(reinterpret_cast<const char*>(&header), sizeof header) + text);
  }

  struct Heard {
    bool open = false;  // false: the other side has disconnected
    wire::MessageHeader header;
    std::string text;
    int descriptor = -1;
  };
  /// Waits for a message.
  [[nodiscard]] Heard hear() const {
    std::vector<char> buffer(sizeof(wire::MessageHeader) + wire::kMaxMessageBytes);
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    iovec piece{buffer.data(), buffer.size()};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t got = ::recvmsg(socket_, &message, 0);
    Heard heard;
    if (got < static_cast<ssize_t>(sizeof heard.header)) return heard;
    heard.open = true;
    std::memcpy(&heard.header, buffer.data(), sizeof heard.header);
    heard.text.assign(buffer.data() + sizeof heard.header,
                      static_cast<std::size_t>(got) - sizeof heard.header);
    if (const cmsghdr* rights = CMSG_FIRSTHDR(&message); rights != nullptr)
      std::memcpy(&heard.descriptor, CMSG_DATA(rights), sizeof heard.descriptor);
    return heard;
  }

 private:
  int socket_ = -1;
  bool connected_ = false;
};

/// A ring as the target maps it.
struct MappedRing {
  void* memory = nullptr;
  wire::RingLayout layout;
};

inline MappedRing map_ring(int descriptor) {
  struct stat file {};
  if (::fstat(descriptor, &file) != 0) return {};
  void* memory = ::mmap(nullptr, static_cast<std::size_t>(file.st_size), PROT_READ | PROT_WRITE,
                        MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED) return {};
  return {memory, wire::layout_of(*static_cast<const wire::RingHeader*>(memory))};
}

}  // namespace lanescope::fake
