// The list of processes to attach to, as far as it is not seen in the dialog.
#include "app/shell/attach/list.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {

using namespace std::string_literals;

TEST_CASE(
    "processes are listed even where looking takes longer than the pause until the next look") {
  const TempFolder folder;
  const std::string at = std::to_string(::getpid());
  std::filesystem::create_directories(folder.path() + "/proc/" + at);
  folder.write("proc/" + at + "/cmdline", "python\0train.py\0"s);
  folder.write("proc/" + at + "/environ", "");
  folder.write("proc/" + at + "/maps",
               "7f01-7f02 r-xp 0 08:01 2 /venv/torch/lib/libtorch_cpu.so\n");
  AttachList list([] {}, folder.path() + "/proc");
  list.begin();
  for (int look = 0; look < 2000 && list.looking(); ++look) {
    list.refresh(look * 3.0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  REQUIRE(list.chosen() != nullptr);
  CHECK(list.chosen()->pid == ::getpid());
}

}  // namespace lanescope
