// The host's end of the control socket: accepts agents of this user, reports their messages, sends
// them commands, and detects when their processes end.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "capture/host/control/owned_folder.h"
#include "capture/wire/control.h"
#include "core/base/files/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

struct ControlEvent {
  enum class Kind {
    Joined,   // text: its Hello; it now waits for configure()
    Refused,  // rejected; text: its Hello, if received; why
    Message,  // type, text
    HungUp,   // the connection is closed; why: if it violated the protocol
    Ended,    // its process has ended; the last event of a joined peer
  };
  Kind kind = Kind::Message;
  std::uint32_t peer = 0;  // from 1, in the order of connecting
  std::int64_t pid = 0;    // from the OS, in our PID namespace; 0: in another namespace
  wire::Message type{};
  std::string text;
  std::string why;
};

/// Single-threaded; never blocks.
class ControlServer {
 public:
  /// Errors: Unreadable or Unsupported, if no socket can be created.
  static Result<std::unique_ptr<ControlServer>> open();

  /// The value for LANESCOPE_SOCKET.
  [[nodiscard]] const std::string& socket_path() const { return path_; }

  /// Readable when poll() would return events.
  [[nodiscard]] int descriptor() const { return epoll_.get(); }

  /// The events since the last call.
  std::vector<ControlEvent> poll();

  /// Answers a joined peer: Config with `text`, and the ring. False: it is gone or not reading.
  bool configure(std::uint32_t peer, std::string_view text, int ring);
  bool send(std::uint32_t peer, wire::Message type);
  /// Closes the connection of a joined peer that cannot be configured: its agent stops recording
  /// and its process continues. It generates no further events.
  void turn_away(std::uint32_t peer) { peers_.erase(peer); }

  /// Maximum number of simultaneous peers.
  static constexpr std::size_t kMostPeers = 256;

 private:
  struct Peer {
    FileDescriptor socket;   // closed: disconnected, but its process is still running
    FileDescriptor process;  // a pidfd
    std::int64_t pid = 0;
    bool joined = false;
  };

  ControlServer(OwnedFolder folder, FileDescriptor listening, FileDescriptor epoll);

  void accept_peers(std::vector<ControlEvent>& events);
  void turn_away_one(std::vector<ControlEvent>& events);
  void listen_again();
  void greet(FileDescriptor socket, std::vector<ControlEvent>& events);
  void receive(std::uint32_t number, std::vector<ControlEvent>& events);
  void take_message(std::uint32_t number, std::string_view packet,
                    std::vector<ControlEvent>& events);
  void take_hello(std::uint32_t number, std::string_view text, std::vector<ControlEvent>& events);
  void hang_up(std::uint32_t number, std::string why, std::vector<ControlEvent>& events);
  void end(std::uint32_t number, std::vector<ControlEvent>& events);
  bool watch(int descriptor, std::uint64_t what);

  OwnedFolder folder_;
  std::string path_;
  FileDescriptor listening_, epoll_;
  FileDescriptor spare_;   // released to reject a peer when descriptors run out
  bool refusing_ = false;  // not even that is possible: no accepts until a descriptor is free
  std::map<std::uint32_t, Peer> peers_;
  std::uint32_t last_peer_ = 0;
  std::vector<char> buffer_;
};

}  // namespace lanescope
