#include "capture/sampler/unwind/module_layout.h"

#include <array>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "capture/sampler/perf/elf_symbols.h"
#include "core/base/files/file_descriptor.h"
#include "tests/capture/sampler/child.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

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

TEST_CASE("a program that has deleted itself is read as long as it runs") {
  const TempFolder folder;
  const std::string path = folder.path() + "/sleep";
  std::filesystem::copy_file("/bin/sleep", path);
  struct stat state {};
  REQUIRE(::stat(path.c_str(), &state) == 0);
  const Child child({path, "1000"});
  const std::string process = "/proc/" + std::to_string(child.pid());
  REQUIRE(comes_true([&] {
    std::array<char, 512> room{};
    const ssize_t got = ::readlink((process + "/exe").c_str(), room.data(), room.size());
    return got > 0 && std::string_view(room.data(), static_cast<std::size_t>(got)) == path;
  }));
  std::filesystem::remove(path);
  const std::string reached = reachable_path(process + "/root", path + " (deleted)", state.st_ino);
  CHECK(reached == process + "/exe");
  CHECK(ElfSymbols::read(reached).size() > 0);
}

TEST_CASE("a library that was deleted is read by way of who has it mapped, where that is allowed") {
  const TempFolder folder;
  const std::string path = folder.write("gone.so", std::string(4096, 'x'));
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat state {};
  REQUIRE(::fstat(file.get(), &state) == 0);
  void* const mapped = ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, file.get(), 0);
  REQUIRE(mapped != MAP_FAILED);
  std::filesystem::remove(path);
  const std::string gone = path + " (deleted)";
  const std::string reached = reachable_path("/proc/self/root", gone, state.st_ino);
  struct stat again {};
  const bool is_there = ::stat(reached.c_str(), &again) == 0;
  ::munmap(mapped, 4096);
  if (!is_there) {
    CHECK(reached == "/proc/self/root" + gone);
    skip_case("/proc/self/map_files is for root only");
  }
  CHECK(again.st_ino == state.st_ino);
  CHECK(reached.starts_with("/proc/self/map_files/"));
}
