#include "capture/host/runner/program_output.h"

#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <poll.h>
#include <set>
#include <string>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "capture/host/runner/launcher.h"
#include "tests/capture/pythons.h"
#include "tests/paths.h"

using namespace lanescope;
namespace fs = std::filesystem;

namespace {

/// Runs it to completion.
void run(const ProgramOutput& output, const std::string& script) {
  LaunchOrder order{{"sh", "-c", script}};
  order.output = output.descriptor();
  auto command = LaunchedCommand::start(order);
  REQUIRE(command.ok());
  pollfd ended{command.value().descriptor(), POLLIN, 0};
  ::poll(&ended, 1, 20'000);
  REQUIRE(command.value().end());
}

std::string keeper() {
  return binary_folder() + "/lanescope_output_keeper";
}

ProgramOutput open_output() {
  auto output = ProgramOutput::open(keeper());
  REQUIRE(output.ok());
  return std::move(output).value();
}

/// The names of the other processes that have this file open.
std::set<std::string> holders_of(int file) {
  struct stat wanted {};
  REQUIRE(::fstat(file, &wanted) == 0);
  std::set<std::string> names;
  std::error_code gone;
  for (fs::directory_iterator at("/proc", gone), end; !gone && at != end; at.increment(gone)) {
    const std::string process = at->path().string();
    const std::string number = at->path().filename().string();
    if (number.find_first_not_of("0123456789") != std::string::npos ||
        number == std::to_string(::getpid()))
      continue;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(process + "/fd", none)) {
      struct stat found {};
      if (::stat(entry.path().c_str(), &found) != 0 || found.st_ino != wanted.st_ino ||
          found.st_dev != wanted.st_dev)
        continue;
      std::string name;
      std::getline(std::ifstream(process + "/comm"), name);
      names.insert(name);
    }
  }
  return names;
}

template <typename Condition>
bool becomes_true(Condition&& so) {
  for (int tries = 0; tries < 2000; ++tries) {
    if (so()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

TEST_CASE("what a program writes to stdout and stderr is read once, in its order") {
  ProgramOutput output = open_output();
  CHECK(output.take().bytes.empty());
  run(output, "echo one; echo two >&2; printf three");
  CHECK(output.take().bytes == "one\ntwo\nthree");
  CHECK(output.take().bytes.empty());
  run(output, "echo four");
  CHECK(output.take().bytes == "four\n");
}

TEST_CASE("a program whose output is kept has nothing to read") {
  ProgramOutput output = open_output();
  run(output, "read line || echo end of input");
  CHECK(output.take().bytes == "end of input\n");
}

TEST_CASE("of very much output the end is kept, and how much is not") {
  ProgramOutput output = open_output();
  run(output, "i=0; while [ $i -lt 1000 ]; do echo 123456789; i=$((i+1)); done; echo end");
  const auto piece = output.take(14);
  CHECK(piece.bytes == "123456789\nend\n");
  CHECK(piece.skipped == 9990);
  run(output, "echo on");  // after what was given back to the system
  CHECK(output.take().bytes == "on\n");
}

TEST_CASE("how much was left out counts from what was read before") {
  ProgramOutput output = open_output();
  run(output, "printf 12345");
  CHECK(output.take(3).skipped == 2);
  run(output, "printf 1234567890");
  const auto piece = output.take(4);
  CHECK(piece.bytes == "7890");
  CHECK(piece.skipped == 6);
  run(output, "printf ab");
  CHECK(output.take(4).skipped == 0);
}

TEST_CASE("what has been read takes no memory any more, page by page") {
  ProgramOutput output = open_output();
  const auto kib = [&output] {
    struct stat status {};
    REQUIRE(::fstat(output.descriptor(), &status) == 0);
    return status.st_blocks / 2;
  };
  const std::string mebibyte = "head -c 1048576 /dev/zero";
  run(output, mebibyte);
  const auto before = kib();
  CHECK(before >= 1024);
  CHECK(output.take().bytes.size() == 1U << 20);
  CHECK(kib() == 0);
  run(output, "printf x; " + mebibyte);
  CHECK(output.take(2U << 20).bytes.size() == (1U << 20) + 1);
  CHECK(kib() <= 4);  // the last, partial page
}

TEST_CASE("a program that cuts its output off loses what was read only") {
  ProgramOutput output = open_output();
  run(output, "echo one");
  CHECK(output.take().bytes == "one\n");
  run(output, "echo a > /dev/stderr");
  CHECK(output.take().bytes == "a\n");
}

TEST_CASE("output that nobody reads any more fills no memory, and its program notices nothing") {
  const TempFolder folder;
  std::optional<ProgramOutput> output(open_output());
  const FileDescriptor file(::open(
      ("/proc/self/fd/" + std::to_string(output->descriptor())).c_str(), O_RDONLY | O_CLOEXEC));
  const auto until = [&folder](const char* name) {
    return "until [ -e " + folder.path() + "/" + name + " ]; do sleep 0.01; done; ";
  };
  LaunchOrder order{{"sh", "-c",
                     until("go") +
                         "for i in 1 2 3 4 5 6 7 8; do head -c 8388608 /dev/zero || exit 1; " +
                         "done; " + until("end") + "echo on && exit 7"}};
  order.output = output->descriptor();
  auto command = LaunchedCommand::start(order);
  REQUIRE(command.ok());
  CHECK(holders_of(file.get()).contains("lanescope_outpu"));
  output.reset();
  folder.write("go", "");
  struct stat status {};
  CHECK(becomes_true([&] {
    return ::fstat(file.get(), &status) == 0 && status.st_size == 64 << 20 &&
           status.st_blocks * 512 <= 1 << 20;
  }));
  folder.write("end", "");
  CHECK(becomes_true([&] { return command.value().end().has_value(); }));
  CHECK(command.value().end()->exit_code == 7);
  CHECK(becomes_true([&] { return holders_of(file.get()).empty(); }));
}

TEST_CASE("a command that can not be started is known before it is tried") {
  const TempFolder folder;
  write_below(folder, "script", "echo");
  CHECK_FALSE(check_command("sh", ""));
  CHECK_FALSE(check_command("/bin/sh", folder.path()));
  CHECK(check_command("no-such-command-here", "")->kind == Error::Kind::NotFound);
  CHECK(check_command("/no/such/command", "")->kind == Error::Kind::NotFound);
  CHECK(check_command("./none", folder.path())->kind == Error::Kind::NotFound);
  CHECK(check_command(folder.path(), "")->message == "is a folder; name a program in it");
  CHECK(check_command("./script", folder.path())->message.find("is not executable") == 0);
  CHECK(check_command("sh", folder.path() + "/none")->message.find("working folder") !=
        std::string::npos);
}
