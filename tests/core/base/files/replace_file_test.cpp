#include "core/base/files/replace_file.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

namespace lanescope {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::size_t files_in(const std::string& folder) {
  const std::filesystem::directory_iterator all(folder);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// Files can not grow past some bytes while it lives, as on a disk that is full.
class NoRoom {
 public:
  explicit NoRoom(rlim_t bytes) : usual_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit less{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &less);
  }
  ~NoRoom() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, usual_);
  }
  NoRoom(const NoRoom&) = delete;
  NoRoom& operator=(const NoRoom&) = delete;

 private:
  void (*usual_)(int);
  rlimit old_{};
};

TEST_CASE("a file is made, and replaced as a whole") {
  const TempFolder folder;
  const std::string path = folder.path() + "/table.csv";
  CHECK_FALSE(replace_file(path, "a long first text").has_value());
  CHECK_FALSE(replace_file(path, "short").has_value());
  CHECK(text_of(path) == "short");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("a write that fails half way leaves the old file whole and nothing beside it") {
  const TempFolder folder;
  const std::string path = folder.write("table.csv", "old");
  {
    const NoRoom no_room(1000);
    const auto failed = replace_file(path, std::string(5000, 'x'));
    REQUIRE(failed.has_value());
    CHECK_FALSE(failed->message.empty());
  }
  CHECK(text_of(path) == "old");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("a link stays a link and a file keeps its rights") {
  const TempFolder folder;
  const std::string path = folder.write("real.csv", "old");
  namespace fs = std::filesystem;
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(path, folder.path() + "/link.csv");
  CHECK_FALSE(replace_file(folder.path() + "/link.csv", "new").has_value());
  CHECK(fs::is_symlink(folder.path() + "/link.csv"));
  CHECK(text_of(path) == "new");
  CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

mode_t mode_of(const std::string& path) {
  struct stat file {};
  return ::stat(path.c_str(), &file) == 0 ? file.st_mode & 0777 : 0;
}

/// The umask while it lives.
class Umask {
 public:
  explicit Umask(mode_t mask) : usual_(::umask(mask)) {}
  ~Umask() { ::umask(usual_); }
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;

 private:
  mode_t usual_;
};

TEST_CASE("a new file has the rights that the umask leaves, a replaced one those it had") {
  const TempFolder folder;
  const std::string fresh = folder.path() + "/fresh.csv", shared = folder.path() + "/shared.csv";
  {
    const Umask open(022);
    CHECK_FALSE(replace_file(shared, "old").has_value());
    CHECK(mode_of(shared) == 0644);
    REQUIRE(::chmod(shared.c_str(), 0664) == 0);
  }
  const Umask strict(077);
  CHECK_FALSE(replace_file(fresh, "new").has_value());
  CHECK(mode_of(fresh) == 0600);
  CHECK_FALSE(replace_file(shared, "new").has_value());
  CHECK(mode_of(shared) == 0664);
}

TEST_CASE("what is made of a file that only its owner may read is no more open than it") {
  const TempFolder folder;
  const std::string source = folder.write("run.lanes", "private");
  const std::string fresh = folder.path() + "/copy.lanes", old = folder.write("old.json", "old");
  const Umask open(022);
  const auto made_of = [&](mode_t rights, const std::string& path) {
    REQUIRE(::chmod(source.c_str(), rights) == 0);
    CHECK_FALSE(replace_file(path, "new", rights_of_source(source)).has_value());
    return mode_of(path);
  };
  REQUIRE(::chmod(old.c_str(), 0664) == 0);
  CHECK(made_of(0600, fresh) == 0600);
  CHECK(made_of(0640, old) == 0640);
  CHECK(made_of(0600, old) == 0600);
  ::unlink(fresh.c_str());
  CHECK(made_of(0444, fresh) == 0644);
  CHECK(rights_of_source(folder.path() + "/gone") == 0600);
}

TEST_CASE("a file of somebody else stays theirs") {
  const TempFolder folder;
  const std::string path = folder.write("theirs.csv", "old");
  if (::geteuid() != 0) skip_case("only root can give files away");
  REQUIRE(::chown(path.c_str(), 12'345, 23'456) == 0);
  REQUIRE(::chmod(path.c_str(), 0640) == 0);
  CHECK_FALSE(replace_file(path, "new").has_value());
  struct stat file {};
  REQUIRE(::stat(path.c_str(), &file) == 0);
  CHECK(file.st_uid == 12'345);
  CHECK(file.st_gid == 23'456);
  CHECK((file.st_mode & 0777) == 0640);
  CHECK(text_of(path) == "new");
}

TEST_CASE("where a file's group cannot be kept, ours gets no more than everybody had") {
  const TempFolder folder;
  const std::string path = folder.write("theirs.csv", "old");
  if (::geteuid() != 0) skip_case("only root can become somebody else");
  REQUIRE(::chown(path.c_str(), 12'345, 23'456) == 0);
  REQUIRE(::chmod(path.c_str(), 0664) == 0);
  REQUIRE(::chmod(folder.path().c_str(), 0777) == 0);
  REQUIRE(::seteuid(54'321) == 0);
  const auto failed = replace_file(path, "new");
  REQUIRE(::seteuid(0) == 0);
  CHECK_FALSE(failed.has_value());
  CHECK(mode_of(path) == 0644);
}

TEST_CASE("what is no file is not replaced, and a folder that is not there is no place") {
  const TempFolder folder;
  CHECK(replace_file(folder.path(), "text").has_value());
  CHECK(replace_file("/dev/null", "text").has_value());
  CHECK(replace_file(folder.path() + "/nowhere/table.csv", "text").has_value());
}

}  // namespace
TEST_CASE("a file in a folder that is not there is refused with what to do") {
  const TempFolder folder;
  const auto failed = replace_file(folder.path() + "/none/trace.json", "text");
  REQUIRE(failed);
  CHECK(failed->message == "No such file or directory; create its folder first");
}

}  // namespace lanescope
