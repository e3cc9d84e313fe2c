// `lanescope record` in a process of its own, and what it prints.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <sys/wait.h>

#include "app/cli/verbs.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

namespace lanescope {

inline std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::vector<std::string> fake_target(std::vector<std::string> words) {
  words.insert(words.begin(), binary_folder() + "/tests/capture/fake/fake_target");
  return words;
}

/// `lanescope record` in a process of its own, since it takes over signals.
class RecorderRun {
 public:
  explicit RecorderRun(std::vector<std::string> command) {
    options.command = std::move(command);
    options.output = folder.path() + "/run.lanes";
  }

  void start() { start(folder.path()); }
  /// `where`: its working folder.
  void start(const std::string& where) {
    ::setenv("LANESCOPE_AGENT", "/nowhere/agent.so", 1);  // the fake target needs none
    pid_ = ::fork();
    if (pid_ == 0) {
      const int errors = ::open(errors_path().c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
      ::dup2(errors, STDERR_FILENO);
      if (::chdir(where.c_str()) != 0) ::_exit(99);
      for (const int signal : ignored) std::signal(signal, SIG_IGN);
      ::_exit(run_record(options, [this](const std::string& file) {
        std::ofstream(folder.path() + "/viewed") << file;
        return 0;
      }));
    }
    ::unsetenv("LANESCOPE_AGENT");
  }

  /// Its exit code.
  int finish() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  int run() {
    start();
    return finish();
  }

  void wait_for(const std::string& file) const {
    for (int i = 0; i < 6000 && !std::filesystem::exists(folder.path() + "/" + file); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

  [[nodiscard]] bool wait_for_words(const std::string& words) const {
    for (int i = 0; i < 6000; ++i) {
      if (errors().find(words) != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  void send(int signal) const { ::kill(pid_, signal); }
  [[nodiscard]] std::string errors() const { return text_of_file(errors_path()); }
  [[nodiscard]] bool has_file() const { return std::filesystem::exists(options.output); }

  TempFolder folder;
  RecordOptions options;
  std::vector<int> ignored;  // signals, as by whoever starts the recorder

 private:
  [[nodiscard]] std::string errors_path() const { return folder.path() + "/errors"; }
  pid_t pid_ = 0;
};

inline bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace lanescope
