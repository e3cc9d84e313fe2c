#include "core/base/files/stage_log.h"

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/files/log.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

/// What two stages, of which the second takes more than a second, leave in a log.
std::vector<std::string> lines_at(LogLevel level) {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  REQUIRE_FALSE(open_log(path, level));
  StageLog stages("run.json");
  stages.done("reading");
  std::this_thread::sleep_for(std::chrono::milliseconds(1010));
  stages.done("sorting");
  close_log();
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

bool holds(const std::string& line, const std::string& part) {
  return line.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("any log says which stage took long, and how long") {
  const auto lines = lines_at(LogLevel::Info);
  REQUIRE(lines.size() == 1);
  CHECK(holds(lines[0], " info: run.json: sorting took 1."));
  CHECK(lines[0].ends_with(" s"));
}

TEST_CASE("a log of all there is has the quick stages too") {
  const auto lines = lines_at(LogLevel::Debug);
  REQUIRE(lines.size() == 2);
  CHECK(holds(lines[0], " debug: run.json: reading took "));
  CHECK(holds(lines[1], " info: run.json: sorting took 1."));
}

}  // namespace lanescope
