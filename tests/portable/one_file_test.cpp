// The program as one file: what it needs of a system, and that it does what the native one does.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"
#include "tests/file_text.h"
#include "tests/paths.h"
#include "tests/program_output.h"
#include "tests/skip.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr int kNewestGlibc = 28;  // 2.28: of 2018

/// The program, copied to a folder of its own, with a home of its own.
class OneFile {
 public:
  OneFile() {
    const char* named = std::getenv("LANESCOPE_PORTABLE_PROGRAM");
    const std::string built =
        named != nullptr ? named : source_folder() + "/build/portable/lanescope";
    if (!fs::exists(built)) skip_case("the portable program is not built (preset portable)");
    program_ = folder_.path() + "/lanescope-copy";
    fs::copy_file(built, program_);
    fs::create_directory(home());
  }

  [[nodiscard]] const std::string& program() const { return program_; }
  [[nodiscard]] std::string home() const { return folder_.path() + "/home"; }
  [[nodiscard]] const TempFolder& folder() const { return folder_; }

  [[nodiscard]] PrintedOutput run(const std::string& arguments) const {
    return program_output("env",
                          "-u XDG_CACHE_HOME HOME=" + home() + " " + program_ + " " + arguments,
                          folder_.path(), 1);
  }

  /// Where its own files lie once it has needed them; empty before.
  [[nodiscard]] std::string unpacked() const {
    const fs::path cache = home() + "/.cache/lanescope";
    if (!fs::exists(cache)) return {};
    return fs::directory_iterator(cache)->path().string();
  }

 private:
  TempFolder folder_;
  std::string program_;
};

std::string example() {
  return source_folder() + "/assets/examples/transformer-cpu.json.gz";
}

/// Each word of `text` that begins with `start`, without it.
std::vector<std::string> after_each(const std::string& text, const std::string& start) {
  std::vector<std::string> words;
  for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at + 1)) {
    const std::size_t begin = at + start.size();
    words.push_back(text.substr(begin, text.find_first_of(" \n)]", begin) - begin));
  }
  return words;
}

std::string described(const std::string& elf) {
  const auto printed = program_output("readelf", "-W -d -V " + elf, "/", 1);
  if (printed.code != 0) skip_case("readelf is not installed");
  return printed.text;
}

void check_needs(const std::string& elf) {
  CAPTURE(elf);
  const std::string text = described(elf);
  static const std::vector<std::string> kOfGlibc{"libc.so.6",
                                                 "libm.so.6",
                                                 "libpthread.so.0",
                                                 "libdl.so.2",
                                                 "librt.so.1",
                                                 "ld-linux-x86-64.so.2",
                                                 "ld-linux-aarch64.so.1"};
  for (const std::string& library : after_each(text, "Shared library: [")) {
    CAPTURE(library);
    CHECK(std::ranges::find(kOfGlibc, library) != kOfGlibc.end());
  }
  const auto versions = after_each(text, "Name: GLIBC_2.");
  CHECK_FALSE(versions.empty());
  for (const std::string& version : versions) {
    CAPTURE(version);
    CHECK(std::atoi(version.c_str()) <= kNewestGlibc);
  }
}

std::string same_report(const OneFile& one, const std::string& arguments) {
  const auto native = program_output(LANESCOPE_PROGRAM, arguments, source_folder(), 1);
  const auto portable = one.run(arguments);
  CHECK(native.code == 0);
  CHECK(portable.code == 0);
  CHECK((portable.text == native.text));
  return portable.text;
}

TEST_CASE("the one file needs nothing but a glibc of 2018") {
  const OneFile one;
  check_needs(one.program());
}

TEST_CASE("memory is copied and compared by glibc's functions, which know the processor") {
  const OneFile one;
  const auto printed = program_output("readelf", "-W --dyn-syms " + one.program(), "/", 1);
  if (printed.code != 0) skip_case("readelf is not installed");
  for (const char* function : {"memcpy", "memmove", "memset", "memcmp", "strlen"}) {
    CAPTURE(function);
    CHECK(printed.text.find(std::string(" UND ") + function + "@GLIBC") != std::string::npos);
  }
}

TEST_CASE("what is loaded into recorded programs needs nothing newer either") {
  const OneFile one;
  REQUIRE(one.run("record -o out.lanes -- true").code == 0);
  check_needs(one.unpacked() + "/liblanescope_inject.so");
  check_needs(one.unpacked() + "/lanescope_output_keeper");
}

TEST_CASE("the one file prints the same as the native program, and writes nothing for it") {
  const OneFile one;
  CHECK(same_report(one, "report " + example()).size() > 1000);
  same_report(one, "report --json " + example());
  same_report(one, "info " + example());
  same_report(one, "search " + example() + " aten::mm");
  CHECK(one.unpacked().empty());
}

TEST_CASE("the one file draws a picture from any folder") {
  const OneFile one;
  const auto drawn = one.run("screenshot " + example() + " -o picture.png");
  CHECK(drawn.text == "");
  REQUIRE(drawn.code == 0);
  CHECK(fs::file_size(one.folder().path() + "/picture.png") > 20'000);
}

TEST_CASE("files that were lost from the cache are unpacked again") {
  const OneFile one;
  REQUIRE(one.run("screenshot " + example() + " -o first.png").code == 0);
  fs::remove_all(one.unpacked() + "/fonts");
  fs::resize_file(one.unpacked() + "/examples/training-step-h200.json.gz", 10);
  REQUIRE(one.run("screenshot " + example() + " -o again.png").code == 0);
  CHECK((file_text(one.folder().path() + "/first.png") ==
         file_text(one.folder().path() + "/again.png")));
  CHECK(one.run("info " + one.unpacked() + "/examples/training-step-h200.json.gz").code == 0);
}

TEST_CASE("without a home it still finds its fonts") {
  const OneFile one;
  REQUIRE(one.run("screenshot " + example() + " -o first.png").code == 0);
  const auto homeless = program_output(
      "env",
      "-u HOME -u XDG_CACHE_HOME " + one.program() + " screenshot " + example() + " -o again.png",
      one.folder().path(), 1);
  REQUIRE(homeless.code == 0);
  CHECK((file_text(one.folder().path() + "/first.png") ==
         file_text(one.folder().path() + "/again.png")));
}

TEST_CASE("a cache that others can write to is not used") {
  const OneFile one;
  REQUIRE(one.run("screenshot " + example() + " -o first.png").code == 0);
  fs::permissions(one.unpacked(), fs::perms::others_write, fs::perm_options::add);
  fs::remove_all(one.unpacked() + "/fonts");
  REQUIRE(one.run("screenshot " + example() + " -o again.png").code == 0);
  CHECK_FALSE(fs::exists(one.unpacked() + "/fonts"));
}

}  // namespace
}  // namespace lanescope
