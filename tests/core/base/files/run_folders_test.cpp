// The subfolders of a run, and what of it is lost.
#include "core/base/files/run_folders.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

using namespace lanescope;

namespace {

namespace fs = std::filesystem;

bool has_trace(const std::string& folder) {
  std::error_code unknown;
  return fs::exists(fs::path(folder) / "trace", unknown);
}

/// Root may list everything; somebody else not.
class SomebodyElse {
 public:
  SomebodyElse() : is_one_(::geteuid() != 0 || ::seteuid(65534) == 0) {}
  ~SomebodyElse() {
    if (::getuid() == 0) CHECK(::seteuid(0) == 0);
  }
  SomebodyElse(const SomebodyElse&) = delete;
  SomebodyElse& operator=(const SomebodyElse&) = delete;

  [[nodiscard]] bool is_one() const { return is_one_; }

 private:
  bool is_one_;
};

/// A run of hosts that have a trace each.
class MadeRun {
 public:
  void add_host(const std::string& name) {
    fs::create_directories(at(name));
    add_file(name + "/trace");
  }
  void add_file(const std::string& name) { folder_.write(name, ""); }
  void add_broken_link(const std::string& name) { fs::create_symlink("gone", at(name)); }

  void allow(const std::string& name, fs::perms rights) { fs::permissions(at(name), rights); }

  [[nodiscard]] std::string at(const std::string& name) const {
    return folder_.path() + "/" + name;
  }
  /// "host0", below the run.
  [[nodiscard]] std::vector<std::string> found() const {
    std::vector<std::string> out;
    for (const std::string& one : find_run_folders(folder_.path(), has_trace).folders)
      out.push_back(below(one));
    return out;
  }
  /// "host1: is a broken link".
  [[nodiscard]] std::vector<std::string> lost() const {
    std::vector<std::string> out;
    for (const auto& [path, why] : find_run_folders(folder_.path(), has_trace).lost)
      out.push_back(below(path) + ": " + why);
    return out;
  }

 private:
  [[nodiscard]] std::string below(const std::string& path) const {
    return path.substr(folder_.path().size() + 1);
  }

  TempFolder folder_;
};

using FoundPaths = std::vector<std::string>;

}  // namespace

TEST_CASE("a run is the folders of hosts, or of workers in them, that have traces") {
  MadeRun run;
  run.add_host("host1");
  run.add_host("host0/worker0");
  run.add_host(".cache");
  fs::create_directory(run.at("logs"));
  CHECK(run.found() == FoundPaths{"host0/worker0", "host1"});
  CHECK(run.lost().empty());
}

TEST_CASE("a link to nothing beside hosts is lost, and one of something else is not") {
  MadeRun run;
  run.add_host("host0");
  run.add_host("host2/worker0");
  run.add_broken_link("host1");
  fs::create_directories(run.at("host3"));
  run.add_broken_link("host3/worker0");  // the only one of its host
  run.add_broken_link("host0/previous");
  fs::create_directory(run.at("checkpoints"));
  run.add_broken_link("checkpoints/latest");
  run.add_broken_link(".hidden");
  CHECK(run.lost() == FoundPaths{"host1: is a broken link", "host3/worker0: is a broken link"});
}

TEST_CASE("a file in place of a host's folder is lost, and other files are not") {
  MadeRun run;
  run.add_host("host00");
  for (const char* name : {"host01", "host", "host01.log", "README.md", "2"}) run.add_file(name);
  CHECK(run.lost() == FoundPaths{"host01: is a file, where the others have a folder"});
}

TEST_CASE("a link to itself is lost with what the system says of it") {
  MadeRun run;
  run.add_host("host0");
  fs::create_symlink("host1", run.at("host1"));
  REQUIRE(run.lost().size() == 1);
  CHECK(run.lost().front().starts_with("host1: cannot be read: "));
}

TEST_CASE("where nothing has traces, a link to nothing is named all the same") {
  MadeRun run;
  run.add_broken_link("host0");
  CHECK(run.lost() == FoundPaths{"host0: is a broken link"});
}

TEST_CASE("of a run with its own traces nothing else is looked at") {
  MadeRun run;
  run.add_file("trace");
  run.add_broken_link("host0");
  CHECK(run.lost().empty());
}

TEST_CASE("a folder that may not be listed is lost, of hosts and of workers") {
  MadeRun run;
  run.add_host("host0/worker0");
  run.add_host("host0/worker1");
  run.add_host("host1");
  run.allow("", fs::perms(0755));
  run.allow("host1", fs::perms::none);
  run.allow("host0/worker1", fs::perms(0444));  // its names, but nothing else of it
  {
    const SomebodyElse somebody;
    REQUIRE(somebody.is_one());
    CHECK(run.found() == FoundPaths{"host0/worker0"});
    CHECK(run.lost() == FoundPaths{"host0/worker1: permission denied; you need read access",
                                   "host1: permission denied; you need read access"});
  }
  run.allow("host1", fs::perms(0755));
  run.allow("host0/worker1", fs::perms(0755));
}

TEST_CASE("a run of too many folders says so once") {
  MadeRun run;
  for (int host = 0; host < 4098; ++host) run.add_host("host" + std::to_string(10000 + host));
  CHECK(run.found().size() == 4096);
  CHECK(run.lost() == FoundPaths{"host14096: is left out, as are more: too many"});
}

TEST_CASE("the folder of files is the one that all of them lie in or below") {
  CHECK(folder_of_files({}).empty());
  CHECK(folder_of_files({"a.rank"}).empty());
  CHECK(folder_of_files({"/run/a.rank", "/run/b.rank"}) == "/run");
  CHECK(folder_of_files({"/run/host0/a.rank", "/run/host1/w0/a.rank"}) == "/run");
  CHECK(folder_of_files({"/run/host0/a.rank", "/run/b.rank"}) == "/run");
  CHECK(folder_of_files({"/runs/host/a.rank", "/run/host/a.rank"}) == "/");
  CHECK(folder_of_files({"run/host0/a.rank", "run/host1/a.rank"}) == "run");
}
