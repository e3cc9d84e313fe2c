#include "app/cli/traces/open_trace.h"

#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

/// What goes to stderr while it lives lands in a file.
class CapturedErrors {
 public:
  explicit CapturedErrors(const std::string& path) : path_(path), usual_(::dup(STDERR_FILENO)) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ::dup2(file, STDERR_FILENO);
    ::close(file);
  }
  ~CapturedErrors() {
    ::dup2(usual_, STDERR_FILENO);
    ::close(usual_);
  }
  CapturedErrors(const CapturedErrors&) = delete;
  CapturedErrors& operator=(const CapturedErrors&) = delete;

  [[nodiscard]] std::string text() const {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

 private:
  std::string path_;
  int usual_;
};

TEST_CASE("who waits for a pipe is told so before it ends") {
  const TempFolder folder;
  const std::string pipe = folder.path() + "/pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::string reported;
  {
    const CapturedErrors errors(folder.path() + "/errors");
    std::jthread writer([&] {
      // Nothing comes before it is told, however long that takes.
      for (int i = 0; i < 10'000 && errors.text().empty(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::ofstream(pipe) << R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,)"
                             R"("dur":2}]})";
    });
    const auto trace = open_trace(pipe, std::chrono::milliseconds(0));
    REQUIRE(trace.ok());
    CHECK(trace.value()->counts.total == 1);
    reported = errors.text();
  }
  CHECK(reported == "lanescope: " + pipe + ": is a pipe; waiting for data\n");
}

TEST_CASE("a file that ends says nothing while it is loaded") {
  const TempFolder folder;
  const std::string path = folder.write("a.json", R"({"traceEvents":[]})");
  const CapturedErrors errors(folder.path() + "/errors");
  CHECK(open_trace(path, std::chrono::milliseconds(0)).ok());
  CHECK(errors.text().empty());
}

}  // namespace
}  // namespace lanescope
