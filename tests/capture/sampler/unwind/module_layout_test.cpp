#include "capture/sampler/unwind/module_layout.h"

#include <string>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/core/base/temp_folder.h"

using namespace lanescope;

TEST_CASE("where a library was loaded follows from where its code is") {
  ModuleLayout layout;
  layout.code = {{0x1240, 0x500, 0x2240}, {0x8000, 0x2000, 0xA000}};
  // The first page has the end of what lies before the code.
  MappedCode code{0x7F0000002000, 0x7F0000003000, 0x1000, 1, "", "/lib/a.so", 1};
  CHECK(layout.bias(code) == 0x7F0000000000);
  code.offset = 0x9000;  // what is behind a piece of it that was mapped otherwise
  code.begin = 0x7F000000B000;
  code.end = code.begin + 0x1000;
  CHECK(layout.bias(code) == 0x7F0000000000);
  code.offset = 0x40000;
  CHECK_FALSE(layout.bias(code));
}

TEST_CASE("only a program has a layout") {
  const auto own = read_module_layout("/proc/self/exe");
  REQUIRE(own);
  CHECK_FALSE(own->code.empty());
  CHECK(own->begin < own->end);
  const TempFolder folder;
  CHECK_FALSE(read_module_layout(folder.write("text.so", std::string(4096, 'x'))));
  CHECK_FALSE(read_module_layout(folder.write("cut.so", "\177ELF")));
  CHECK_FALSE(read_module_layout(folder.path() + "/none.so"));
}

TEST_CASE("a file of a container is reached by way of its process") {
  const TempFolder folder;
  const std::string path = folder.write("a.so", "a");
  struct stat state {};
  REQUIRE(::stat(path.c_str(), &state) == 0);
  CHECK(reachable_path("/proc/7/root", path, state.st_ino) == path);
  CHECK(reachable_path("/proc/7/root", path, state.st_ino + 1) == "/proc/7/root" + path);
}
