#include "capture/host/attach/kineto_daemon.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "capture/host/attach/kineto_messages.h"
#include "capture/host/control/socket_owner.h"
#include "core/base/check.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {
namespace {

constexpr char kName[] = "dynolog";
constexpr char kListedName[] = "@dynolog@";  // the machine's daemon in /proc/net/unix
constexpr char kProgram[] = "lanescope";
constexpr std::size_t kMostClients = 4096;

struct Address {
  sockaddr_un name{};
  socklen_t bytes = 0;
};

/// The machine's daemon has an abstract name: a zero, "dynolog", and a zero that is part of the
/// name.
Address machine_address() {
  Address address;
  address.name.sun_family = AF_UNIX;
  std::memcpy(address.name.sun_path + 1, kName, sizeof kName);
  address.bytes = offsetof(sockaddr_un, sun_path) + 1 + sizeof kName;
  return address;
}

Result<Address> file_address(const std::string& path) {
  Address address;
  address.name.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.name.sun_path)
    return Error{Error::Kind::Unsupported, "the path of the socket's folder is too long"};
  path.copy(address.name.sun_path, path.size());
  address.bytes = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
  return address;
}

Error refused(const char* what) {
  return {Error::Kind::Unsupported,
          std::string(what) + ": " + std::generic_category().message(errno)};
}

/// Removes a socket file without a listener, which would block a new one.
void remove_abandoned(const Address& address) {
  struct stat status {};
  if (::lstat(address.name.sun_path, &status) != 0 || !S_ISSOCK(status.st_mode)) return;
  const FileDescriptor probe(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const auto* name = reinterpret_cast<const sockaddr*>(&address.name);
  if (::connect(probe.get(), name, address.bytes) != 0 && errno == ECONNREFUSED)
    ::unlink(address.name.sun_path);
}

/// Why the name is taken. One of our recordings also serves the PyTorch processes it records.
std::string who_serves(const std::string& name) {
  const auto owner = find_socket_owner(name);
  if (!owner) {
    return "another daemon already serves PyTorch on this machine: a lanescope recording in "
           "progress, or dynolog, which takes traces with `dyno gputrace`";
  }
  if (owner->program == kProgram) {
    return fmt::format(
        "lanescope is already recording or attached (process {}) and serves PyTorch on this "
        "machine; "
        "try again when it has finished",
        owner->pid);
  }
  return fmt::format(
      "{} (process {}) already serves PyTorch on this machine; stop it or, if it is dynolog, take "
      "the trace with its own `dyno gputrace`",
      owner->program, owner->pid);
}

}  // namespace

/// A datagram with its sender's credentials according to the OS.
struct KinetoDaemon::Sender {
  Address address;
  std::optional<ucred> credentials;
  std::array<std::byte, kMaxKinetoDatagram> bytes;
  std::size_t count = 0;

  /// False if there is nothing to read.
  bool receive(int socket);
  /// Whether it comes from this user, and from a named socket that can be answered.
  [[nodiscard]] bool may_be_answered() const {
    return credentials && credentials->uid == ::geteuid() &&
           address.bytes > offsetof(sockaddr_un, sun_path);
  }
};

bool KinetoDaemon::Sender::receive(int socket) {
  iovec part{.iov_base = bytes.data(), .iov_len = bytes.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(ucred))];
  msghdr message{};
  message.msg_name = &address.name;
  message.msg_namelen = sizeof address.name;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t received = ::recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (received < 0) return false;
  count = (message.msg_flags & MSG_TRUNC) != 0 ? 0 : static_cast<std::size_t>(received);
  address.bytes = message.msg_namelen;
  credentials.reset();
  for (cmsghdr* part_of = CMSG_FIRSTHDR(&message); part_of != nullptr;
       part_of = CMSG_NXTHDR(&message, part_of)) {
    if (part_of->cmsg_level != SOL_SOCKET || part_of->cmsg_type != SCM_CREDENTIALS) continue;
    ucred who{};
    std::memcpy(&who, CMSG_DATA(part_of), sizeof who);
    credentials = who;
  }
  return true;
}

Result<std::unique_ptr<KinetoDaemon>> KinetoDaemon::open(const std::string& folder) {
  const std::string path = folder.empty() ? "" : folder + "/" + kName;
  auto chosen = path.empty() ? Result<Address>(machine_address()) : file_address(path);
  if (!chosen.ok()) return chosen.error();
  const Address& address = chosen.value();
  FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  FileDescriptor stop(::eventfd(0, EFD_CLOEXEC));
  if (!socket.open() || !stop.open()) return refused("cannot create the daemon's socket");
  const int on = 1;
  if (::setsockopt(socket.get(), SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0)
    return refused("cannot identify senders");
  if (!path.empty()) remove_abandoned(address);
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address.name), address.bytes) != 0) {
    if (errno != EADDRINUSE) return refused("cannot bind the daemon's socket");
    return Error{Error::Kind::Unsupported, who_serves(path.empty() ? kListedName : path)};
  }
  if (!path.empty()) ::chmod(path.c_str(), 0600);
  std::unique_ptr<KinetoDaemon> daemon(new KinetoDaemon(std::move(socket), std::move(stop), path));
  if (auto error =
          thread_error([&] { daemon->thread_ = std::thread([on = daemon.get()] { on->run(); }); }))
    return *error;
  return daemon;
}

KinetoDaemon::KinetoDaemon(FileDescriptor socket, FileDescriptor stop, std::string path)
    : socket_(std::move(socket)), stop_(std::move(stop)), path_(std::move(path)) {}

KinetoDaemon::~KinetoDaemon() {
  const std::uint64_t one = 1;
  while (::write(stop_.get(), &one, sizeof one) < 0 && errno == EINTR) {
  }
  if (thread_.joinable()) thread_.join();
  if (!path_.empty()) ::unlink(path_.c_str());
}

void KinetoDaemon::order(std::int64_t pid, std::string config) {
  LANESCOPE_CHECK(pid > 0, "the number of a process, not {}", pid);
  const std::lock_guard lock(mutex_);
  orders_[pid] = std::move(config);
  clients_[pid].has_order = false;
}

std::optional<KinetoDaemon::Client> KinetoDaemon::client(std::int64_t pid) const {
  const std::lock_guard lock(mutex_);
  const auto found = clients_.find(pid);
  if (found == clients_.end() || found->second.questions == 0) return std::nullopt;
  return found->second;
}

void KinetoDaemon::run() {
  std::array<pollfd, 2> watched{pollfd{.fd = stop_.get(), .events = POLLIN, .revents = 0},
                                pollfd{.fd = socket_.get(), .events = POLLIN, .revents = 0}};
  for (;;) {
    if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
    if (watched[0].revents != 0) return;
    // A process that asks without pause must not prevent us from stopping.
    const auto stops = [this] {
      pollfd stop{.fd = stop_.get(), .events = POLLIN, .revents = 0};
      return ::poll(&stop, 1, 0) > 0;
    };
    while (!stops() && answer_one()) {
    }
  }
}

bool KinetoDaemon::answer_one() {
  Sender sender;
  if (!sender.receive(socket_.get())) return false;
  if (!sender.may_be_answered()) return true;
  const std::string answer = answer_to(sender);
  // A client that is gone or does not read gets no answer; sending never waits.
  if (!answer.empty())
    ::sendto(socket_.get(), answer.data(), answer.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
             reinterpret_cast<const sockaddr*>(&sender.address.name), sender.address.bytes);
  return true;
}

std::string KinetoDaemon::answer_to(const Sender& sender) {
  const auto question = read_kineto_question(std::span(sender.bytes).first(sender.count));
  if (!question) return {};
  if (question->kind == KinetoQuestion::Kind::Context) return kineto_context_answer(1);
  LANESCOPE_CHECK(sender.credentials && !question->pids.empty(),
                  "a sender that is known, and says who it is");
  const std::int64_t pid = sender.credentials->pid;
  const std::lock_guard lock(mutex_);
  if (clients_.size() >= kMostClients && !clients_.contains(pid)) return kineto_config_answer("");
  Client& client = clients_[pid];
  ++client.questions;
  client.own_pid = question->pids.front();
  const auto order = orders_.find(pid);
  if (order == orders_.end() || (question->wants & kKinetoActivities) == 0)
    return kineto_config_answer("");
  client.has_order = true;
  std::string answer = kineto_config_answer(order->second);
  orders_.erase(order);
  return answer;
}

}  // namespace lanescope
