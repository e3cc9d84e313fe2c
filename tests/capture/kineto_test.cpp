#include <chrono>
#include <filesystem>
#include <memory>
#include <span>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "capture/host/attach/kineto_config.h"
#include "capture/host/attach/kineto_daemon.h"
#include "capture/host/attach/kineto_messages.h"
#include "capture/host/control/socket_owner.h"
#include "tests/capture/kineto_client.h"
#include "tests/capture/pythons.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

constexpr std::int32_t kBoth = kKinetoEvents | kKinetoActivities;

/// A daemon in its own folder, which leaves the machine's alone.
struct Served {
  TempFolder folder;
  std::unique_ptr<KinetoDaemon> daemon;
  std::int32_t pid = ::getpid();

  Served() {
    auto opened = KinetoDaemon::open(folder.path());
    REQUIRE(opened.ok());
    daemon = std::move(opened).value();
  }
  [[nodiscard]] std::string ask(const KinetoClient& client, std::int32_t wants = kBoth) const {
    client.ask(wants, {pid, 1});
    const auto answer = client.receive();
    REQUIRE(answer);
    CHECK(answer->from_daemon);
    CHECK(answer->type == "req");
    return answer->payload;
  }
};

}  // namespace

TEST_CASE("a process gets its config once and only then") {
  const Served served;
  const KinetoClient client(served.folder.path());
  CHECK_FALSE(served.daemon->client(served.pid));
  CHECK(served.ask(client).empty());
  REQUIRE(served.daemon->client(served.pid));
  CHECK(served.daemon->client(served.pid)->questions == 1);
  CHECK_FALSE(served.daemon->client(served.pid)->has_order);

  served.daemon->order(served.pid, "ACTIVITIES_DURATION_MSECS=500\n");
  served.daemon->order(served.pid + 1, "another process");
  CHECK(served.ask(client, kKinetoEvents).empty());  // not the profiler that records traces
  CHECK_FALSE(served.daemon->client(served.pid)->has_order);
  CHECK(served.ask(client) == "ACTIVITIES_DURATION_MSECS=500\n");
  CHECK(served.daemon->client(served.pid)->has_order);
  CHECK(served.ask(client).empty());
  CHECK(served.ask(client).empty());
  // The next order is sent again.
  served.daemon->order(served.pid, "again");
  CHECK(served.ask(client) == "again");
  CHECK(served.ask(client).empty());
}

TEST_CASE("a question for the number of processes is answered") {
  const Served served;
  const KinetoClient client(served.folder.path());
  // i32 gpu, i32 pid, i64 job
  client.send("ctxt", bytes_of(std::int32_t{0}) + bytes_of(served.pid) + bytes_of(std::int64_t{7}));
  const auto answer = client.receive();
  REQUIRE(answer);
  CHECK(answer->from_daemon);
  CHECK(answer->type == "ctxt");
  CHECK(answer->payload == bytes_of(std::int32_t{1}));
}

TEST_CASE("every answer comes from the daemon's own socket, and each question has one") {
  const Served served;
  const KinetoClient client(served.folder.path());
  for (int question = 0; question < 200; ++question) {
    if (question % 50 == 0) served.daemon->order(served.pid, "config");
    client.ask(kBoth, {served.pid});
    const auto answer = client.receive();
    REQUIRE(answer);
    CHECK(answer->from_daemon);
  }
  CHECK_FALSE(client.receive(50));
}

TEST_CASE("the machine's daemon has the name that clients look for, its last zero included") {
  auto daemon = KinetoDaemon::open();
  if (!daemon.ok()) skip_case("another daemon runs on this machine");
  const KinetoClient client("");
  client.ask(kBoth, {::getpid()});
  const auto answer = client.receive();
  REQUIRE(answer);
  CHECK(answer->from_daemon);
  auto second = KinetoDaemon::open();
  REQUIRE_FALSE(second.ok());
  CHECK(second.error().message.find("dynolog") != std::string::npos);
  CHECK(second.error().message.find("(process " + std::to_string(::getpid()) + ")") !=
        std::string::npos);
}

TEST_CASE("who serves PyTorch already is told by name, a recording of ours as such") {
  const Served served;
  const auto refusal = [&] {
    auto second = KinetoDaemon::open(served.folder.path());
    REQUIRE_FALSE(second.ok());
    return second.error().message;
  };
  CHECK(refusal().find("if it is dynolog") != std::string::npos);
  char before[16] = {};
  ::prctl(PR_GET_NAME, before);
  ::prctl(PR_SET_NAME, "lanescope");
  const std::string ours = refusal();
  ::prctl(PR_SET_NAME, before);
  CHECK(ours.starts_with("lanescope is already recording or attached (process " +
                         std::to_string(::getpid()) + ")"));
  CHECK(ours.find("dynolog") == std::string::npos);
}

TEST_CASE("what is no question gets no answer and does no harm") {
  const Served served;
  served.daemon->order(served.pid, "config");
  const KinetoClient client(served.folder.path());
  std::string type(32, '\0');
  type.replace(0, 3, "req");
  const auto question = [](std::int32_t wants, std::int32_t count) {
    return bytes_of(wants) + bytes_of(count) + bytes_of(std::int64_t{0});
  };
  client.send_raw("");
  client.send_raw("short");
  client.send_raw(bytes_of(std::uint64_t{100}) + type);  // announces more than it sends
  client.send_raw(bytes_of(~std::uint64_t{0}) + type + "tail");
  client.send("req", "");
  client.send("req", question(3, 0));
  client.send("req", question(3, -1) + bytes_of(served.pid));
  client.send("req", question(3, 2) + bytes_of(served.pid));  // one process too few
  client.send("req", question(3, 0x40000000) + bytes_of(served.pid));
  client.send("other", question(3, 1) + bytes_of(served.pid));
  client.send(std::string(32, 'r'), question(3, 1) + bytes_of(served.pid));
  client.send_raw(std::string(20000, 'x'));
  // An unnamed socket cannot be answered: its order waits.
  const KinetoClient nameless(served.folder.path(), false);
  nameless.ask(kBoth, {served.pid});
  CHECK(served.ask(client) == "config");
  CHECK_FALSE(client.receive(50));
}

TEST_CASE("the folder's socket is for this user alone and goes with the daemon") {
  TempFolder folder;
  const std::string path = folder.path() + "/dynolog";
  write_below(folder, "dynolog", "");  // not a socket, so it is not removed
  CHECK_FALSE(KinetoDaemon::open(folder.path()).ok());
  std::filesystem::remove(path);
  {
    auto daemon = KinetoDaemon::open(folder.path());
    REQUIRE(daemon.ok());
    struct stat status {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    CHECK_FALSE(KinetoDaemon::open(folder.path()).ok());
  }
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK_FALSE(KinetoDaemon::open(std::string(200, 'x')).ok());
}

TEST_CASE("an order is text with a line for each key") {
  KinetoOrder order;
  order.output = "/tmp/x.json";
  CHECK(kineto_config(order) ==
        "ACTIVITIES_LOG_FILE=/tmp/x.json\n"
        "PROFILE_START_TIME=0\n"
        "ACTIVITIES_WARMUP_PERIOD_SECS=2\n"
        "ACTIVITIES_DURATION_MSECS=500\n");
  order.iterations = 3;
  order.shapes = order.stacks = order.memory = order.flops = order.modules = true;
  CHECK(kineto_config(order) ==
        "ACTIVITIES_LOG_FILE=/tmp/x.json\n"
        "PROFILE_START_ITERATION=0\n"
        "PROFILE_START_ITERATION_ROUNDUP=1\n"
        "ACTIVITIES_WARMUP_ITERATIONS=1\n"
        "ACTIVITIES_ITERATIONS=3\n"
        "PROFILE_REPORT_INPUT_SHAPES=true\n"
        "PROFILE_WITH_STACK=true\n"
        "PROFILE_PROFILE_MEMORY=true\n"
        "PROFILE_WITH_FLOPS=true\n"
        "PROFILE_WITH_MODULES=true\n");
  CHECK(kineto_output("/tmp/x.json", 12) == "/tmp/x_12.json");
  CHECK(kineto_output("/tmp/x", 12) == "/tmp/x_12.json");
}

TEST_CASE("a process is known by what the kernel says of it, and by what it calls itself") {
  const Served served;
  const KinetoClient client(served.folder.path());
  client.ask(kBoth, {4711, 12, 1});
  REQUIRE(client.receive());
  CHECK_FALSE(served.daemon->client(4711));
  const auto known = served.daemon->client(served.pid);
  REQUIRE(known);
  CHECK(known->own_pid == 4711);  // as in a container
  CHECK(known->questions == 1);
  client.ask(kKinetoEvents, {4712});
  REQUIRE(client.receive());
  CHECK(served.daemon->client(served.pid)->questions == 2);
  CHECK(served.daemon->client(served.pid)->own_pid == 4712);
  // An order for a process that has never asked does not make it a client.
  served.daemon->order(4713, "config");
  CHECK_FALSE(served.daemon->client(4713));
}

TEST_CASE("a new order takes back that the one before was fetched") {
  const Served served;
  const KinetoClient client(served.folder.path());
  served.daemon->order(served.pid, "one");
  CHECK(served.ask(client) == "one");
  served.daemon->order(served.pid, "two");
  CHECK_FALSE(served.daemon->client(served.pid)->has_order);
  served.daemon->order(served.pid, "three");
  CHECK(served.ask(client) == "three");
}

TEST_CASE("a question names 64 processes at most") {
  const std::string head = bytes_of(std::int32_t{3});
  const auto question = [&](std::int32_t count) {
    std::string payload = head + bytes_of(count) + bytes_of(std::int64_t{0});
    for (std::int32_t pid = 1; pid <= count; ++pid) payload += bytes_of(pid);
    std::string type(32, '\0');
    type.replace(0, 3, "req");
    const std::string datagram = bytes_of(std::uint64_t{payload.size()}) + type + payload;
    return read_kineto_question(std::as_bytes(std::span(datagram)));
  };
  REQUIRE(question(1));
  CHECK(question(1)->kind == KinetoQuestion::Kind::Config);
  CHECK(question(1)->wants == 3);
  CHECK(question(1)->pids == std::vector<std::int32_t>{1});
  REQUIRE(question(64));
  CHECK(question(64)->pids.size() == 64);
  CHECK(question(64)->pids.back() == 64);
  CHECK_FALSE(question(65));
}

TEST_CASE("a socket that a killed daemon has left is no reason to refuse") {
  TempFolder folder;
  const std::string path = folder.path() + "/dynolog";
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  path.copy(name.sun_path, sizeof name.sun_path - 1);
  const int left = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  REQUIRE(::bind(left, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0);
  // The address is taken as long as it has a listener.
  const auto refused = KinetoDaemon::open(folder.path());
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message.find("already serves PyTorch on this machine") !=
        std::string::npos);
  CHECK(std::filesystem::exists(path));
  ::close(left);
  CHECK(KinetoDaemon::open(folder.path()).ok());
}

TEST_CASE("a daemon ends at once, however much it is asked") {
  auto served = std::make_unique<Served>();
  const KinetoClient client(served->folder.path());
  for (int question = 0; question < 5; ++question) client.ask(kBoth, {served->pid});
  const auto begin = std::chrono::steady_clock::now();
  served->daemon.reset();
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(2));
}
