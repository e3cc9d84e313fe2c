// Our end of the control socket: lets agents of this user in, says what they say, tells them what
// to do, and notices when their processes end.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "capture/host/control/file_descriptor.h"
#include "capture/host/control/socket_folder.h"
#include "capture/wire/control.h"
#include "core/base/result.h"

namespace lanescope {

struct ControlEvent {
  enum class Kind {
    Joined,   // text: its Hello. It waits for configure()
    Refused,  // turned away; text: its Hello, if it came so far; why
    Message,  // type, text
    HungUp,   // the connection is gone; why, when it broke the rules
    Ended,    // its process is gone, the last event of a peer that has joined
  };
  Kind kind = Kind::Message;
  std::uint32_t peer = 0;  // counts from 1 in the order of connecting
  std::int64_t pid = 0;    // as the kernel says, in our pid namespace; 0: in another one
  wire::Message type{};
  std::string text;
  std::string why;
};

/// One thread. Nothing blocks.
class ControlServer {
 public:
  /// Errors: Unreadable or Unsupported, when there can be no socket.
  static Result<std::unique_ptr<ControlServer>> open();

  /// For LANESCOPE_SOCKET.
  [[nodiscard]] const std::string& socket_path() const { return path_; }

  /// Readable when poll() brings something.
  [[nodiscard]] int descriptor() const { return epoll_.get(); }

  /// What has happened since the last call.
  std::vector<ControlEvent> poll();

  /// Answers a peer that has joined: Config with `text`, and the ring. False: it is gone or does
  /// not read.
  bool configure(std::uint32_t peer, std::string_view text, int ring);
  bool send(std::uint32_t peer, wire::Message type);
  /// Closes the connection of a peer that has joined and can not be configured: its agent goes
  /// quiet and its process on. Nothing more is heard of it.
  void turn_away(std::uint32_t peer) { peers_.erase(peer); }

  /// Peers at a time.
  static constexpr std::size_t kMostPeers = 256;

 private:
  struct Peer {
    FileDescriptor socket;   // closed: it hung up, its process still lives
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
  FileDescriptor spare_;   // given up to turn somebody away where there are no more descriptors
  bool refusing_ = false;  // not even that: nobody is let in until a descriptor is free again
  std::map<std::uint32_t, Peer> peers_;
  std::uint32_t last_peer_ = 0;
  std::vector<char> buffer_;
};

}  // namespace lanescope
