// A recording on a disk that fills up, whose recorder is killed, whose file is taken away: the
// program that is recorded ends as it would without, and what was written can be opened.
#include <filesystem>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/mount.h>

#include "tests/faults/program_run.h"
#include "tests/paths.h"
#include "tests/skip.h"

namespace fs = std::filesystem;

namespace lanescope {
namespace {

/// A disk of 256 KiB at `folder`/disk; where none can be mounted the case is skipped.
class SmallDisk {
 public:
  explicit SmallDisk(const TempFolder& folder) : place_(folder.path() + "/disk") {
    fs::create_directory(place_);
    if (::mount("none", place_.c_str(), "tmpfs", 0, "size=256k") != 0)
      skip_case("only root can mount a small disk");
  }
  ~SmallDisk() { ::umount2(place_.c_str(), MNT_DETACH); }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  std::string place_;
};

/// A word of bash that is true once the file has that many bytes.
std::string has_bytes(const std::string& file, int bytes) {
  return fmt::format("[ $(stat -c %s {} 2>/dev/null || echo 0) -ge {} ]", file, bytes);
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a recording whose disk fills up says so, and what fitted can be opened") {
  const TempFolder folder;
  const SmallDisk disk(folder);
  // 24 bytes a record: 72 kB fit, 4.8 MB do not.
  folder.write("program", "$TARGET hello write=3000 bye; until " +
                              has_bytes("disk/a.lanes", 70'000) +
                              "; do sleep 0.01; done; $TARGET hello write=200000 bye; exit 7");
  const Ended ended =
      run(folder, "export TARGET; timeout 60 $L record -o disk/a.lanes -- bash program");
  CAPTURE(ended.errors);
  CHECK(ended.code == 7);
  CHECK(contains(ended.errors, "the recording can no longer be written"));
  CHECK(contains(ended.errors, "could not be written to the file"));
  CHECK(run(folder, "$L info disk/a.lanes > out").code == 0);
  const std::string info = text_of(folder.path() + "/out");
  CHECK(contains(info, "user_annotation"));
  CHECK(contains(info, "capture_problem"));
  CHECK(contains(info, "records_not_written"));
  CHECK(contains(info, "truncated"));
}

TEST_CASE("a recording of which nothing found room says that there is none, with an exit code") {
  const TempFolder folder;
  const SmallDisk disk(folder);
  run(folder, "cat /dev/zero > disk/filler");
  for (const int program_code : {0, 7}) {
    CAPTURE(program_code);
    folder.write("program", fmt::format("$TARGET hello write=3000 bye; exit {}", program_code));
    const Ended ended =
        run(folder, "export TARGET; timeout 60 $L record -o disk/a.lanes -- bash program");
    CAPTURE(ended.errors);
    CHECK(ended.code == (program_code == 0 ? kUnusable : program_code));
    CHECK(contains(ended.errors, "disk/a.lanes: no recording: none of the 3,"));
    CHECK_FALSE(contains(ended.errors, "open it with"));
    CHECK_FALSE(fs::exists(folder.path() + "/disk/a.lanes"));
  }
}

TEST_CASE("of the last stretch of a recording whose disk fills up what was written is read") {
  const TempFolder folder;
  const SmallDisk disk(folder);
  folder.write("program",
               "$TARGET hello now write=3000 bye; $TARGET hello now write=200000 bye; exit 7");
  const Ended ended =
      run(folder,
          "export TARGET; timeout 60 $L record --keep-last 60s -o disk/a.lanes -- bash program");
  CAPTURE(ended.errors);
  CHECK(ended.code == 7);
  CHECK(contains(ended.errors, "could not be written to the file"));
  CHECK(run(folder, "$L info --json disk/a.lanes > out").code == 0);
  const std::string info = text_of(folder.path() + "/out");
  CHECK(contains(info, "\"complete\": false"));
  CHECK(contains(info, "records_not_written"));
  const std::size_t kept = info.find("\"kept\": ");
  REQUIRE(kept != std::string::npos);
  CHECK(std::stoi(info.substr(kept + 8)) >= 3000);
}

TEST_CASE("the last stretch is as long as was asked for when somebody sets the clock meanwhile") {
  if (kHasShadow) skip_case("the sanitizer must be the first library of a program");
  for (const int set_ms : {0, -3'600'000}) {
    CAPTURE(set_ms);
    const TempFolder folder;
    const Ended ended = run(
        folder,
        fmt::format("export TARGET; LD_PRELOAD={}/tests/capture/fake/libfake_clock.so "
                    "FAKE_CLOCK=500,{} timeout 60 $L record --sample off --keep-last 1s -o a.lanes "
                    "-- env -u LD_PRELOAD $TARGET hello now write=1000 sleep=1200 "
                    "write=1000 sleep=1200 write=1000 sleep=1200 write=10 bye",
                    binary_folder(), set_ms));
    CAPTURE(ended.errors);
    CHECK(ended.code == 0);
    CHECK(run(folder, "$L info --json a.lanes > out").code == 0);
    const std::string info = text_of(folder.path() + "/out");
    const std::size_t kept = info.find("\"kept\": ");
    REQUIRE(kept != std::string::npos);
    CHECK(std::stoi(info.substr(kept + 8)) >= 1000);
    CHECK(std::stoi(info.substr(kept + 8)) < 2900);
  }
}

TEST_CASE("the help of a recording tells what Ctrl+C does, the first time and the second") {
  const TempFolder folder;
  REQUIRE(run(folder, "$L record --help > out").code == 0);
  const std::string help = text_of(folder.path() + "/out");
  CHECK(contains(help,
                 "Ctrl+C goes to the\ncommand; a second Ctrl+C kills it and everything it "
                 "started."));
}

TEST_CASE("a recorded program finds the streams that it would have had without") {
  for (const char* const closed : {">&-", "<&-", "2>&-", "<&- >&- 2>&-"}) {
    CAPTURE(closed);
    const TempFolder folder;
    // It speaks first: its connection would take the place of a stream that is closed.
    run(folder,
        fmt::format("timeout 60 $L record -o a.lanes -- $TARGET streams=with say=text hello "
                    "write=10 bye exit=7 {}; echo $? > with.code",
                    closed));
    run(folder,
        fmt::format("$TARGET streams=without say=text exit=7 {}; echo $? > without.code", closed));
    const auto text = [&](const char* name) { return text_of(folder.path() + "/" + name); };
    CHECK(text("with.code") == text("without.code"));
    CHECK(text("with") == text("without"));
    CHECK(contains(text("without"), "closed"));
    // Who can not speak ends before anything is recorded.
    CHECK(fs::exists(folder.path() + "/a.lanes") == (text("without.code") == "7\n"));
  }
}

TEST_CASE("pictures and traces for a full disk are refused and leave what was there") {
  const TempFolder folder;
  const SmallDisk disk(folder);
  run(folder,
      "echo before > disk/a.json; echo before > disk/a.svg; head -c 256k /dev/zero > disk/filler");
  for (const char* const work : {"convert '{}' -o disk/a.json", "screenshot '{}' -o disk/a.svg"}) {
    CAPTURE(work);
    check_refused(run(folder, "timeout 60 $L " + fmt::format(fmt::runtime(work), example())));
  }
  CHECK(text_of(folder.path() + "/disk/a.json") == "before\n");
  CHECK(text_of(folder.path() + "/disk/a.svg") == "before\n");
  CHECK_FALSE(contains(run(folder, "ls disk >&2").errors, ".tmp"));
}

TEST_CASE("what a recorder wrote before it was killed can be opened") {
  const TempFolder folder;
  run(folder,
      "$L record -o a.lanes -- $TARGET hello write=5000 sleep=1000 bye & p=$!\n"
      "for i in $(seq 500); do " +
          has_bytes("a.lanes", 100'000) + " && break; sleep 0.01; done; kill -9 $p; wait $p");
  CHECK(run(folder, "$L info a.lanes > out").code == 0);
  CHECK(contains(text_of(folder.path() + "/out"), "user_annotation 5,000"));
}

TEST_CASE("a recording that is removed while it is written is there again at its end") {
  const TempFolder folder;
  folder.write("program", "$TARGET hello write=1000 bye; until " + has_bytes("a.lanes", 20'000) +
                              "; do sleep 0.01; done; rm a.lanes; $TARGET hello write=1000 bye");
  const Ended ended = run(folder, "export TARGET; timeout 60 $L record -o a.lanes -- bash program");
  CAPTURE(ended.errors);
  CHECK(ended.code == 0);
  CHECK(contains(ended.errors, "was removed while it was written; it has been restored"));
  CHECK(run(folder, "$L info a.lanes > out").code == 0);
  CHECK(contains(text_of(folder.path() + "/out"), "user_annotation 2,000"));
}

TEST_CASE("a recording that another file took the place of does not claim to be there") {
  const TempFolder folder;
  folder.write("program", "$TARGET hello write=10 bye; echo mine > b; mv b a.lanes");
  const Ended ended = run(folder, "export TARGET; timeout 60 $L record -o a.lanes -- bash program");
  CAPTURE(ended.errors);
  CHECK(contains(ended.errors, "cannot be restored"));
  CHECK_FALSE(contains(ended.errors, "open it with"));
  CHECK(text_of(folder.path() + "/a.lanes") == "mine\n");
}

TEST_CASE("a recorder without descriptors to let anybody in says so, and the program runs") {
  const TempFolder folder;
  folder.write("program",
               "for i in 1 2 3 4 5 6; do $TARGET hello sleep=300 bye & done; wait; exit 7");
  bool reported = false;
  // What the program itself needs is not the same everywhere.
  for (int most = 16; most <= 28 && !reported; most += 2) {
    CAPTURE(most);
    const Ended ended = run(folder, fmt::format("export TARGET; ulimit -n {}; timeout 60 $L record "
                                                "--force -o a.lanes -- bash program",
                                                most));
    CAPTURE(ended.errors);
    reported = contains(ended.errors, "ulimit -n") && ended.code == 7;
  }
  CHECK(reported);
}

TEST_CASE("a program that can be given no memory to record into is let go at once") {
  const TempFolder folder;
  const Ended ended =
      run(folder, "ulimit -f 64; timeout 20 $L record -o a.lanes -- $TARGET hello write=10 bye");
  CAPTURE(ended.errors);
  CHECK(ended.code == 92);  // what the target gives when it is turned away
  CHECK(contains(ended.errors, "not enough memory for its records"));
}

}  // namespace lanescope
