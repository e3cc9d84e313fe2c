#include "capture/host/control/owned_folder.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "capture/host/control/control_server.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;
namespace fs = std::filesystem;

namespace {

std::size_t folders_in(const std::string& parent) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(parent), {}));
}

/// Binds a socket there, listening or not.
FileDescriptor bind_at(const std::string& path, bool listens) {
  FileDescriptor socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  REQUIRE(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  if (listens) REQUIRE(::listen(socket.get(), 1) == 0);
  return socket;
}

void make_old(const std::string& path) {
  const timespec long_ago[2]{{1000, 0}, {1000, 0}};
  REQUIRE(::utimensat(AT_FDCWD, path.c_str(), long_ago, 0) == 0);
}

}  // namespace

TEST_CASE("the folder of a recorder that was killed is removed by the next one") {
  const TempFolder parent;
  ::setenv("XDG_RUNTIME_DIR", parent.path().c_str(), 1);
  const pid_t recorder = ::fork();
  if (recorder == 0) {
    const auto server = ControlServer::open();
    ::raise(SIGKILL);
  }
  ::waitpid(recorder, nullptr, 0);
  CHECK(folders_in(parent.path()) == 1);
  {
    const auto first = ControlServer::open();
    REQUIRE(first.ok());
    CHECK(folders_in(parent.path()) == 1);
    // One in use is left alone.
    const auto second = ControlServer::open();
    CHECK(folders_in(parent.path()) == 2);
    CHECK(fs::exists(first.value()->socket_path()));
  }
  CHECK(folders_in(parent.path()) == 0);
  ::unsetenv("XDG_RUNTIME_DIR");
}

TEST_CASE("only what is left of recorders is removed") {
  const TempFolder parent;
  const auto make = [&](const std::string& name) {
    const std::string path = parent.path() + "/" + name;
    REQUIRE(fs::create_directory(path));
    return path;
  };
  const std::string dead = make("lanescope-dead00"), answered = make("lanescope-answer"),
                    work = make("lanescope-work00"), young = make("lanescope-young0"),
                    old = make("lanescope-old000"), other = make("lanescope-test-abcdef"),
                    locked = make("lanescope-locked"), link = parent.path() + "/lanescope-link00";
  // Its owner is about to bind, and takes a long time.
  const FileDescriptor owner(::open(locked.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  REQUIRE(::flock(owner.get(), LOCK_EX) == 0);
  bind_at(dead + "/control", false);
  // From a version that does not lock folders.
  const FileDescriptor listening = bind_at(answered + "/control", true);
  std::ofstream(work + "/trace.json") << "{}";
  bind_at(other + "/control", false);
  fs::create_directory_symlink(other, link);
  for (const std::string& path : {dead, answered, work, old, other, locked}) make_old(path);
  remove_left_folders(parent.path(), "lanescope-");
  CHECK_FALSE(fs::exists(dead));
  CHECK_FALSE(fs::exists(old));
  CHECK(fs::exists(answered + "/control"));
  CHECK(fs::exists(work + "/trace.json"));
  CHECK(fs::exists(young));  // its creator may be about to lock it
  CHECK(fs::exists(other + "/control"));
  CHECK(fs::exists(locked));
}

TEST_CASE("a folder goes with its owner, unless that leaves it") {
  const TempFolder parent;
  std::string path;
  {
    auto made = OwnedFolder::make(parent.path(), "own_");
    REQUIRE(made.ok());
    path = made.value().path();
    struct stat facts {};
    REQUIRE(::stat(path.c_str(), &facts) == 0);
    CHECK((facts.st_mode & 0777) == 0700);
    std::ofstream(path + "/file") << "work";
  }
  CHECK_FALSE(fs::exists(path));
  {
    auto made = OwnedFolder::make(parent.path(), "own_");
    path = made.value().path();
    std::ofstream(path + "/file") << "work";
    made.value().leave();
  }
  CHECK(fs::exists(path + "/file"));
  CHECK_FALSE(OwnedFolder::make(parent.path() + "/none", "own_").ok());
}
