#include "tests/screens/display.h"

#include <array>
#include <fcntl.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace lanescope {

Display::Display() {
  static int started = 0;
  for (int attempt = 0; attempt < 5 && name_.empty(); ++attempt) {
    start(1000 + (::getpid() * 16 + started++) % 20'000);
  }
}

std::optional<Picture> Display::picture() const {
  return read_xwd(folder_.path() + "/Xvfb_screen0");
}

void Display::start(int number) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  server_.emplace(
      std::vector<std::string>{"Xvfb", "-displayfd", "3", ":" + std::to_string(number), "-screen",
                               "0", "1600x900x24", "-fbdir", folder_.path(), "-nolisten", "tcp"},
      std::vector<std::pair<std::string, std::string>>{}, ends[1]);
  ::close(ends[1]);
  char c = 0;
  while (::read(ends[0], &c, 1) == 1 && c != '\n') name_ += c;
  ::close(ends[0]);
}

bool within(std::chrono::seconds limit, const std::function<bool()>& done) {
  const auto begun = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begun < limit) {
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

}  // namespace lanescope
