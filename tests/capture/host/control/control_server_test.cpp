#include "capture/host/control/control_server.h"

#include <filesystem>
#include <memory>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "capture/host/control/ring_memory.h"
#include "tests/capture/fake/fake_peer.h"
#include "tests/skip.h"

using namespace lanescope;
using fake::FakePeer;
using Kind = ControlEvent::Kind;

namespace {

std::unique_ptr<ControlServer> open_server() {
  return std::move(ControlServer::open()).value();
}

/// Waits for the next events.
std::vector<ControlEvent> events_of(ControlServer& server) {
  std::vector<ControlEvent> events;
  for (int i = 0; i < 50 && events.empty(); ++i) {
    pollfd ready{server.descriptor(), POLLIN, 0};
    ::poll(&ready, 1, 100);
    events = server.poll();
  }
  return events;
}

std::uint32_t join(ControlServer& server, FakePeer& peer) {
  peer.say(wire::Message::Hello, "wire=1.0\npid=7\n");
  const auto events = events_of(server);
  REQUIRE(events.size() == 1);
  REQUIRE(events[0].kind == Kind::Joined);
  return events[0].peer;
}

bool turned_away(const FakePeer& peer) {
  return !peer.hear().open;
}

}  // namespace

TEST_CASE("the control socket is this user's alone and goes with the server") {
  auto server = open_server();
  const std::string path = server->socket_path();
  struct stat file {
  }, folder{};
  REQUIRE(::stat(path.c_str(), &file) == 0);
  REQUIRE(::stat(std::filesystem::path(path).parent_path().c_str(), &folder) == 0);
  CHECK((file.st_mode & 0777) == 0600);
  CHECK((folder.st_mode & 0777) == 0700);
  server.reset();
  CHECK_FALSE(std::filesystem::exists(std::filesystem::path(path).parent_path()));
}

TEST_CASE("an agent says Hello and is handed a ring it can map") {
  auto server = open_server();
  FakePeer peer(server->socket_path());
  const std::uint32_t number = join(*server, peer);
  auto ring = std::move(RingMemory::make({3, 4096, 4096})).value();
  REQUIRE(server->configure(number, "level=1\n", ring.descriptor()));
  const auto heard = peer.hear();
  CHECK(heard.header.type == static_cast<std::uint16_t>(wire::Message::Config));
  CHECK(heard.text == "level=1\n");
  const auto mapped = fake::map_ring(heard.descriptor);
  REQUIRE(mapped.memory != nullptr);
  CHECK(static_cast<wire::RingHeader*>(mapped.memory)->magic == wire::kRingMagic);
  ::munmap(mapped.memory, mapped.layout.total_bytes());
  ::close(heard.descriptor);

  CHECK(server->send(number, wire::Message::Pause));
  CHECK(peer.hear().header.type == static_cast<std::uint16_t>(wire::Message::Pause));
  peer.say(wire::Message::Problem, "code=x\n");
  const auto events = events_of(*server);
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == Kind::Message);
  CHECK(events[0].type == wire::Message::Problem);
  CHECK(events[0].text == "code=x\n");
  CHECK(events[0].pid == ::getpid());
}

TEST_CASE("an agent of another major version is turned away with a reason") {
  for (const char* version : {"2.0", "", "0.9", "11.0", "1", "x"}) {
    CAPTURE(version);
    auto server = open_server();
    FakePeer peer(server->socket_path());
    peer.say(wire::Message::Hello, "wire=" + std::string(version) + "\npid=7\n");
    const auto events = events_of(*server);
    REQUIRE(events.size() == 1);
    CHECK(events[0].kind == Kind::Refused);
    CHECK(events[0].why.find(version) != std::string::npos);
    CHECK(turned_away(peer));
  }
}

TEST_CASE("a later minor version is welcome") {
  auto server = open_server();
  FakePeer peer(server->socket_path());
  peer.say(wire::Message::Hello, "wire=1.7\n");
  CHECK(events_of(*server).at(0).kind == Kind::Joined);
}

TEST_CASE("messages of unknown types are passed over") {
  auto server = open_server();
  FakePeer peer(server->socket_path());
  join(*server, peer);
  peer.say(static_cast<wire::Message>(999), "from the future");
  peer.say(wire::Message::Config, "ours to say");
  peer.say(wire::Message::Bye);
  const auto events = events_of(*server);
  REQUIRE(events.size() == 1);
  CHECK(events[0].type == wire::Message::Bye);
}

TEST_CASE("nothing counts before Hello") {
  auto server = open_server();
  FakePeer peer(server->socket_path());
  peer.say(wire::Message::Problem, "code=x\n");
  peer.say(wire::Message::Hello, "wire=1.0\n");
  const auto events = events_of(*server);
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == Kind::Joined);
}

TEST_CASE("who breaks the rules of messages is hung up on") {
  auto server = open_server();
  FakePeer peer(server->socket_path());
  join(*server, peer);
  SUBCASE("too long") {
    const int large = 1 << 20;
    ::setsockopt(peer.socket(), SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
    REQUIRE(peer.say(wire::Message::Problem, std::string(wire::kMaxMessageBytes + 1, 'x')));
  }
  SUBCASE("shorter than it says") {
    wire::MessageHeader header;
    header.type = static_cast<std::uint16_t>(wire::Message::Problem);
    header.bytes = 100;
    peer.send_packet(std::string(reinterpret_cast<const char*>(&header), sizeof header));
  }
  SUBCASE("half a header") {
    peer.send_packet("abc");
  }
  const auto events = events_of(*server);
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == Kind::HungUp);
  CHECK_FALSE(events[0].why.empty());
  CHECK(turned_away(peer));
}

TEST_CASE("the longest message there may be is taken") {
  auto server = open_server();
  FakePeer peer(server->socket_path());
  join(*server, peer);
  const int large = 1 << 20;
  ::setsockopt(peer.socket(), SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
  REQUIRE(peer.say(wire::Message::Problem, std::string(wire::kMaxMessageBytes, 'x')));
  CHECK(events_of(*server).at(0).text.size() == wire::kMaxMessageBytes);
}

TEST_CASE("a peer that hangs up while its process lives has not ended") {
  auto server = open_server();
  FakePeer peer(server->socket_path());
  const std::uint32_t number = join(*server, peer);
  peer.say(wire::Message::Bye);
  peer.hang_up();
  const auto events = events_of(*server);
  REQUIRE(events.size() == 2);
  CHECK(events[0].type == wire::Message::Bye);
  CHECK(events[1].kind == Kind::HungUp);
  CHECK_FALSE(server->send(number, wire::Message::Stop));
}

TEST_CASE("the end of a process is seen however it ends, after what it said last") {
  auto server = open_server();
  const pid_t child = ::fork();
  if (child == 0) {
    FakePeer peer(server->socket_path());
    peer.say(wire::Message::Hello, "wire=1.0\n");
    peer.say(wire::Message::Bye);
    ::kill(::getpid(), SIGKILL);
  }
  std::vector<Kind> kinds;
  while (kinds.empty() || kinds.back() != Kind::Ended) {
    const auto events = events_of(*server);
    REQUIRE_FALSE(events.empty());
    for (const ControlEvent& event : events) kinds.push_back(event.kind);
  }
  CHECK(kinds == std::vector<Kind>{Kind::Joined, Kind::Message, Kind::HungUp, Kind::Ended});
  ::waitpid(child, nullptr, 0);
}

TEST_CASE("a peer that never reads does not hold the server up") {
  auto server = open_server();
  FakePeer peer(server->socket_path());
  const std::uint32_t number = join(*server, peer);
  bool taken = true;
  for (int i = 0; i < 100'000 && taken; ++i) taken = server->send(number, wire::Message::Pause);
  CHECK_FALSE(taken);
}

TEST_CASE("another user is turned away") {
  if (::geteuid() != 0) skip_case("only root can be another user");
  auto server = open_server();
  // The folder already keeps others out; it is opened up here to test the check after it.
  const std::string path = server->socket_path();
  ::chmod(std::filesystem::path(path).parent_path().c_str(), 0755);
  ::chmod(path.c_str(), 0666);
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    if (::setuid(kNobody) != 0) ::_exit(2);
    FakePeer peer(path);
    peer.say(wire::Message::Hello, "wire=1.0\n");
    ::_exit(peer.connected() && turned_away(peer) ? 0 : 1);
  }
  const auto events = events_of(*server);
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == Kind::Refused);
  int status = -1;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("where no more files can be opened, who wants to join is turned away at once") {
  auto server = open_server();
  const FakePeer peer(server->socket_path());
  struct rlimit before {};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const int next = ::dup(0);  // the lowest free number
  REQUIRE(next >= 0);
  struct rlimit none = before;
  none.rlim_cur = static_cast<rlim_t>(next);
  ::close(next);
  ::setrlimit(RLIMIT_NOFILE, &none);
  const auto events = events_of(*server);
  pollfd ready{server->descriptor(), POLLIN, 0};
  const int still_ready = ::poll(&ready, 1, 0);
  ::setrlimit(RLIMIT_NOFILE, &before);
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == Kind::Refused);
  CHECK(events[0].pid == ::getpid());
  CHECK(events[0].why.find("ulimit -n") != std::string::npos);
  CHECK(still_ready == 0);  // else the waiting loop would spin
  CHECK(turned_away(peer));

  FakePeer later(server->socket_path());
  join(*server, later);
}

TEST_CASE(
    "where not even the spare file serves, nobody is turned away but nobody is spun on either") {
  auto server = open_server();
  FakePeer peer(server->socket_path());
  struct rlimit before {};
  ::getrlimit(RLIMIT_NOFILE, &before);
  struct rlimit none = before;
  none.rlim_cur = 3;  // stdin, stdout, stderr: fewer than are open
  ::setrlimit(RLIMIT_NOFILE, &none);
  const bool all_taken = ::dup(0) < 0;
  pollfd ready{server->descriptor(), POLLIN, 0};
  const int knocks = ::poll(&ready, 1, 5000);
  const auto events = server->poll();
  const int still_ready = ::poll(&ready, 1, 0);
  ::setrlimit(RLIMIT_NOFILE, &before);
  REQUIRE(all_taken);
  REQUIRE(knocks == 1);
  CHECK(events.empty());
  CHECK(still_ready == 0);
  // It listens again once files can be opened.
  (void)server->poll();
  join(*server, peer);
}

TEST_CASE("what is told of a peer names it and the process that the system knows") {
  auto server = open_server();
  FakePeer peer(server->socket_path());
  peer.say(wire::Message::Hello, "wire=1.0\npid=7\n");
  auto events = events_of(*server);
  REQUIRE(events.size() == 1);
  CHECK(events[0].type == wire::Message::Hello);
  CHECK(events[0].text == "wire=1.0\npid=7\n");
  CHECK(events[0].pid == ::getpid());
  CHECK(events[0].why.empty());
  const std::uint32_t number = events[0].peer;
  CHECK(number != 0);
  for (const auto type : {wire::Message::Caps, wire::Message::Stopped}) {
    peer.say(type, "text");
    events = events_of(*server);
    REQUIRE(events.size() == 1);
    CHECK(events[0].kind == Kind::Message);
    CHECK(events[0].peer == number);
    CHECK(events[0].type == type);
    CHECK(events[0].text == "text");
  }
  // A second Hello is not a new join.
  peer.say(wire::Message::Hello, "wire=2.0\n");
  peer.send_packet("abc");
  events = events_of(*server);
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == Kind::HungUp);
  CHECK(events[0].peer == number);
  CHECK(events[0].pid == ::getpid());
  CHECK(events[0].why == "sent an incomplete message");
  CHECK_FALSE(server->configure(number, "", 0));
  CHECK_FALSE(server->configure(number + 1, "", 0));
  CHECK_FALSE(server->send(number + 1, wire::Message::Stop));
}

TEST_CASE("each breach of the rules has its own words") {
  const auto why = [](const std::string& packet) {
    auto server = open_server();
    FakePeer peer(server->socket_path());
    join(*server, peer);
    const int large = 1 << 20;
    ::setsockopt(peer.socket(), SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
    REQUIRE(peer.send_packet(packet));
    return events_of(*server).at(0).why;
  };
  wire::MessageHeader header;
  header.type = static_cast<std::uint16_t>(wire::Message::Bye);
  std::string packet(reinterpret_cast<const char*>(&header), sizeof header);
  CHECK(why(packet.substr(0, 7)) == "sent an incomplete message");
  CHECK(why(packet + "x") == "sent a message whose length does not match its header");
  CHECK(why(std::string(80'000, 'x')) == "sent a message that is too long");
}

TEST_CASE("who joins and is hung up on before Hello takes no place") {
  auto server = open_server();
  for (int times = 0; times < 300; ++times) {
    FakePeer peer(server->socket_path());
    peer.send_packet("abc");
    for (int tries = 0; tries < 100; ++tries) {
      pollfd ready{server->descriptor(), POLLIN, 0};
      if (::poll(&ready, 1, 0) == 0) break;
      CHECK(server->poll().empty());
    }
    REQUIRE(turned_away(peer));
  }
  FakePeer late(server->socket_path());
  join(*server, late);
}

TEST_CASE("256 may join at once, the next one is told that there are so many") {
  struct rlimit files {};
  ::getrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_cur < 900) skip_case("there are not enough descriptors");
  auto server = open_server();
  std::vector<std::unique_ptr<FakePeer>> peers;
  for (int number = 0; number < 256; ++number) {
    peers.push_back(std::make_unique<FakePeer>(server->socket_path()));
    join(*server, *peers.back());
  }
  FakePeer late(server->socket_path());
  const auto events = events_of(*server);
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == Kind::Refused);
  CHECK(events[0].pid == ::getpid());
  CHECK(events[0].why == "more than 256 processes tried to connect");
  CHECK(turned_away(late));
}

TEST_CASE("of one peer 64 messages are taken at a time, and the others wait no longer") {
  auto server = open_server();
  FakePeer peer(server->socket_path());
  join(*server, peer);
  const int large = 1 << 20;
  ::setsockopt(peer.socket(), SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
  std::size_t sent = 0;
  while (sent < 70) {
    wire::MessageHeader header;
    header.type = static_cast<std::uint16_t>(wire::Message::Caps);
    if (::send(peer.socket(), &header, sizeof header, MSG_DONTWAIT) < 0) break;
    ++sent;
  }
  const std::size_t first = server->poll().size();
  CHECK(first <= 64);
  CHECK(first + server->poll().size() == sent);
}
