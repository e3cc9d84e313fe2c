// Who may read a recording.
#include <string>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "capture/host/files/spool.h"
#include "tests/capture/capture_chunks.h"
#include "tests/capture/test_spool.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;
using wire::ChunkKind;

TEST_CASE("a recording is its user's alone, unless it is to be shared") {
  const TempFolder folder;
  const mode_t before = ::umask(022);
  const auto rights = [&](const std::string& name, bool shared) {
    const auto spool = open_spool(folder.path() + "/" + name, {1, 0}, {.shared = shared});
    spool->begin(1);
    spool->append_text(ChunkKind::Process, 0, "pid=7\n");
    std::vector<mode_t> found;
    for (const std::string ending : {"", ".part000001"}) {
      struct stat facts {};
      REQUIRE(::stat((spool->path() + ending).c_str(), &facts) == 0);
      found.push_back(facts.st_mode & 0777);
    }
    spool->end("ended");
    return found;
  };
  CHECK(rights("own.lanes", false) == std::vector<mode_t>{0600, 0600});
  CHECK(rights("shared.lanes", true) == std::vector<mode_t>{0644, 0644});
  ::umask(before);
}

TEST_CASE("a recording has its own rights, also where it takes the place of a file") {
  const TempFolder folder;
  const mode_t before = ::umask(022);
  const auto rights_over = [&](const std::string& old_text, mode_t old, bool shared) {
    const std::string path = folder.write("run.lanes", old_text);
    REQUIRE(::chmod(path.c_str(), old) == 0);
    write_capture(path, {.there = FileThere::Replace, .shared = shared});
    struct stat facts {};
    REQUIRE(::stat(path.c_str(), &facts) == 0);
    return facts.st_mode & 0777;
  };
  write_capture(folder.path() + "/old.lanes");
  const std::string recording = content_of_file(folder.path() + "/old.lanes");
  for (const std::string& old_text : {recording, std::string()}) {
    CHECK(rights_over(old_text, 0644, false) == 0600);
    CHECK(rights_over(old_text, 0600, true) == 0644);
    ::umask(027);
    CHECK(rights_over(old_text, 0600, true) == 0640);
    ::umask(022);
  }
  ::umask(before);
}

TEST_CASE("a recording that is not replaced keeps its rights") {
  const TempFolder folder;
  const std::string path = folder.path() + "/run.lanes";
  write_capture(path);
  { const auto spool = open_spool(path, {}, {.there = FileThere::Replace, .shared = true}); }
  struct stat facts {};
  REQUIRE(::stat(path.c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0600);
}

TEST_CASE("what belongs to another user does not become a recording, which they could read") {
  const TempFolder folder;
  if (::geteuid() != 0) skip_case("only root can become somebody else");
  const std::string path = folder.write("run.lanes", "");
  REQUIRE(::chmod(path.c_str(), 0666) == 0);
  REQUIRE(::chmod(folder.path().c_str(), 0777) == 0);
  REQUIRE(::seteuid(54'321) == 0);
  const auto refused = Spool::open(path, {});
  const auto replaced = Spool::open(path, {}, {.there = FileThere::Replace});
  REQUIRE(::seteuid(0) == 0);
  REQUIRE_FALSE(refused.ok());
  REQUIRE_FALSE(replaced.ok());
  CHECK(replaced.error().message ==
        "already exists and belongs to another user; choose another name");
}
