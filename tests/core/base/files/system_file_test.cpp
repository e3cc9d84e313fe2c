#include "core/base/files/system_file.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

TEST_CASE("files, folders, pipes and devices are told apart") {
  const TempFolder folder;
  const std::string pipe = folder.path() + "/pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto kind = [](const std::string& path) { return facts_of(path)->kind; };
  CHECK(kind(folder.write("file", "text")) == FileFacts::Kind::File);
  CHECK(kind(folder.path()) == FileFacts::Kind::Folder);
  CHECK(kind(pipe) == FileFacts::Kind::Pipe);
  CHECK(kind("/dev/null") == FileFacts::Kind::Device);
  CHECK_FALSE(facts_of(folder.path() + "/nothing"));
  CHECK(errno == ENOENT);
}

TEST_CASE("a file is the same under another name, and another one is not") {
  const TempFolder folder;
  const std::string one = folder.write("one", "text");
  const std::string two = folder.path() + "/two";
  std::filesystem::create_hard_link(one, two);
  const auto a = facts_of(one);
  const auto b = facts_of(two);
  const auto c = facts_of(folder.write("three", "text"));
  CHECK(a->number == b->number);
  CHECK(a->volume == b->volume);
  CHECK(a->number != c->number);
}

TEST_CASE("what was written is read from any place, and a file is created once") {
  const TempFolder folder;
  const std::string path = folder.path() + "/new";
  const int file = create_file(path, 0600);
  REQUIRE(file >= 0);
  CHECK(create_file(path, 0600) < 0);
  CHECK(errno == EEXIST);
  CHECK(write_all(file, "0123456789"));
  std::array<char, 8> bytes{};
  CHECK(read_at(file, 4, bytes) == 6);
  CHECK(std::string(bytes.data(), 6) == "456789");
  CHECK(read_at(file, 10, bytes) == 0);
  CHECK(facts_of(file)->bytes == 10);
  CHECK(close_file(file));
}

TEST_CASE("a file that is replaced keeps the rights of the old one, up to a limit") {
  const TempFolder folder;
  const std::string old = folder.write("old", "");
  std::filesystem::permissions(old, std::filesystem::perms(0664));
  const std::string path = folder.path() + "/fresh";
  const int file = create_file(path, 0600);
  CHECK(take_over_rights(file, old, 0660));
  CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms(0660));
  CHECK(take_over_rights(file, folder.path() + "/nothing", 0600));
  CHECK(close_file(file));
}

}  // namespace
}  // namespace lanescope
