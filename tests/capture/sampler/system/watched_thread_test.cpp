#include "capture/sampler/system/watched_thread.h"

#include <array>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "tests/capture/sampler/child.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;
using wire::SampledState;

namespace {

/// The main thread of a child.
class Watching {
 public:
  explicit Watching(const Child& child)
      : folder_(ProcFolder::open(child.pid()).value()),
        thread_(static_cast<std::uint32_t>(child.pid()), budget_) {}

  WatchedThread::Look look() { return thread_.look(folder_); }
  /// Whether it is soon seen to wait in `text`.
  bool waits_in(const std::string& text) {
    return comes_true(
        [&] { return look().state == SampledState::Waiting && thread_.wait().text == text; });
  }
  [[nodiscard]] const WatchedThread& thread() const { return thread_; }
  [[nodiscard]] std::string name() const { return thread_.name(folder_); }

 private:
  DescriptorBudget budget_{100};
  ProcFolder folder_;
  WatchedThread thread_;
};

/// Whether the system tells system calls of other processes at all.
void need_calls() {
  const Child child([] { ::pause(); });
  std::array<char, 256> room;
  const auto folder = ProcFolder::open(child.pid());
  if (!folder || !folder->read("syscall", room).ok())
    skip_case("the system does not tell what processes are blocked in");
}

}  // namespace

TEST_CASE("a thread that computes is running, and moved at every look") {
  const Child child([] {
    std::atomic<std::uint64_t> turns{0};
    for (;;) turns.fetch_add(1, std::memory_order_relaxed);
  });
  Watching watching(child);
  int running = 0;
  for (int looks = 0; looks < 200; ++looks) {
    const auto look = watching.look();
    if (look.state != SampledState::Running) continue;  // it may have to wait for its memory
    ++running;
    CHECK(look.moved);
    CHECK(watching.thread().wait().text.empty());
  }
  CHECK(running > 180);
}

TEST_CASE("a thread that waits is told with the call and the kind of its file") {
  need_calls();
  const Pipe pipe;
  SUBCASE("a pipe that is read") {
    const Child child([&] {
      char byte = 0;
      (void)!::read(pipe.ends[0], &byte, 1);
    });
    CHECK(Watching(child).waits_in("read pipe"));
  }
  SUBCASE("a pipe that is polled") {
    const Child child([&] {
      pollfd one{pipe.ends[0], POLLIN, 0};
      ::poll(&one, 1, -1);
    });
    Watching watching(child);
    CHECK(comes_true([&] {
      watching.look();
      return watching.thread().wait().text.ends_with("poll pipe");
    }));
  }
  SUBCASE("a socket") {
    int ends[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    const Child child([&] {
      char byte = 0;
      ::recv(ends[0], &byte, 1, 0);
    });
    CHECK(Watching(child).waits_in("recvfrom socket"));
    for (const int end : ends) ::close(end);
  }
  SUBCASE("sleep") {
    const Child child([] { ::sleep(1000); });
    CHECK(Watching(child).waits_in("clock_nanosleep"));
  }
}

TEST_CASE("files are told by their paths, open or about to be opened") {
  need_calls();
  const TempFolder folder;
  const std::string path = folder.path() + "/queue";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  SUBCASE("open") {
    const Child child([&] {
      const int file = ::open(path.c_str(), O_RDWR);
      char byte = 0;
      (void)!::read(file, &byte, 1);
    });
    CHECK(Watching(child).waits_in("read " + path));
  }
  SUBCASE("about to be opened") {
    const Child child([&] { ::open(path.c_str(), O_RDONLY); });
    CHECK(Watching(child).waits_in("openat " + path));
  }
}

TEST_CASE("a thread that has not run since the last look is known to be where it was") {
  need_calls();
  Pipe pipe;
  const Child child([&] {
    char byte = 0;
    while (::read(pipe.ends[0], &byte, 1) == 1) {
    }
  });
  Watching watching(child);
  REQUIRE(watching.waits_in("read pipe"));
  if (watching.look().moved) skip_case("the system does not count how often threads run");
  for (int looks = 0; looks < 100; ++looks) CHECK(!watching.look().moved);
  // It goes on and waits in the same call again, at the same place.
  REQUIRE(::write(pipe.ends[1], "x", 1) == 1);
  CHECK(comes_true([&] { return watching.look().moved; }));
  CHECK(watching.waits_in("read pipe"));
}

TEST_CASE("a stopped thread is told, and so is its end") {
  Child child([] {
    for (;;) ::pause();
  });
  Watching watching(child);
  REQUIRE(comes_true([&] { return watching.look().state == SampledState::Waiting; }));
  ::kill(child.pid(), SIGSTOP);
  CHECK(comes_true([&] { return watching.look().state == SampledState::Stopped; }));
  CHECK(watching.thread().wait().text.empty());
  SUBCASE("not yet waited for by its parent") {
    ::kill(child.pid(), SIGKILL);
    CHECK(comes_true([&] { return watching.look().state == SampledState::Ended; }));
  }
  SUBCASE("gone altogether") {
    child.kill();
    CHECK(watching.look().state == SampledState::Ended);
  }
}

TEST_CASE("a thread has the name by which the system knows it") {
  const Pipe pipe;
  const Child child([&] {
    ::prctl(PR_SET_NAME, "loader 0");
    (void)!::write(pipe.ends[1], "x", 1);
    ::pause();
  });
  char byte = 0;
  REQUIRE(::read(pipe.ends[0], &byte, 1) == 1);
  CHECK(Watching(child).name() == "loader 0");
}
