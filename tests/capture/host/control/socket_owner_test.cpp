#include "capture/host/control/socket_owner.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/capture/pythons.h"

using namespace lanescope;

TEST_CASE("the owner of a socket is found by what the kernel lists") {
  TempFolder proc;
  write_below(proc, "net/unix",
              "Num       RefCount Protocol Flags    Type St Inode Path\n"
              "0000000000000000: 00000002 00000000 00000000 0002 01 17 @dynolog@\n"
              "0000000000000000: 00000002 00000000 00000000 0002 01 18\n"
              "0000000000000000: 00000002 00000000 00000000 0002 01 19 /a folder/dynolog\n");
  write_below(proc, "self/comm", "nobody\n");
  write_below(proc, "12/comm", "trainer\n");
  write_below(proc, "12/fd/none", "");
  std::filesystem::create_symlink("socket:[19]", proc.path() + "/12/fd/3");
  const auto found = find_socket_owner("/a folder/dynolog", proc.path());
  REQUIRE(found);
  CHECK(found->pid == 12);
  CHECK(found->program == "trainer");
  CHECK_FALSE(find_socket_owner("@dynolog@", proc.path()));  // its descriptors cannot be read
  CHECK_FALSE(find_socket_owner("@other@", proc.path()));
}

TEST_CASE("of processes that have it open any is the owner, and of what is no process none") {
  TempFolder proc;
  write_below(proc, "net/unix",
              "Num       RefCount Protocol Flags    Type St Inode Path\n"
              "0000000000000000: 00000002 00000000 00000000 0002 01 19 /run/x\n");
  for (const char* number : {"12x", "self", "-"}) {
    write_below(proc, std::string(number) + "/comm", "odd\n");
    write_below(proc, std::string(number) + "/fd/none", "");
    std::filesystem::create_symlink("socket:[19]",
                                    proc.path() + "/" + std::string(number) + "/fd/3");
  }
  CHECK_FALSE(find_socket_owner("/run/x", proc.path()));
  write_below(proc, "13/comm", "other\n");
  write_below(proc, "13/fd/none", "");
  std::filesystem::create_symlink("socket:[1]", proc.path() + "/13/fd/3");
  CHECK_FALSE(find_socket_owner("/run/x", proc.path()));
  std::filesystem::create_symlink("socket:[19]", proc.path() + "/13/fd/4");
  REQUIRE(find_socket_owner("/run/x", proc.path()));
  CHECK(find_socket_owner("/run/x", proc.path())->pid == 13);
  CHECK_FALSE(find_socket_owner("/run/x", proc.path() + "/nowhere"));
}
