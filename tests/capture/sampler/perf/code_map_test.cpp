#include "capture/sampler/perf/code_map.h"

#include <string>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("only mappings with code count, each with its file and the place in it") {
  std::vector<std::string> paths;
  const auto number_of = [&](std::uint64_t device, std::uint64_t inode, std::string_view path) {
    CHECK((inode == 0 || device == (std::uint64_t{0xFE} << 32U | 1U)));
    paths.emplace_back(path);
    return static_cast<std::uint32_t>(paths.size());
  };
  const auto regions = parse_code_map(
      "7f0000000000-7f0000010000 r-xp 00002000 fe:01 77    /usr/lib/a name.so\n"
      "00400000-00401000 r--p 00000000 fe:01 78            /usr/bin/program\n"
      "nonsense\n"
      "00500000-00500000 r-xp 00000000 fe:01 78            /usr/bin/program\n"
      "00600000-00601000 rwxp 00000000 00:00 0 \n"
      "7ffd0000-7ffd2000 r-xp 00000000 00:00 0             [vdso]",
      number_of);
  CHECK(paths == std::vector<std::string>{"/usr/lib/a name.so", "", "[vdso]"});
  REQUIRE(regions.size() == 3);
  CHECK(regions[0].begin == 0x600000);
  CHECK(regions[0].file == 2);
  CHECK(regions[2].end == 0x7f0000010000);
  CHECK(regions[2].offset == 0x2000);
}

TEST_CASE("the code of a running process is found by its address, and nothing beside it") {
  const auto self = ProcFolder::open(::getpid());
  REQUIRE(self);
  CodeMap map;
  CHECK(map.find(0x1000) == nullptr);
  map.read(*self, [](std::uint64_t, std::uint64_t, std::string_view) { return 5U; });
  const auto here = reinterpret_cast<std::uint64_t>(&parse_code_map);
  const CodeRegion* const region = map.find(here);
  REQUIRE(region != nullptr);
  CHECK(region->begin <= here);
  CHECK(here < region->end);
  CHECK(region->file == 5);
  int on_the_stack = 0;
  CHECK(map.find(reinterpret_cast<std::uint64_t>(&on_the_stack)) == nullptr);
}

TEST_CASE("what is mapped over other code takes its place, and its rests stay where they were") {
  CodeMap map;
  map.add({0x1000, 0x5000, 0x100, 1});
  map.add({0x2000, 0x3000, 0, 2});
  REQUIRE(map.regions().size() == 3);
  CHECK(map.find(0x1FFF)->file == 1);
  CHECK(map.find(0x2000)->file == 2);
  CHECK(map.find(0x3000)->file == 1);
  // An address is at the same place in its file as before.
  CHECK(map.find(0x3000)->offset == 0x100 + 0x2000);
  map.add({0x1000, 0x5000, 0, 3});
  REQUIRE(map.regions().size() == 1);
  CHECK(map.find(0x4FFF)->file == 3);
  CHECK(map.find(0x5000) == nullptr);
}

TEST_CASE("what is read later than a sample does not hide what was there at its time") {
  const auto self = ProcFolder::open(::getpid());
  REQUIRE(self);
  const auto here = reinterpret_cast<std::uint64_t>(&parse_code_map);
  const auto read = [](std::uint64_t, std::uint64_t, std::string_view) { return 5U; };
  // Another library was there.
  CodeMap map;
  map.add({here - 16, here + 16, 0, 9});
  map.read(*self, read);
  REQUIRE(map.find(here) != nullptr);
  CHECK(map.find(here)->file == 9);
  REQUIRE(map.find(here + 16) != nullptr);
  CHECK(map.find(here + 16)->file == 5);
  // What is there now will be mapped only after the sample.
  CodeMap before;
  const CodeRegion later{here - 16, here + 16, 0, 5};
  before.read(*self, read, {&later, 1});
  CHECK(before.find(here) == nullptr);
  CHECK(before.find(here + 16) != nullptr);
}
