// lanescope.exe does what the native program does.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"
#include "tests/file_text.h"
#include "tests/paths.h"
#include "tests/screens/display.h"
#include "tests/screens/picture.h"
#include "tests/screens/program.h"
#include "tests/skip.h"
#include "tests/windows/wine.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string example() {
  return source_folder() + "/assets/examples/transformer-cpu.json.gz";
}

PrintedOutput native(const std::string& arguments, const std::string& folder) {
  return program_output(LANESCOPE_PROGRAM, arguments, folder, 1);
}

/// Returns what both print.
std::string check_same(const std::string& arguments, const std::string& folder, int code = 0) {
  CAPTURE(arguments);
  const auto windows = Wine::get().run(arguments, folder);
  const auto expected = native(arguments, folder);
  CHECK(expected.code == code);
  CHECK(windows.code == expected.code);
  CHECK((windows.text == expected.text));
  return windows.text;
}

/// Names of the files in a folder, in order.
std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& file : fs::directory_iterator(folder)) {
    if (file.is_regular_file()) names.push_back(file.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

TEST_CASE("reports are the same bytes") {
  const std::string traces = source_folder() + "/tests/traces";
  (void)Wine::get();
  CHECK(check_same("report " + example(), "/").size() > 1000);
  check_same("report --json " + example(), "/");
  check_same("report --markdown " + example(), "/");
  check_same("info --json " + example(), "/");
  check_same("search --json " + example() + " aten::mm", "/");
  check_same("event " + example() + " --find aten::mm", "/");
  check_same("compare --json training.json metadata_last.json", traces);
}

TEST_CASE("each trace, whole or broken, is told the same of, with the same exit code") {
  (void)Wine::get();
  const std::string traces = source_folder() + "/tests/traces";
  int failed = 0;
  for (const std::string& name : names_in(traces)) {
    CAPTURE(name);
    const auto windows = Wine::get().run("info " + name, traces);
    const auto expected = native("info " + name, traces);
    CHECK(windows.code == expected.code);
    CHECK((windows.text == expected.text));
    failed += windows.code != 0 ? 1 : 0;
  }
  CHECK(failed > 3);
}

TEST_CASE("wrong usage and files that are not there are answered the same") {
  (void)Wine::get();
  check_same("info nothing.json", "/", 3);
  check_same("info .", fs::temp_directory_path().string() + "/..", 3);
  check_same("info", "/", 2);
  check_same("report --only nonsense " + example(), "/", 2);
  check_same("convert " + example() + " -o no/such/folder.json", "/", 3);
}

TEST_CASE("there are no commands that record") {
  const auto help = Wine::get().run("--help", "/");
  CHECK(help.code == 0);
  CHECK(help.text.find("screenshot") != std::string::npos);
  CHECK(help.text.find("  record ") == std::string::npos);
  CHECK(help.text.find("  attach ") == std::string::npos);
  CHECK(Wine::get().run("record true", "/").code == 2);
}

TEST_CASE("files of any name and compression are read and written") {
  const Wine& wine = Wine::get();
  const TempFolder folder;
  const std::string inner = folder.path() + "/Größe 数据 x";
  fs::create_directory(inner);
  fs::copy_file(example(), inner + "/Läufe 測定.json.gz");
  check_same("info 'Größe 数据 x/Läufe 測定.json.gz'", folder.path());
  const std::string convert = "convert 'Größe 数据 x/Läufe 測定.json.gz' -o 'Größe 数据 x/";
  REQUIRE(native(convert + "native 数.json.gz'", folder.path()).code == 0);
  REQUIRE(native(convert + "native.json'", folder.path()).code == 0);
  for (int again = 0; again < 2; ++again) {
    CHECK(wine.run(convert + "windows 数.json.gz'", folder.path()).code == 0);
    CHECK(wine.run(convert + "windows.json'", folder.path()).code == 0);
  }
  CHECK((file_text(inner + "/windows 数.json.gz") == file_text(inner + "/native 数.json.gz")));
  CHECK((file_text(inner + "/windows.json") == file_text(inner + "/native.json")));
  CHECK(names_in(inner).size() == 5);  // nothing is left behind
  if (program_output("zstd", "-q windows.json", inner, 1).code != 0) return;
  check_same("info windows.json.zst", inner);
}

TEST_CASE("pipes are read to their end, and written until the reader has enough") {
  const Wine& wine = Wine::get();
  const TempFolder folder;
  const auto piped = program_output(
      "cat", example() + " | " + wine.command() + " report /dev/stdin", folder.path(), 1);
  CHECK((piped.text == native("report /dev/stdin < " + example(), folder.path()).text));
  const std::string report = wine.command() + " report " + example();
  const auto head = program_output(
      "sh", "-c '{ " + report + " 2>message; echo $? >code; } | head -n 1'", folder.path(), 1);
  CHECK(head.text.size() > 10);
  CHECK(file_text(folder.path() + "/code") == "0\n");
  CHECK(file_text(folder.path() + "/message").empty());
}

/// A trace behind `gap_bytes` that zstd skips and the disk does not store.
void write_behind_gap(const std::string& path, const std::string& compressed) {
  constexpr std::uint32_t kSkippable = 0x184D2A50, kGapBytes = 2200U << 20U;
  std::ofstream file(path, std::ios::binary);
  for (int gap = 0; gap < 2; ++gap) {
    for (const std::uint32_t word : {kSkippable, kGapBytes}) {
      const std::array<char, 4> bytes{
          static_cast<char>(word & 0xFFU), static_cast<char>(word >> 8U & 0xFFU),
          static_cast<char>(word >> 16U & 0xFFU), static_cast<char>(word >> 24U)};
      file.write(bytes.data(), bytes.size());
    }
    file.seekp(kGapBytes, std::ios::cur);
  }
  file << compressed;
}

TEST_CASE("what lies beyond four gigabytes of a file is read") {
  const Wine& wine = Wine::get();
  const TempFolder folder;
  fs::copy_file(source_folder() + "/tests/traces/training.json", folder.path() + "/a.json");
  if (program_output("zstd", "-q a.json", folder.path(), 1).code != 0)
    skip_case("zstd is not installed");
  const std::string far = folder.path() + "/far.json.zst";
  write_behind_gap(far, file_text(folder.path() + "/a.json.zst"));
  REQUIRE(fs::file_size(far) > std::uintmax_t{1} << 32U);
  const auto told = wine.run("search --json far.json.zst ''", folder.path());
  CHECK(told.code == 0);
  CHECK((told.text == native("search --json a.json ''", folder.path()).text));
}

TEST_CASE("a screenshot is the same to the eye") {
  const Wine& wine = Wine::get();
  if (!have_program("Xvfb")) skip_case("Xvfb is not installed");
  const Display display;
  REQUIRE(display.works());
  wine.restart();
  const TempFolder folder;
  const std::string arguments = "screenshot " + example() + " -o ";
  REQUIRE(native(arguments + "native.png", folder.path()).code == 0);
  const auto drawn = program_output(
      "env", "DISPLAY=" + display.name() + " " + wine.command() + " " + arguments + "windows.png",
      folder.path(), 2);
  CHECK(drawn.text == "");
  REQUIRE(drawn.code == 0);
  const auto a = read_png(folder.path() + "/native.png");
  const auto b = read_png(folder.path() + "/windows.png");
  REQUIRE(a);
  REQUIRE(b);
  REQUIRE(a->pixels.size() == b->pixels.size());
  std::size_t different = 0;
  for (std::size_t i = 0; i < a->pixels.size(); ++i) different += a->pixels[i] != b->pixels[i];
  CHECK(different < a->pixels.size() / 1000);
  wine.restart();
  const auto none = wine.run(arguments + "none.png", folder.path());
  CHECK(none.code == 3);
  CHECK(none.text.find("no OpenGL") != std::string::npos);
}

TEST_CASE("the window opens a trace and keeps its log among the user's own files") {
  const Wine& wine = Wine::get();
  if (!have_program("Xvfb")) skip_case("Xvfb is not installed");
  const Display display;
  REQUIRE(display.works());
  wine.restart();
  auto variables = wine.variables();
  variables.emplace_back("DISPLAY", display.name());
  RunningProgram window({"wine", wine.program(), example()}, variables);
  std::optional<Picture> picture;
  const bool shown = within(60s, [&] {
    picture = display.picture();
    return !window.running() ||
           (picture && roles_in(*picture, kLanes, ThemeKind::Dark, 100).size() >= 3);
  });
  REQUIRE(window.running());
  REQUIRE(shown);
  CHECK(within(10s, [&] {
    picture = display.picture();
    return picture && text_pixels(*picture, kBottom) > 800;
  }));
  constexpr Area kMenusBelowTitle{0, 0, 400, 90};  // Wine puts a title above
  CHECK(text_pixels(*picture, kMenusBelowTitle) > 150);
  CHECK(text_pixels(*picture, kLabels) > 150);
  const std::string log = file_text(wine.user_folder("Local/Lanescope") + "/log");
  CHECK(log.find("transformer-cpu.json.gz") != std::string::npos);
  CHECK(log.find("OpenGL") != std::string::npos);
  wine.restart();
}

}  // namespace
}  // namespace lanescope
