#include "capture/sampler/system/family_watch.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "capture/sampler/system/process_status.h"
#include "tests/capture/sampler/child.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

/// Looks again and again, as the sampler does; time passes by `step_ns` from look to look.
class Looking {
 public:
  explicit Looking(std::int64_t command, const std::string& marker = "") : watch(command, marker) {}

  void look() {
    now_ns += step_ns;
    auto look = watch.look(now_ns, has_hint ? started_.read() : std::nullopt);
    for (const ProcFolder& one : look.joined) found.push_back(one.pid());
    for (const std::string& problem : look.problems) problems.push_back(problem);
  }
  bool finds(std::int64_t pid) {
    return comes_true([&] {
      look();
      return std::ranges::count(found, pid) > 0;
    });
  }

  FamilyWatch watch;
  std::vector<std::int64_t> found;
  std::vector<std::string> problems;
  bool has_hint = true;
  Ns now_ns = 1, step_ns = 20'000'000;

 private:
  LastStarted started_{"/proc"};
};

/// Starts a child of the child, and tells its number.
pid_t start_grandchild(const Pipe& pipe) {
  const pid_t grandchild = ::fork();
  if (grandchild != 0) (void)!::write(pipe.ends[1], &grandchild, sizeof grandchild);
  return grandchild;
}

pid_t told(const Pipe& pipe) {
  pid_t pid = 0;
  REQUIRE(::read(pipe.ends[0], &pid, sizeof pid) == sizeof pid);
  return pid;
}

bool runs(const Child& child, const std::string& program) {
  const auto folder = ProcFolder::open(child.pid());
  const auto status = folder ? read_status(*folder) : std::nullopt;
  return status && status->name == program;
}

}  // namespace

TEST_CASE("a command and what it starts are found as they start, each once") {
  bool has_hint = true;
  SUBCASE("by the numbers that were given last") {}
  SUBCASE("by listing all processes") {
    has_hint = false;
  }
  const Pipe go, pipe;
  const Child child([&] {
    char byte = 0;
    (void)!::read(go.ends[0], &byte, 1);
    if (start_grandchild(pipe) == 0) ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::pause();
  });
  const Child other([] { ::pause(); });
  Looking looking(child.pid());
  looking.has_hint = has_hint;
  looking.look();
  CHECK(looking.found == std::vector<std::int64_t>{child.pid()});
  REQUIRE(::write(go.ends[1], "x", 1) == 1);
  const pid_t grandchild = told(pipe);
  const KilledAtEnd killed{grandchild};
  CHECK(looking.finds(grandchild));
  for (int looks = 0; looks < 100; ++looks) looking.look();
  CHECK(looking.found == std::vector<std::int64_t>{child.pid(), grandchild});
  CHECK(looking.problems.empty());
}

TEST_CASE("processes for which there is no room are counted") {
  const Pipe pipe;
  const Child child([&] {
    if (start_grandchild(pipe) == 0) ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::pause();
  });
  const KilledAtEnd killed{told(pipe)};
  FamilyWatch watch(child.pid(), "", "/proc", 1);
  std::vector<std::int64_t> found;
  std::vector<std::string> problems;
  for (Ns now_ns = 1; now_ns < 20'000'000'000; now_ns += 2'000'000'000) {
    auto look = watch.look(now_ns, std::nullopt);
    for (const ProcFolder& one : look.joined) found.push_back(one.pid());
    problems.insert(problems.end(), look.problems.begin(), look.problems.end());
  }
  CHECK(found == std::vector<std::int64_t>{child.pid()});
  CHECK(problems == std::vector<std::string>{"Only the first 1 processes are sampled."});
  CHECK(watch.take_left_out().beyond_most == 1);
  CHECK(watch.take_left_out().beyond_most == 0);
}

TEST_CASE("a process that has ended is not found, though its parent has not taken notice") {
  const Child child([] {});
  REQUIRE(comes_true([&] {
    const auto folder = ProcFolder::open(child.pid());
    const auto status = folder ? read_status(*folder) : std::nullopt;
    return status && status->has_ended;
  }));
  Looking looking(child.pid());
  looking.step_ns = 100'000'000;  // all processes are listed again and again
  for (int looks = 0; looks < 100; ++looks) looking.look();
  CHECK(looking.found.empty());
  CHECK(looking.problems.empty());
}

TEST_CASE("a process whose parents are gone is found by its mark") {
  ::setenv("LANESCOPE_TEST_MARK", "/run/mine", 1);
  const std::string marked = "exec sleep 1000";
  Child child({"sh", "-c", marked});
  Child other({"sh", "-c", "unset LANESCOPE_TEST_MARK; " + marked});
  ::unsetenv("LANESCOPE_TEST_MARK");
  // Until then they are copies of this process, which was not started with the mark.
  REQUIRE(comes_true([&] { return runs(child, "sleep") && runs(other, "sleep"); }));
  Looking looking(0, "LANESCOPE_TEST_MARK=/run/mine");
  CHECK(looking.finds(child.pid()));
  looking.step_ns = 2'000'000'000;
  looking.look();
  CHECK(looking.found == std::vector<std::int64_t>{child.pid()});
}

TEST_CASE("threads are no processes of the command") {
  const Child child([] { ::pause(); });
  Looking looking(::getppid());  // of which this process is a child, and so would be its threads
  looking.look();
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([](const std::stop_token& stop) {
      while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
  }
  for (int looks = 0; looks < 20; ++looks) looking.look();
  std::vector<std::int64_t> own;
  const auto folder = ProcFolder::open(::getpid());
  REQUIRE(folder);
  REQUIRE(folder->numbers("task", 1000, own) == ProcAnswer::Text);
  for (const std::int64_t thread : own) CHECK(std::ranges::count(looking.found, thread) == 0);
}

TEST_CASE("a process that the kernel tells of joins once, whoever its parent is") {
  const Child child([] { ::pause(); });
  const Child stray([] { ::pause(); });
  Looking looking(child.pid());
  looking.look();
  REQUIRE(looking.found == std::vector<std::int64_t>{child.pid()});
  // Told again before it is looked for, and of one that is known, and one that has ended.
  for (int again = 0; again < 3; ++again) {
    for (const pid_t pid : {stray.pid(), child.pid(), -1}) looking.watch.claim(pid);
    looking.look();
    CHECK(looking.found == std::vector<std::int64_t>{child.pid(), stray.pid()});
  }
  CHECK(looking.problems.empty());
}

TEST_CASE("processes that have lost their parents before they are seen are counted") {
  const Child command([] { ::pause(); });
  const Pipe pipe;
  const auto start_orphan = [&] {
    Child parent([&] {
      if (start_grandchild(pipe) == 0) ::pause();
    });
    parent.wait();
    return told(pipe);
  };
  const KilledAtEnd before{start_orphan()};
  Looking looking(command.pid());
  looking.look();
  CHECK(looking.watch.take_left_out().orphans == 0);  // it was there before
  const KilledAtEnd after{start_orphan()};
  const auto folder = ProcFolder::open(after.pid);
  REQUIRE(folder);
  if (read_status(*folder)->parent != 1) skip_case("here, others than PID 1 adopt processes");
  std::uint64_t orphans = 0;
  CHECK(comes_true([&] {
    looking.look();
    return (orphans += looking.watch.take_left_out().orphans) > 0;
  }));
  CHECK(looking.found == std::vector<std::int64_t>{command.pid()});
}

TEST_CASE("a process without a parent here, as of another container, is no orphan") {
  const TempFolder proc;
  const auto add = [&](std::int64_t pid, std::int64_t parent) {
    std::filesystem::create_directory(fmt::format("{}/{}", proc.path(), pid));
    proc.write(fmt::format("{}/status", pid),
               fmt::format("Name:\tx\nState:\tS\nTgid:\t{0}\nPPid:\t{1}\nUid:\t{2}\t{2}\t{2}\t{2}\n"
                           "Threads:\t1\n",
                           pid, parent, ::geteuid()));
  };
  add(1, 0);
  add(50, 1);
  FamilyWatch watch(50, "", proc.path());
  (void)watch.look(1, std::nullopt);
  add(60, 0);
  add(61, 1);
  (void)watch.look(1'000'000'000'000, std::nullopt);
  CHECK(watch.take_left_out().orphans == 1);  // that of PID 1 alone
}

TEST_CASE("what an adopter has become the parent of belongs to the run, without any mark") {
  const Pipe pipe;
  const Child adopter([&] {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (::fork() == 0) {
      if (start_grandchild(pipe) == 0) ::pause();
      ::_exit(0);
    }
    ::pause();
  });
  const pid_t orphan = told(pipe);
  const KilledAtEnd killed{orphan};
  const auto folder = ProcFolder::open(orphan);
  REQUIRE(folder);
  REQUIRE(comes_true([&] { return read_status(*folder)->parent == adopter.pid(); }));
  FamilyWatch without(0, ""), with(0, "", "/proc", FamilyWatch::kMostMembers, adopter.pid());
  const auto finds = [&](FamilyWatch& watch) {
    const auto found = watch.look(1, std::nullopt).joined;
    return std::ranges::count(found, orphan, &ProcFolder::pid) == 1;
  };
  CHECK_FALSE(finds(without));
  CHECK(finds(with));
}

TEST_CASE("another user's process is left out, which is told once, but not what descends from it") {
  if (::geteuid() != 0) skip_case("only root can become another user");
  const Pipe pipe;
  const Child child([&] {
    if (start_grandchild(pipe) == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    } else if (::setresuid(65534, 65534, 65534) != 0) {
      return;
    }
    ::pause();
  });
  const pid_t grandchild = told(pipe);
  const KilledAtEnd killed{grandchild};
  const auto folder = ProcFolder::open(child.pid());
  REQUIRE(folder);
  Looking looking(child.pid());
  REQUIRE(comes_true([&] { return !FamilyWatch(0, "").allows(*folder); }));
  CHECK(looking.finds(grandchild));
  CHECK(looking.found == std::vector<std::int64_t>{grandchild});
  REQUIRE(looking.problems.size() == 1);
  CHECK(looking.problems[0].starts_with("Process " + std::to_string(child.pid()) + " ("));
  CHECK(looking.problems[0].ends_with(") is not sampled: it runs as another user."));
}

TEST_CASE("a process that becomes another user's may not be watched any more, which is told once") {
  if (::geteuid() != 0) skip_case("only root can become another user");
  const Child child([] {
    if (::setresuid(65534, 65534, 65534) == 0) ::pause();
  });
  const auto folder = ProcFolder::open(child.pid());
  REQUIRE(folder);
  Looking looking(0);
  REQUIRE(comes_true([&] { return folder->user() == 65534U; }));
  CHECK_FALSE(looking.watch.allows(*folder));
  CHECK_FALSE(looking.watch.allows(*folder));
  looking.look();
  REQUIRE(looking.problems.size() == 1);
  CHECK(looking.problems[0].ends_with(") is no longer sampled: it now runs as another user."));
}

TEST_CASE("a number that was given to another process is looked at again") {
  Looking looking(0);
  Child child([] { ::pause(); });
  looking.look();
  CHECK(looking.watch.allows(ProcFolder::open(child.pid()).value()));
  // After it has left, the same number may join once more.
  Looking again(child.pid());
  again.look();
  again.watch.forget(child.pid());
  again.step_ns = 2'000'000'000;
  again.look();
  CHECK(again.found == std::vector<std::int64_t>{child.pid(), child.pid()});
}
