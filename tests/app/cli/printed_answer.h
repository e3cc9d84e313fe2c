// What a verb of the command line prints, for tests.
#pragma once

#include <array>
#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <string>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

#include "app/cli/arguments/command_line.h"
#include "tests/core/base/temp_folder.h"
#include "tests/file_text.h"

namespace lanescope {

struct PrintedAnswer {
  int code = 0;
  std::string out, errors;

  [[nodiscard]] std::string text() const { return out + errors; }
};

/// Runs it; what it prints meanwhile goes nowhere else. So does what its child processes print that
/// it waits for. One thread may do so at a time.
inline PrintedAnswer printed_by(const std::function<int()>& run) {
  struct Captured {
    int usual, ours;
    std::string file;
  };
  const TempFolder folder;
  std::array<Captured, 2> captured{{{-1, STDOUT_FILENO, folder.path() + "/out"},
                                    {-1, STDERR_FILENO, folder.path() + "/errors"}}};
  std::fflush(stdout);
  for (Captured& one : captured) {
    one.usual = ::dup(one.ours);
    const int file =
        ::open(one.file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    REQUIRE(file >= 0);
    ::dup2(file, one.ours);
    ::close(file);
  }
  PrintedAnswer answer;
  answer.code = run();
  std::fflush(stdout);
  for (const Captured& one : captured) {
    ::dup2(one.usual, one.ours);
    ::close(one.usual);
  }
  answer.out = file_text(captured[0].file);
  answer.errors = file_text(captured[1].file);
  return answer;
}

/// `lanescope` and these words, as main() would read them.
inline CliCommand command_of(std::vector<std::string> words) {
  words.insert(words.begin(), "lanescope");
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

inline bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace lanescope
