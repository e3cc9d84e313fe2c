#include "capture/agent/control/control.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "capture/agent/control/drain.h"
#include "capture/agent/control/hello.h"
#include "capture/agent/control/message_text.h"
#include "capture/agent/process/log.h"
#include "capture/agent/process/own_threads.h"
#include "capture/agent/process/variables.h"

namespace lanescope::agent {
namespace {

constexpr std::int64_t kPatience = 2 * kSecond;
/// High enough not to interfere with programs that close or reuse low numbers.
constexpr int kHighDescriptor = 700;

std::atomic<int> control{-1};
std::atomic<ino_t> control_inode{0};

/// Number of threads writing to the socket: it is closed only when they are done, since its
/// descriptor number may be reused by the program.
std::atomic<int> writers{0};

char message_buffer[wire::kMaxMessageBytes];  // of the reader: start(), then the control thread

/// The socket, unless the program has closed it and possibly reused its number.
int own_socket() {
  const int socket = control.load(std::memory_order_acquire);
  struct stat status {};
  if (socket < 0 || fstat(socket, &status) != 0 || !S_ISSOCK(status.st_mode) ||
      status.st_ino != control_inode.load(std::memory_order_relaxed))
    return -1;
  return socket;
}

/// Keeps the socket open while this exists; -1 if there is none.
class Writing {
 public:
  Writing() {
    writers.fetch_add(1);
    socket_ = own_socket();
  }
  ~Writing() { writers.fetch_sub(1); }
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;
  [[nodiscard]] int socket() const { return socket_; }

 private:
  int socket_;
};

int connect_to(const char* path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (std::strlen(path) >= sizeof address.sun_path) {
    log("the socket's path is too long: %s", path);
    return -1;
  }
  std::strcpy(address.sun_path, path);
  int made = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (made < 0) return -1;
  if (const int high = fcntl(made, F_DUPFD_CLOEXEC, kHighDescriptor); high >= 0) {
    close(made);
    made = high;
  }
  const timeval patience{kPatience / kSecond, 0};
  setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  ucred server{};
  socklen_t size = sizeof server;
  if (connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    log("no viewer at %s: %s", path, std::strerror(errno));
  } else if (getsockopt(made, SOL_SOCKET, SO_PEERCRED, &server, &size) != 0 ||
             server.uid != geteuid()) {
    log("the viewer at %s belongs to another user", path);
  } else {
    return made;
  }
  close(made);
  return -1;
}

struct Received {
  wire::Message type = {};
  std::string_view text;
  int descriptor = -1;
};

/// Parses the bytes of the buffer as a message. False if they are not one.
bool read_message(std::size_t bytes, Received& message) {
  wire::MessageHeader header;
  if (bytes < sizeof header) return false;
  std::memcpy(&header, message_buffer, sizeof header);
  if (header.bytes != bytes - sizeof header) return false;
  message.type = static_cast<wire::Message>(header.type);
  message.text = {message_buffer + sizeof header, header.bytes};
  return true;
}

/// Receives one message, whose descriptor the caller must close. False: the peer is gone or sent
/// garbage.
bool receive(int socket, Received& message) {
  message = {};
  iovec part{message_buffer, sizeof message_buffer};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))];
  msghdr packet{};
  packet.msg_iov = &part;
  packet.msg_iovlen = 1;
  packet.msg_control = space;
  packet.msg_controllen = sizeof space;
  const ssize_t bytes = recvmsg(socket, &packet, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (bytes < 0) return errno == EAGAIN || errno == EINTR;
  for (cmsghdr* at = CMSG_FIRSTHDR(&packet); at != nullptr; at = CMSG_NXTHDR(&packet, at)) {
    if (at->cmsg_level == SOL_SOCKET && at->cmsg_type == SCM_RIGHTS)
      std::memcpy(&message.descriptor, CMSG_DATA(at), sizeof(int));
  }
  if (read_message(static_cast<std::size_t>(bytes), message)) return true;
  if (message.descriptor >= 0) close(message.descriptor);
  return false;
}

bool map_ring(int file, Granted& granted) {
  struct stat status {};
  if (fstat(file, &status) != 0 || status.st_size < static_cast<off_t>(wire::kPage)) return false;
  // If the memory could shrink, accessing it would crash the program.
  if (const int seals = fcntl(file, F_GET_SEALS); seals < 0 || (seals & F_SEAL_SHRINK) == 0) {
    log("the ring is not sealed");
    return false;
  }
  granted.ring_bytes = static_cast<std::size_t>(status.st_size);
  granted.ring = mmap(nullptr, granted.ring_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (granted.ring != MAP_FAILED) return true;
  send_problem("ring", "The program has no address space left for the recording buffer.",
               "Its virtual memory limit (ulimit -v) may have been reached.");
  return false;
}

Options read_options(std::string_view text) {
  Options options;
  options.level = static_cast<int>(find_number(text, "level", options.level));
  options.python_stacks = find_number(text, "stacks", 1) != 0;
  const auto number = [text](const char* key, std::int64_t usual, std::int64_t least,
                             std::int64_t most) {
    const std::int64_t reported = find_number(text, key, usual);
    return reported < least ? least : reported > most ? most : reported;
  };
  options.flush_ns = number("flush_ms", 100, 20, 10'000) * kMillisecond;
  options.buffer_mb = static_cast<std::uint32_t>(number("buffer_mb", 4, 1, 64));
  options.paused = find_number(text, "paused", 0) != 0;
  return options;
}

/// Waits for Config; ignores other messages.
bool wait_for_config(int socket, Granted& granted) {
  for (const std::int64_t end = clock_ns(CLOCK_MONOTONIC) + kPatience;;) {
    const std::int64_t left = end - clock_ns(CLOCK_MONOTONIC);
    if (left <= 0) break;
    pollfd waiting{socket, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(left / kMillisecond) + 1) <= 0) continue;
    Received message;
    if (!receive(socket, message)) break;
    const bool is_config = message.type == wire::Message::Config && message.descriptor >= 0;
    const bool mapped = is_config && map_ring(message.descriptor, granted);
    if (message.descriptor >= 0) close(message.descriptor);
    if (!is_config) continue;
    if (!mapped) break;
    granted.options = read_options(message.text);
    return true;
  }
  log("the viewer sent no ring buffer");
  return false;
}

void obey(const Received& message) {
  switch (message.type) {
    case wire::Message::Pause:
      want_paused(true);
      break;
    case wire::Message::Resume:
      want_paused(false);
      break;
    case wire::Message::Stop:
      request(Request::Stop);
      break;
    default:
      break;  // from a newer viewer
  }
}

/// Handles messages until the connection ends. True: the viewer is gone; false: the program has
/// closed our socket, and the viewer keeps reading for a while.
bool listen_on() {
  for (;;) {
    const int socket = own_socket();
    if (socket < 0) return false;
    pollfd waiting{socket, POLLIN, 0};
    if (poll(&waiting, 1, 1000) < 0 && errno != EINTR) return true;
    if ((waiting.revents & POLLNVAL) != 0) return false;
    if (waiting.revents == 0) continue;
    Received message;
    if (!receive(socket, message)) return true;
    if (message.descriptor >= 0) close(message.descriptor);
    obey(message);
  }
}

/// Either way recording ends: nothing written afterwards would be read.
void listen_body() {
  pthread_setname_np(pthread_self(), "lanescope-ctl");
  const bool gone = listen_on();
  log(gone ? "the viewer is gone" : "the program has closed the socket");
  close_control();
  if (gone) set_off(Off::Stopped, true);
  request(gone ? Request::Gone : Request::Stop);
}

}  // namespace

bool open_control(Why why, Granted& granted) {
  char room[1024];
  const char* const path = variable(wire::kSocketVariable, room);
  if (path == nullptr || *path == '\0') return false;
  const int socket = connect_to(path);
  if (socket < 0) return false;
  struct stat status {};
  fstat(socket, &status);
  control_inode = status.st_ino;
  control.store(socket, std::memory_order_release);
  MessageText hello({message_buffer, kMostText});
  describe_process(hello, why);
  if (send_message(wire::Message::Hello, hello.text()) && wait_for_config(socket, granted))
    return true;
  close_control();
  return false;
}

bool listen_to_viewer() {
  return run_thread(listen_body);
}

bool send_message(wire::Message type, std::string_view text) {
  const Writing writing;
  if (writing.socket() < 0) return false;
  wire::MessageHeader header{static_cast<std::uint16_t>(type), 1,
                             static_cast<std::uint32_t>(text.size())};
  iovec parts[2] = {{&header, sizeof header}, {const_cast<char*>(text.data()), text.size()}};
  msghdr packet{};
  packet.msg_iov = parts;
  packet.msg_iovlen = 2;
  return sendmsg(writing.socket(), &packet, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0;
}

void send_problem(const char* code, std::string_view text, std::string_view hint) {
  char bytes[2048];
  MessageText problem(bytes);
  problem.line("code", code);
  problem.line("text", text);
  problem.line("hint", hint);
  log("problem %s: %.*s", code, static_cast<int>(text.size()), text.data());
  send_message(wire::Message::Problem, problem.text());
}

void close_control() {
  const int socket = own_socket();
  if (control.exchange(-1) < 0 || socket < 0) return;
  // Writers do not block; do not wait forever for one whose signal handler never returned.
  for (std::int64_t waited = 0; writers.load() != 0 && waited < kSecond;
       waited += kMillisecond / 20)
    sleep_ns(kMillisecond / 20);
  close(socket);
}

void forget_control() {
  writers.store(0);
  close_control();
}

void hang_up_control() {
  if (const Writing writing; writing.socket() >= 0) shutdown(writing.socket(), SHUT_RDWR);
}

}  // namespace lanescope::agent
