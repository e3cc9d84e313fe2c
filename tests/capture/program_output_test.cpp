#include "capture/host/program_output.h"

#include <poll.h>
#include <string>

#include <doctest/doctest.h>

#include "capture/host/launcher.h"
#include "tests/capture/pythons.h"

using namespace lanescope;

namespace {

/// Runs it to its end.
void run(const ProgramOutput& output, const std::string& script) {
  LaunchOrder order{{"sh", "-c", script}};
  order.output = output.descriptor();
  auto command = LaunchedCommand::start(order);
  REQUIRE(command.ok());
  pollfd ended{command.value().descriptor(), POLLIN, 0};
  ::poll(&ended, 1, 20'000);
  REQUIRE(command.value().end());
}

ProgramOutput open_output() {
  auto output = ProgramOutput::open();
  REQUIRE(output.ok());
  return std::move(output).value();
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
  run(output, "echo on");  // behind what was given back to the system
  CHECK(output.take().bytes == "on\n");
}

TEST_CASE("a program that cuts its output off loses what was read only") {
  ProgramOutput output = open_output();
  run(output, "echo one");
  CHECK(output.take().bytes == "one\n");
  run(output, "echo a > /dev/stderr");
  CHECK(output.take().bytes == "a\n");
}

TEST_CASE("a command that can not be started is known before it is tried") {
  const TempFolder folder;
  write_below(folder, "script", "echo");
  CHECK_FALSE(check_command("sh", ""));
  CHECK_FALSE(check_command("/bin/sh", folder.path()));
  CHECK(check_command("no-such-command-here", "")->kind == Error::Kind::NotFound);
  CHECK(check_command("/no/such/command", "")->kind == Error::Kind::NotFound);
  CHECK(check_command("./none", folder.path())->kind == Error::Kind::NotFound);
  CHECK(check_command(folder.path(), "")->message == "is a folder, name a program in it");
  CHECK(check_command("./script", folder.path())->message.find("may not be run") == 0);
  CHECK(check_command("sh", folder.path() + "/none")->message.find("working folder") !=
        std::string::npos);
}
