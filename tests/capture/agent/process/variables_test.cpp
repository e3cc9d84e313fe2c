#include "capture/agent/process/variables.h"

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

using lanescope::agent::variable;

namespace {

std::string value_of(const char* name) {
  char room[32];
  const char* const value = variable(name, room);
  return value == nullptr ? "(none)" : value;
}

/// Replaces the environment during a case.
class Environment {
 public:
  explicit Environment(std::vector<std::string> variables) : variables_(std::move(variables)) {
    for (std::string& one : variables_) list_.push_back(one.data());
    list_.push_back(nullptr);
    environ = list_.data();
  }
  ~Environment() { environ = before_; }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  char** before_ = environ;
  std::vector<std::string> variables_;
  std::vector<char*> list_;
};

}  // namespace

TEST_CASE("a variable is found by its whole name") {
  const Environment environment({"NAMES=1", "NAM=2", "NAME", "=3", "NAME=4=5", "EMPTY=", "NAME=6"});
  CHECK(value_of("NAME") == "4=5");  // the first one wins, as in a shell
  CHECK(value_of("NAMES") == "1");
  CHECK(value_of("NAM") == "2");
  CHECK(value_of("EMPTY").empty());
  CHECK(value_of("NA") == "(none)");
  CHECK(value_of("NAMESAKE") == "(none)");
}

TEST_CASE("a value that does not fit is none, not half of it") {
  const Environment environment({"FITS=" + std::string(31, 'x'), "LONG=" + std::string(32, 'x')});
  CHECK(value_of("FITS") == std::string(31, 'x'));
  CHECK(value_of("LONG") == "(none)");
}

TEST_CASE("an environment that is gone or damaged has no variables") {
  char** const before = environ;
  environ = nullptr;
  CHECK(value_of("NAME") == "(none)");
  environ = reinterpret_cast<char**>(0x10000);
  CHECK(value_of("NAME") == "(none)");
  char known[] = "NAME=7";
  char* list[] = {reinterpret_cast<char*>(0x10000), known, nullptr};
  environ = list;
  CHECK(value_of("NAME") == "7");
  environ = before;
}

TEST_CASE("a variable is found while others are set") {
  ::setenv("LANESCOPE_TEST_STAYS", "here", 1);
  std::atomic<bool> done{false};
  std::thread setting([&] {
    for (int i = 0; !done; ++i) {
      const std::string name = "LANESCOPE_TEST_" + std::to_string(i % 3000);
      ::setenv(name.c_str(), "there", 1);
    }
    for (int i = 0; i < 3000; ++i) ::unsetenv(("LANESCOPE_TEST_" + std::to_string(i)).c_str());
  });
  int found = 0;
  for (int i = 0; i < 300; ++i) found += value_of("LANESCOPE_TEST_STAYS") == "here" ? 1 : 0;
  done = true;
  setting.join();
  // glibc reallocates the list for each new variable, so a variable may occasionally be missed.
  CHECK(found > 290);
  CHECK(value_of("LANESCOPE_TEST_STAYS") == "here");
  ::unsetenv("LANESCOPE_TEST_STAYS");
}
