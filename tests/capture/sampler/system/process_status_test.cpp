#include "capture/sampler/system/process_status.h"

#include <cstring>
#include <fcntl.h>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <sys/mman.h>

#include "tests/capture/sampler/child.h"

using namespace lanescope;

namespace {

constexpr std::size_t kBytes = 32U << 20U;
constexpr Ns kSecond = 1'000'000'000;

/// Touches memory, writes and reads it when it is told to, and says so.
void work_when_told(const Pipe& go, const Pipe& done) {
  char byte = 0;
  (void)!::read(go.ends[0], &byte, 1);
  void* const memory =
      ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::memset(memory, 1, kBytes);
  const int zeros = ::open("/dev/zero", O_RDONLY), nothing = ::open("/dev/null", O_WRONLY);
  (void)!::read(zeros, memory, kBytes);
  (void)!::write(nothing, memory, kBytes / 2);
  (void)!::write(done.ends[1], "x", 1);
  ::pause();
}

}  // namespace

TEST_CASE("a process tells who it is and of whom") {
  const Child child([] { ::pause(); });
  const auto status = read_status(ProcFolder::open(child.pid()).value());
  REQUIRE(status);
  CHECK(status->process == child.pid());
  CHECK(status->parent == ::getpid());
  CHECK(status->is_of_user(::geteuid()));
  CHECK(!status->is_of_user(::geteuid() + 1));
  CHECK(!status->has_ended);
  CHECK(status->resident_bytes > 0);
  CHECK(status->peak_resident_bytes >= status->resident_bytes);
}

TEST_CASE("a process in a container tells the number by which it knows itself") {
  CHECK(number_in_namespace("Name:\tpython3\nNSpid:\t4711\t12\nNSpgid:\t4711\t1\n") == 12U);
  CHECK(number_in_namespace("NSpid:\t4711\t300\t7\n") == 7U);
  CHECK(!number_in_namespace("Name:\tpython3\nNSpid:\t4711\nNSpgid:\t4711\n"));
  CHECK(!number_in_namespace("Name:\tpython3\nPid:\t4711\n"));  // a kernel without namespaces
  CHECK(!number_in_namespace("NSpid:\t4711\tx\n"));
  CHECK(!number_in_namespace("NSpid:\n"));
  CHECK(!number_in_namespace(""));
}

TEST_CASE("memory, faults and bytes show what a process has done since the last look") {
  const Pipe go, done;
  const Child child([&] { work_when_told(go, done); });
  const ProcFolder folder = ProcFolder::open(child.pid()).value();
  ProcessCounters counters;
  std::map<std::string, double> first, second, third;
  const auto into = [](std::map<std::string, double>& to) {
    return [&to](std::string_view name, double value) { to[std::string(name)] = value; };
  };
  counters.look(kSecond, folder, into(first));
  REQUIRE(first.contains("Resident memory (bytes)"));
  CHECK(!first.contains("Read (bytes/s)"));  // a rate needs two looks
  REQUIRE(::write(go.ends[1], "x", 1) == 1);
  char byte = 0;
  REQUIRE(::read(done.ends[0], &byte, 1) == 1);
  counters.look(kSecond * 3, folder, into(second));
  const double grown = second["Resident memory (bytes)"] - first["Resident memory (bytes)"];
  CHECK(grown > 0.9 * kBytes);
  CHECK(second["Peak resident memory (bytes)"] >= second["Resident memory (bytes)"]);
  CHECK(second["Minor page faults (per s)"] > 0);
  if (second.contains("Read (bytes/s)")) {
    CHECK(second["Read (bytes/s)"] >= kBytes / 2.0);
    CHECK(second["Read (bytes/s)"] < kBytes / 2.0 + 1e6);
    CHECK(second["Written (bytes/s)"] >= kBytes / 4.0);
  }
  // Nothing is told again before a second has passed, unless it has changed.
  counters.look(kSecond * 3 + kSecond / 10, folder, into(third));
  CHECK(!third.contains("Peak resident memory (bytes)"));
  third.clear();
  counters.look(kSecond * 5, folder, into(third));
  CHECK(third.contains("Peak resident memory (bytes)"));
}
