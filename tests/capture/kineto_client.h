// What Kineto's client in a PyTorch process does, byte by byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/bytes/file_descriptor.h"

namespace lanescope {

class KinetoClient {
 public:
  /// Its socket gets a name of its own; without one nobody can answer it. `folder`: where the
  /// daemon's socket is a file, else the daemon is the machine's.
  explicit KinetoClient(const std::string& folder, bool named = true);

  /// 40 bytes of header and the payload, as they are.
  void send(const std::string& type, const std::string& payload) const;
  void send_raw(const std::string& datagram) const;
  /// Asks for a config.
  void ask(std::int32_t wants, const std::vector<std::int32_t>& pids) const;

  struct Answer {
    std::string type, payload;
    bool from_daemon = false;  // it came from the socket that the daemon is bound to
  };
  /// Waits up to `patience_ms`; nothing came: nothing.
  std::optional<Answer> receive(int patience_ms = 2000) const;

 private:
  std::string daemon_;  // its address as it stands in sun_path
  FileDescriptor socket_;
};

/// The bytes of a number as they lie in memory.
template <typename Number>
std::string bytes_of(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

}  // namespace lanescope
