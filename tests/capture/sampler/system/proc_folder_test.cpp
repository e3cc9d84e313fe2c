#include "capture/sampler/system/proc_folder.h"

#include <algorithm>
#include <array>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tests/capture/sampler/child.h"

using namespace lanescope;

TEST_CASE("a process is read by its own folder, and is gone when it has ended") {
  Child child([] { ::pause(); });
  const pid_t pid = child.pid();
  const auto folder = ProcFolder::open(pid);
  REQUIRE(folder);
  std::array<char, 256> room;
  CHECK(folder->read("stat", room).text.starts_with(std::to_string(pid) + " ("));
  std::vector<std::int64_t> threads;
  CHECK(folder->numbers("task", 10, threads) == ProcAnswer::Text);
  CHECK(threads == std::vector<std::int64_t>{pid});
  CHECK(std::ranges::count(listed_processes("/proc"), pid) == 1);
  child.kill();
  CHECK(folder->read("stat", room).answer == ProcAnswer::Gone);
  CHECK(folder->numbers("task", 10, threads) == ProcAnswer::Gone);
  CHECK(folder->link("exe", room).empty());
  CHECK(!ProcFolder::open(pid));
}

TEST_CASE("files stay open as far as the budget goes, and are read all the same beyond it") {
  const Child child([] { ::pause(); });
  const auto folder = ProcFolder::open(child.pid());
  REQUIRE(folder);
  DescriptorBudget budget(1);
  std::array<char, 1024> room;
  {
    KeptFile kept(budget), other(budget);
    CHECK(kept.read(folder->descriptor(), "stat", room).ok());
    CHECK(!budget.take());
    CHECK(other.read(folder->descriptor(), "statm", room).ok());
    CHECK(other.read(folder->descriptor(), "statm", room).text.size() > 5);
    // A moved file is given back once.
    const KeptFile moved(std::move(kept));
    CHECK(!budget.take());
  }
  CHECK(budget.take());
  CHECK(!budget.take());
}

TEST_CASE("what the system refuses is no end of the process") {
  const Child child([] { ::pause(); });
  const auto folder = ProcFolder::open(child.pid());
  REQUIRE(folder);
  DescriptorBudget budget(4);
  KeptFile file(budget);
  std::array<char, 16> room;
  CHECK(file.read(folder->descriptor(), "task", room).answer == ProcAnswer::Failed);
  CHECK(file.read(folder->descriptor(), "no such file", room).answer == ProcAnswer::Gone);
}
