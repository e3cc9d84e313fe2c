#include "core/base/files/log.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Closed however the case ends.
struct OpenLog {
  explicit OpenLog(const std::string& path, LogLevel most = LogLevel::Info) {
    REQUIRE_FALSE(open_log(path, most));
  }
  ~OpenLog() { close_log(); }
  OpenLog(const OpenLog&) = delete;
  OpenLog& operator=(const OpenLog&) = delete;
};

}  // namespace

TEST_CASE("a log has a line for each thing, with its time, process and level") {
  const TempFolder folder;
  const std::string path = folder.path() + "/state/lanescope/log";  // the folders are made
  const OpenLog log(path);
  log_line(LogLevel::Info, "opens run.json");
  log_line(LogLevel::Error, "run.json cannot be read");
  const std::string text = content(path);
  CHECK(lines_of(text) == 2);
  CHECK(text.substr(4, 1) == "-");
  CHECK(text.find("Z " + std::to_string(::getpid()) + " info: opens run.json\n") !=
        std::string::npos);
  CHECK(text.find(" error: run.json cannot be read\n") != std::string::npos);
}

TEST_CASE("a log holds what was asked for and no more, and stays its owner's") {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  {
    const OpenLog log(path, LogLevel::Warning);
    log_line(LogLevel::Info, "not this");
    log_line(LogLevel::Debug, "nor this");
    log_line(LogLevel::Warning, "this");
  }
  log_line(LogLevel::Error, "after its end");
  CHECK(lines_of(content(path)) == 1);
  CHECK(content(path).find("warning: this\n") != std::string::npos);
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 077) == 0);
}

TEST_CASE("no name can pretend to be a line of the log") {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  const OpenLog log(path);
  log_line(LogLevel::Info, "opens a\n2026-01-01T00:00:00.000Z 1 info: ends\r\x1B[2J\xC2\x9B é");
  const std::string text = content(path);
  CHECK(lines_of(text) == 1);
  CHECK(text.find('\r') == std::string::npos);
  CHECK(text.find('\x1B') == std::string::npos);
  CHECK(text.find("\xC2\x9B") == std::string::npos);
  CHECK(text.find("é") != std::string::npos);
}

TEST_CASE("a log never grows beyond half a megabyte, and keeps the newest") {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  const OpenLog log(path);
  const std::string text(1000, 'x');
  for (int i = 0; i < 2000; ++i) log_line(LogLevel::Info, std::to_string(i) + " " + text);
  CHECK(fs::file_size(path) + fs::file_size(path + ".old") < 530'000);
  CHECK(content(path).find(" 1999 x") != std::string::npos);
  CHECK(content(path + ".old").find(" 1999 x") == std::string::npos);
}

TEST_CASE("lines of several threads stay whole") {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  const OpenLog log(path);
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([t] {
        for (int i = 0; i < 200; ++i)
          log_line(LogLevel::Info, std::string(20, static_cast<char>('a' + t)) + ".");
      });
    }
  }
  std::ifstream file(path);
  int whole = 0;
  for (std::string line; std::getline(file, line);) {
    for (char t = 'a'; t < 'e'; ++t)
      whole += line.ends_with("info: " + std::string(20, t) + ".") ? 1 : 0;
  }
  CHECK(whole == 800);
}

TEST_CASE("a log that cannot be written says why") {
  const TempFolder folder;
  const auto error = open_log(folder.write("file", "") + "/log");
  REQUIRE(error);
  CHECK(error->message.starts_with("cannot be written: "));
  log_line(LogLevel::Error, "goes nowhere");
}

TEST_CASE("the names of levels are told apart") {
  for (const LogLevel level : {LogLevel::Error, LogLevel::Warning, LogLevel::Info, LogLevel::Debug})
    CHECK(find_log_level(log_level_name(level)) == level);
  CHECK_FALSE(find_log_level("loud"));
}

TEST_CASE("a signal's handler leaves a line too") {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  const OpenLog log(path);
  log_from_signal("ended by SIGSEGV");
  CHECK(content(path) == "error: ended by SIGSEGV\n");
}

}  // namespace lanescope
