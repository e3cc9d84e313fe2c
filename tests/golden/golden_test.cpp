// A .golden file is a session at the terminal: lines that begin with "$ lanescope" are run in
// tests/traces, what follows is what they print, errors and exit codes that are not 0 included.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/paths.h"
#include "tests/program_output.h"

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrompt = "$ lanescope";

fs::path tests_folder() {
  return fs::path(lanescope::source_folder()) / "tests";
}

std::string read_file(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string run(const std::string& arguments) {
  const lanescope::PrintedOutput out = lanescope::program_output(
      LANESCOPE_PROGRAM, arguments, (tests_folder() / "traces").string(), 2);
  if (out.code < 0) return out.text + "killed by a signal\n";
  return out.code == 0 ? out.text : out.text + "exit code " + std::to_string(out.code) + "\n";
}

std::string replayed(const std::string& session) {
  std::string text;
  for (const std::string& line : lines_of(session)) {
    if (!line.starts_with(kPrompt)) continue;
    text += (text.empty() ? "" : "\n") + line + "\n" + run(line.substr(kPrompt.size()));
  }
  return text;
}

std::vector<fs::path> golden_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(tests_folder() / "golden")) {
    if (entry.path().extension() == ".golden") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TEST_CASE("the program prints what it printed when somebody last looked") {
  const char* renew = std::getenv("LANESCOPE_RENEW_GOLDEN");
  const auto files = golden_files();
  REQUIRE(!files.empty());
  for (const fs::path& file : files) {
    const std::string name = file.filename().string();
    CAPTURE(name);
    const std::string before = read_file(file);
    const std::string now = replayed(before);
    if (renew != nullptr && std::string(renew) == "1") {
      std::ofstream(file) << now;
      continue;
    }
    CHECK_MESSAGE(now == before, "now it prints:\n" << now);
  }
}

TEST_CASE("every trace that was made for a test is in a golden file") {
  std::string sessions;
  for (const fs::path& file : golden_files()) sessions += read_file(file);
  for (const auto& entry : fs::directory_iterator(tests_folder() / "traces")) {
    const std::string name = entry.path().filename().string();
    if (name == "README.md") continue;
    CAPTURE(name);
    CHECK(sessions.find(" " + name) != std::string::npos);
  }
}
