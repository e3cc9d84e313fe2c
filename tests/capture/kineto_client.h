// Kineto's client as in a PyTorch process, byte by byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/files/file_descriptor.h"

namespace lanescope {

class KinetoClient {
 public:
  /// Its socket is named; without a name it cannot be answered. `folder`: where the daemon's socket
  /// file is; else the machine's daemon is used.
  explicit KinetoClient(const std::string& folder, bool named = true);

  /// Sends a 40-byte header and the payload verbatim.
  void send(const std::string& type, const std::string& payload) const;
  void send_raw(const std::string& datagram) const;
  /// Asks for a config.
  void ask(std::int32_t wants, const std::vector<std::int32_t>& pids) const;

  struct Answer {
    std::string type, payload;
    bool from_daemon = false;  // it came from the daemon's bound socket
  };
  /// Waits up to `patience_ms`; nothing if no answer came.
  std::optional<Answer> receive(int patience_ms = 2000) const;

 private:
  std::string daemon_;  // its address as in sun_path
  FileDescriptor socket_;
};

/// The bytes of a number in memory order.
template <typename Number>
std::string bytes_of(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

}  // namespace lanescope
