// Messages that a viewer sends through the control socket.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include <sys/socket.h>

#include "capture/wire/control.h"

namespace lanescope::agent {

/// A message with its header, as sent.
inline std::string packet(wire::Message type, const std::string& text = {}) {
  const wire::MessageHeader header{static_cast<std::uint16_t>(type), 1,
                                   static_cast<std::uint32_t>(text.size())};
  return std::string(reinterpret_cast<const char*>(&header), sizeof header) + text;
}

/// Sends everything at once, together with the descriptor; -1: none.
inline void send_with(int socket, std::string bytes, int descriptor = -1) {
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

}  // namespace lanescope::agent
