#include "capture/host/control/control_server.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>

#include "capture/wire/records.h"
#include "core/base/check.h"
#include "core/base/text/message_text.h"

namespace lanescope {
namespace {

constexpr const char* kPrefix = "lanescope-";
constexpr std::size_t kLongestRest = 32;  // of a socket's path after the parent, with its zero

/// Whether the path of a socket in `parent` fits into a socket address.
bool is_usable(const char* parent) {
  return parent != nullptr && parent[0] == '/' &&
         std::string_view(parent).size() + kLongestRest <= sizeof(sockaddr_un::sun_path);
}

constexpr int kQueue = 64;
constexpr int kMostMessages = 64;  // from one peer at a time, so that none delays the others

// Data of an epoll event: 0 is the listening socket; a peer's number is its socket, with this bit
// its process.
constexpr std::uint64_t kProcessBit = std::uint64_t{1} << 32;

Error refused(const char* what) {
  return {Error::Kind::Unsupported,
          std::string(what) + ": " + std::generic_category().message(errno)};
}

FileDescriptor open_spare() {
  return FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

FileDescriptor watch_process(std::int64_t pid) {
  if (pid <= 0) return {};
  return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

/// The peer's credentials according to the OS; an invalid user if they are unavailable.
ucred peer_of(const FileDescriptor& socket) {
  ucred who{};
  socklen_t size = sizeof who;
  if (::getsockopt(socket.get(), SOL_SOCKET, SO_PEERCRED, &who, &size) != 0)
    who.uid = static_cast<uid_t>(-1);
  return who;
}

ControlEvent refusal(std::int64_t pid, std::string why) {
  return {ControlEvent::Kind::Refused, 0, pid, {}, {}, std::move(why)};
}

/// Whether we understand the wire version named in a Hello.
bool speaks_our_wire(const std::string& version) {
  unsigned major = 0;
  const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), major);
  // After the digits there is at least the terminating zero.
  return error == std::errc() && *end == '.' && major == wire::kMajor;
}

}  // namespace

Result<OwnedFolder> make_socket_folder() {
  Error last{Error::Kind::Unreadable, "cannot create a folder in /tmp"};
  for (const char* parent : {static_cast<const char*>(std::getenv("XDG_RUNTIME_DIR")),
                             static_cast<const char*>(std::getenv("TMPDIR")), "/tmp"}) {
    if (!is_usable(parent)) continue;
    auto folder = OwnedFolder::make(parent, kPrefix);
    if (folder.ok()) return folder;
    last = folder.error();
  }
  last.message = "control socket: " + last.message;
  return last;
}

Result<std::unique_ptr<ControlServer>> ControlServer::open() {
  auto folder = make_socket_folder();
  if (!folder.ok()) return folder.error();
  FileDescriptor listening(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  FileDescriptor epoll(::epoll_create1(EPOLL_CLOEXEC));
  if (!listening.open() || !epoll.open()) return refused("cannot create the control socket");
  std::unique_ptr<ControlServer> server(
      new ControlServer(std::move(folder).value(), std::move(listening), std::move(epoll)));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  server->path_.copy(address.sun_path, sizeof address.sun_path - 1);
  const int socket = server->listening_.get();
  if (::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::chmod(server->path_.c_str(), 0600) != 0 || ::listen(socket, kQueue) != 0 ||
      !server->watch(socket, 0)) {
    return refused("cannot open the control socket");
  }
  return server;
}

ControlServer::ControlServer(OwnedFolder folder, FileDescriptor listening, FileDescriptor epoll)
    : folder_(std::move(folder)),
      path_(folder_.path() + "/control"),
      listening_(std::move(listening)),
      epoll_(std::move(epoll)),
      spare_(open_spare()),
      buffer_(sizeof(wire::MessageHeader) + wire::kMaxMessageBytes) {}

bool ControlServer::watch(int descriptor, std::uint64_t what) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = what;
  return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &event) == 0;
}

std::vector<ControlEvent> ControlServer::poll() {
  if (refusing_) listen_again();
  std::array<epoll_event, kQueue> ready{};
  const int count = ::epoll_wait(epoll_.get(), ready.data(), kQueue, 0);
  std::vector<ControlEvent> events;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t what = ready[static_cast<std::size_t>(i)].data.u64;
    const auto number = static_cast<std::uint32_t>(what);
    if (what == 0) {
      accept_peers(events);
    } else if (!peers_.contains(number)) {
      continue;  // an earlier event has ended it
    } else if ((what & kProcessBit) != 0) {
      end(number, events);
    } else {
      receive(number, events);
    }
  }
  return events;
}

void ControlServer::accept_peers(std::vector<ControlEvent>& events) {
  for (int i = 0; i < kQueue; ++i) {
    FileDescriptor socket(
        ::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket.open()) {
      if (errno == EMFILE || errno == ENFILE) turn_away_one(events);
      return;
    }
    greet(std::move(socket), events);
  }
}

/// Rejects one waiting connection; otherwise epoll would report it forever, and its process would
/// wait.
void ControlServer::turn_away_one(std::vector<ControlEvent>& events) {
  spare_.reset();
  {
    const FileDescriptor socket(::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    refusing_ = !socket.open() && errno != EAGAIN;
    if (socket.open()) {
      events.push_back(refusal(peer_of(socket).pid, "too many open files here; see `ulimit -n`"));
    }
  }
  spare_ = open_spare();
  if (refusing_) ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, listening_.get(), nullptr);
}

void ControlServer::listen_again() {
  if (!spare_.open()) spare_ = open_spare();
  refusing_ = !spare_.open() || !watch(listening_.get(), 0);
}

void ControlServer::greet(FileDescriptor socket, std::vector<ControlEvent>& events) {
  const ucred who = peer_of(socket);
  const auto refuse = [&](std::string why) { events.push_back(refusal(who.pid, std::move(why))); };
  if (who.uid != ::geteuid())
    return refuse(fmt::format("process {} belongs to another user", who.pid));
  if (peers_.size() >= kMostPeers)
    return refuse(fmt::format("more than {} processes tried to connect", kMostPeers));
  const std::uint32_t number = ++last_peer_;
  LANESCOPE_CHECK(!peers_.contains(number), "a number that no peer has, not {}", number);
  Peer& peer = peers_[number];
  peer.pid = who.pid;
  peer.socket = std::move(socket);
  peer.process = watch_process(who.pid);
  if (peer.process.open()) watch(peer.process.get(), number | kProcessBit);
  if (watch(peer.socket.get(), number)) return;
  refuse("the system cannot watch any more connections");
  peers_.erase(number);
}

void ControlServer::receive(std::uint32_t number, std::vector<ControlEvent>& events) {
  for (int i = 0; i < kMostMessages; ++i) {
    const auto peer = peers_.find(number);
    if (peer == peers_.end() || !peer->second.socket.open()) return;
    iovec piece{buffer_.data(), buffer_.size()};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    // Without a buffer for control data, the OS drops descriptors that a peer sends.
    const ssize_t bytes = ::recvmsg(peer->second.socket.get(), &message, MSG_DONTWAIT);
    if (bytes < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (bytes <= 0) return hang_up(number, "", events);
    if ((message.msg_flags & MSG_TRUNC) != 0)
      return hang_up(number, "sent a message that is too long", events);
    take_message(number, {buffer_.data(), static_cast<std::size_t>(bytes)}, events);
  }
}

void ControlServer::take_message(std::uint32_t number, std::string_view packet,
                                 std::vector<ControlEvent>& events) {
  wire::MessageHeader header;
  if (packet.size() < sizeof header) return hang_up(number, "sent an incomplete message", events);
  std::memcpy(&header, packet.data(), sizeof header);
  packet.remove_prefix(sizeof header);
  if (header.bytes != packet.size())
    return hang_up(number, "sent a message whose length does not match its header", events);
  const auto type = static_cast<wire::Message>(header.type);
  LANESCOPE_CHECK(peers_.contains(number), "a peer that is there, not {}", number);
  Peer& peer = peers_[number];
  if (type == wire::Message::Hello && !peer.joined) return take_hello(number, packet, events);
  const bool known = type == wire::Message::Caps || type == wire::Message::Problem ||
                     type == wire::Message::Stopped || type == wire::Message::Bye;
  if (!known || !peer.joined) return;
  events.push_back({ControlEvent::Kind::Message, number, peer.pid, type, std::string(packet), {}});
}

void ControlServer::take_hello(std::uint32_t number, std::string_view text,
                               std::vector<ControlEvent>& events) {
  LANESCOPE_CHECK(peers_.contains(number), "a peer that is there, not {}", number);
  Peer& peer = peers_[number];
  const std::string version = MessageText(text).value("wire");
  ControlEvent event{ControlEvent::Kind::Joined, number, peer.pid, wire::Message::Hello,
                     std::string(text),          {}};
  if (speaks_our_wire(version)) {
    peer.joined = true;
    events.push_back(std::move(event));
    return;
  }
  event.kind = ControlEvent::Kind::Refused;
  event.why = fmt::format("its agent uses protocol version '{:.20}', this program {}.{}", version,
                          wire::kMajor, wire::kMinor);
  events.push_back(std::move(event));
  peers_.erase(number);
}

void ControlServer::hang_up(std::uint32_t number, std::string why,
                            std::vector<ControlEvent>& events) {
  LANESCOPE_CHECK(peers_.contains(number), "a peer that is there, not {}", number);
  Peer& peer = peers_[number];
  peer.socket.reset();
  if (!peer.joined) {
    peers_.erase(number);
    return;
  }
  events.push_back({ControlEvent::Kind::HungUp, number, peer.pid, {}, {}, std::move(why)});
  if (!peer.process.open()) end(number, events);
}

void ControlServer::end(std::uint32_t number, std::vector<ControlEvent>& events) {
  // Read its last messages: everything that is left in its socket, which is limited by the OS.
  for (std::size_t known = events.size() + 1; events.size() != known;) {
    known = events.size();
    receive(number, events);
  }
  const auto peer = peers_.find(number);
  if (peer == peers_.end()) return;
  if (peer->second.joined)
    events.push_back({ControlEvent::Kind::Ended, number, peer->second.pid, {}, {}, {}});
  peers_.erase(peer);
}

bool ControlServer::configure(std::uint32_t number, std::string_view text, int ring) {
  LANESCOPE_CHECK(ring >= 0 && text.size() <= wire::kMaxMessageBytes,
                  "a ring, and a text that an agent takes: descriptor {}, {} bytes", ring,
                  text.size());
  const auto peer = peers_.find(number);
  if (peer == peers_.end() || !peer->second.socket.open()) return false;
  wire::MessageHeader header;
  header.type = static_cast<std::uint16_t>(wire::Message::Config);
  header.bytes = static_cast<std::uint32_t>(text.size());
  std::array<iovec, 2> pieces{iovec{&header, sizeof header},
                              iovec{const_cast<char*>(text.data()), text.size()}};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = pieces.data();
  message.msg_iovlen = pieces.size();
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(rights), &ring, sizeof ring);
  return ::sendmsg(peer->second.socket.get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL) > 0;
}

bool ControlServer::send(std::uint32_t number, wire::Message type) {
  const auto peer = peers_.find(number);
  if (peer == peers_.end() || !peer->second.socket.open()) return false;
  wire::MessageHeader header;
  header.type = static_cast<std::uint16_t>(type);
  return ::send(peer->second.socket.get(), &header, sizeof header, MSG_DONTWAIT | MSG_NOSIGNAL) > 0;
}

}  // namespace lanescope
