// Files that are no files, limits of memory and of disk, and an end in the middle of saving: one
// line on stderr and exit code 3, or the work is done. Never a signal, never half a file.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

namespace fs = std::filesystem;
using lanescope::TempFolder;

namespace {

constexpr int kUnusable = 3;
/// Where the limit does not even let the system load the program.
constexpr int kNotStarted = 127;

std::string example() {
  return lanescope::source_folder() + "/assets/examples/transformer-cpu.json.gz";
}

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

struct Ended {
  int code = -1;  // -1: by a signal
  std::string errors;

  [[nodiscard]] std::size_t error_lines() const {
    return static_cast<std::size_t>(std::ranges::count(errors, '\n'));
  }
};

/// Runs a line of bash in the folder, in which $L is the program; stdout is thrown away.
Ended run(const TempFolder& folder, const std::string& line) {
  const TempFolder own;
  const std::string errors = own.path() + "/errors";
  // What the line limits does not hold for whoever keeps its errors.
  const std::string script = own.write(
      "script", fmt::format("cd '{}'; L='{}'; unset DISPLAY WAYLAND_DISPLAY\n"
                            "{{ {}\n}} 2>&1 >/dev/null | cat > '{}'\nexit ${{PIPESTATUS[0]}}\n",
                            folder.path(), LANESCOPE_PROGRAM, line, errors));
  const int status = std::system(("bash '" + script + "'").c_str());
  Ended ended;
  // What the shell ended by a signal has 128 and more.
  if (WIFEXITED(status) && WEXITSTATUS(status) < 128) ended.code = WEXITSTATUS(status);
  ended.errors = text_of(errors);
  return ended;
}

void check_refused(const Ended& ended) {
  CAPTURE(ended.errors);
  CHECK(ended.code == kUnusable);
  CHECK(ended.error_lines() == 1);
  CHECK(ended.errors.starts_with("lanescope: "));
}

std::size_t files_in(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

}  // namespace

TEST_CASE("what is no trace and no file is refused in one line") {
  const TempFolder folder;
  folder.write("empty.json", "");
  fs::create_directory(folder.path() + "/folder.json");
  fs::resize_file(folder.write("sparse.json", "x"), std::uintmax_t{6} << 30U);
  folder.write("zeros.json", std::string(5000, '\0'));
  for (const char* const name : {"empty.json", "folder.json", "sparse.json", "zeros.json",
                                 "nowhere.json", "/dev/zero", "/dev/full", "/proc/self/mem"}) {
    for (const char* const verb : {"info", "report", "search", "convert", "screenshot"}) {
      CAPTURE(name);
      CAPTURE(verb);
      const std::string more = std::string(verb) == "search"       ? " x"
                               : std::string(verb) == "convert"    ? " -o out.json"
                               : std::string(verb) == "screenshot" ? " -o out.png"
                                                                   : "";
      check_refused(run(folder, fmt::format("timeout 60 $L {} {}{}", verb, name, more)));
    }
  }
  CHECK_FALSE(fs::exists(folder.path() + "/out.json"));
  CHECK_FALSE(fs::exists(folder.path() + "/out.png"));
}

TEST_CASE("a pipe is read to its end, and one that nobody fills is refused") {
  const TempFolder folder;
  CHECK(run(folder, "$L info <(gzip -dc '" + example() + "')").code == 0);
  check_refused(run(folder, "mkfifo pipe; (sleep 0.1; : > pipe) & timeout 60 $L info pipe"));
}

TEST_CASE("with less memory than it takes there is an error, no crash") {
  const TempFolder folder;
  for (const int mib : {45, 60, 75, 90, 120, 200, 400}) {
    for (const char* const work : {"info", "report", "convert -o out.json"}) {
      CAPTURE(mib);
      CAPTURE(work);
      const Ended ended = run(
          folder, fmt::format("ulimit -v {}; timeout 100 $L {} '{}'", mib * 1024, work, example()));
      CAPTURE(ended.errors);
      if (ended.code == 0 || ended.code == kNotStarted) continue;
      check_refused(ended);
    }
  }
}

TEST_CASE("a disk that is full leaves what was there, and nothing else") {
  const TempFolder folder;
  folder.write("out.json", "before");
  for (const int blocks : {0, 1, 64, 1000}) {
    CAPTURE(blocks);
    // A limit on the size of files fails as a full disk does.
    check_refused(
        run(folder, fmt::format("ulimit -f {}; $L convert '{}' -o out.json", blocks, example())));
    CHECK(text_of(folder.path() + "/out.json") == "before");
    CHECK(files_in(folder.path()) == 1);
  }
}

TEST_CASE("whoever is killed while saving leaves the old file whole") {
  const TempFolder folder;
  folder.write("out.json", "before");
  for (const char* const after_s : {"0.02", "0.1", "0.2", "0.3"}) {
    CAPTURE(after_s);
    (void)run(folder,
              fmt::format("timeout -s KILL {} $L convert '{}' -o out.json", after_s, example()));
    const std::string now = text_of(folder.path() + "/out.json");
    CHECK((now == "before" || now.ends_with("}\n")));
  }
}

TEST_CASE("Ctrl-C while saving leaves nothing") {
  const TempFolder folder;
  const Ended ended =
      run(folder, fmt::format("timeout -s INT 0.25 $L convert '{}' -o out.json", example()));
  CAPTURE(ended.errors);
  const bool was_done = fs::exists(folder.path() + "/out.json");
  CHECK(files_in(folder.path()) == (was_done ? 1 : 0));
}

TEST_CASE("settings and notes that make no sense are told or passed over, never obeyed or lost") {
  const TempFolder folder;
  fs::create_directories(folder.path() + "/config/lanescope");
  const std::string settings = folder.write("config/lanescope/settings.json", "{\"zoom\": 1e999,");
  const std::string trace = folder.path() + "/trace.json.gz";
  fs::copy_file(example(), trace);
  const std::string notes = folder.write("trace.json.gz.lanescope.json", "{ this is no JSON");
  const Ended ended =
      run(folder, "XDG_CONFIG_HOME=$PWD/config $L screenshot trace.json.gz -o a.png");
  CAPTURE(ended.errors);
  CHECK(ended.code == 0);
  CHECK(fs::file_size(folder.path() + "/a.png") > 10'000);
  CHECK(text_of(notes) == "{ this is no JSON");
  CHECK(text_of(settings) == "{\"zoom\": 1e999,");
}
