// Files that are no files, limits of memory and of disk, and an end in the middle of saving: one
// line on stderr and exit code 3, or the work is done. Never a signal, never half a file.
#include <filesystem>
#include <iterator>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/fixtures/pickle_text.h"
#include "tests/faults/program_run.h"
#include "tests/skip.h"

namespace fs = std::filesystem;

namespace lanescope {
namespace {

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
  if (kHasShadow) skip_case("the sanitizer needs more address space than any limit gives");
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

TEST_CASE(
    "a memory snapshot that would become a thousand times its size is refused in little memory") {
  if (kHasShadow) skip_case("the sanitizer needs more address space than any limit gives");
  const TempFolder folder;
  // One history of 5000 entries, 5000 times: 60 KB that say what takes 8 GB to write out.
  const std::string entry = pickled::dict({{"action", pickled::text("alloc")},
                                           {"addr", pickled::integer(64)},
                                           {"size", pickled::integer(8)},
                                           {"stream", pickled::integer(0)},
                                           {"time_us", pickled::integer(30)},
                                           {"frames", pickled::list({})}});
  const auto often = [](const std::string& value, char number) {
    return "](" + pickled::remembered(value, number) + pickled::again(number, 5000) + "e";
  };
  folder.write("snapshot.pickle", pickled::file(pickled::dict({
                                      {"segments", pickled::list({})},
                                      {"device_traces", often(often(entry, 1), 2)},
                                  })));
  for (const char* const work : {"info", "report", "convert -o out.json"}) {
    CAPTURE(work);
    const Ended ended =
        run(folder, fmt::format("ulimit -v 400000; timeout 60 $L {} snapshot.pickle", work));
    check_refused(ended);
    CHECK(ended.errors.find("16 times its size") != std::string::npos);
    CHECK(ended.peak_bytes < 100'000'000);
  }
}

TEST_CASE("with less memory than a picture takes there is an error, no crash") {
  if (kHasShadow) skip_case("the sanitizer needs more address space than any limit gives");
  const TempFolder folder;
  // With somewhat more it is the driver's own memory that is missing, which it does not survive.
  for (const int mib : {90, 350, 500, 600}) {
    CAPTURE(mib);
    const Ended ended = run(
        folder,
        fmt::format("ulimit -v {}; timeout 60 $L screenshot '{}' -o a.png", mib * 1024, example()));
    CAPTURE(ended.errors);
    if (ended.code == 0 || ended.code == kNotStarted) continue;
    check_refused(ended);
    CHECK_FALSE(fs::exists(folder.path() + "/a.png"));
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

TEST_CASE("a file that unpacks to a thousand times its size takes little memory") {
  const TempFolder folder;
  run(folder,
      "(echo '{\"traceEvents\":['; head -c 600000000 /dev/zero | tr '\\0' ' '; echo ']}') | "
      "gzip -1 > bomb.json.gz");
  REQUIRE(fs::file_size(folder.path() + "/bomb.json.gz") < 4'000'000);
  const Ended ended = run(folder, "timeout 60 $L info bomb.json.gz");
  CHECK(ended.code == 0);
  CHECK(ended.peak_bytes > 10'000'000);
  CHECK(ended.peak_bytes < 400'000'000);
}

TEST_CASE("without OpenGL a picture is refused in one line") {
  const TempFolder folder;
  // The first for older libraries, the second for those that have their drivers inside.
  check_refused(run(folder,
                    "LIBGL_DRIVERS_PATH=/nonexistent __EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent "
                    "timeout 60 $L screenshot '" +
                        example() + "' -o a.png"));
  CHECK(files_in(folder.path()) == 0);
}

}  // namespace lanescope
