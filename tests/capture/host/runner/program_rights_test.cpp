#include "capture/host/runner/program_rights.h"

#include <filesystem>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "capture/host/runner/launcher.h"
#include "tests/capture/host/runner/setuid_program.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;

TEST_CASE("a setuid program of another user is told from one of this user, and refused") {
  const TempFolder folder;
  const std::string program = setuid_program(folder);
  if (program.empty()) skip_case("no setuid program of another user can be made here");
  CHECK(other_user_of(program) == kOtherUser);
  const auto refused = check_command(program, "");
  REQUIRE(refused);
  CHECK(refused->kind == Error::Kind::Unreadable);
  CHECK(refused->message ==
        "is setuid: it would run with another user's rights, which cannot be recorded; record as "
        "that user, with `sudo -u '#65534' lanescope record …`");
  auto started = LaunchedCommand::start({{program}, {}, {}});
  REQUIRE_FALSE(started.ok());
  CHECK(started.error().message == refused->message);
  // Also by a path relative to its folder.
  CHECK(check_command("./program", folder.path())->message == refused->message);
  REQUIRE(::chown(program.c_str(), ::geteuid(), ::getegid()) == 0);
  REQUIRE(::chmod(program.c_str(), 04755) == 0);
  CHECK_FALSE(check_command(program, ""));
}

TEST_CASE("programs without that bit, scripts and files that are not there run as this user") {
  const TempFolder folder;
  CHECK(other_user_of("/bin/sh") == std::nullopt);
  CHECK(other_user_of(folder.path() + "/none") == std::nullopt);
  if (::geteuid() != 0) skip_case("only root can give a file to another user");
  const std::string script = folder.write("script", "#!/bin/sh\n");
  REQUIRE(::chown(script.c_str(), kOtherUser, kOtherUser) == 0);
  REQUIRE(::chmod(script.c_str(), 04755) == 0);
  CHECK(other_user_of(script) == std::nullopt);
}

TEST_CASE("what is to be done about a program of root names sudo alone") {
  CHECK(setuid_words(0).ends_with("with `sudo lanescope record …`"));
}
