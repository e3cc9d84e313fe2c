#include "core/base/bytes/byte_source.h"

#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/core/base/encoded_text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

namespace lanescope {
namespace {

const std::string kUtf8Mark = "\xEF\xBB\xBF";

std::unique_ptr<ByteSource> open(const std::string& path) {
  Result<std::unique_ptr<ByteSource>> source = open_byte_source(path);
  REQUIRE(source.ok());
  return std::move(source).value();
}

TEST_CASE("A plain file is read whole, whatever the size of the reads") {
  const TempFolder folder;
  const std::string text = trace_like_text(100'000);
  const std::string path = folder.write("trace.json", text);
  for (const std::size_t chunk : {1U, 7U, 4096U, 1U << 20U})
    CHECK(read_all(*open(path), chunk) == text);
}

TEST_CASE("A plain file tells its size, and any part of it can be read at once") {
  const TempFolder folder;
  const std::string text = trace_like_text(5'000);
  const auto source = open(folder.write("trace.json", text));
  CHECK(source->random_access_size() == text.size());
  CHECK(source->file_bytes() == text.size());
  CHECK(read_part(*source, 1'000, 50) == text.substr(1'000, 50));
  CHECK(read_part(*source, text.size() - 3, 50) == text.substr(text.size() - 3));
  CHECK(read_part(*source, text.size() + 9, 50).empty());
  CHECK(source->consumed_bytes() == 0);
  read_all(*source);
  CHECK(source->consumed_bytes() == text.size());
}

TEST_CASE("A UTF-8 byte order mark is no part of the text") {
  const TempFolder folder;
  for (const std::string& bytes : {kUtf8Mark + "{\"a\": 1}", gzip_of(kUtf8Mark + "{\"a\": 1}"),
                                   zstd_of(kUtf8Mark + "{\"a\": 1}")}) {
    for (const std::size_t chunk : {1U, 2U, 100U}) {
      const auto source = open(folder.write("trace", bytes));
      CHECK(read_all(*source, chunk) == "{\"a\": 1}");
      CHECK(read_part(*source, 1, 3) == "\"a\"");
    }
  }
  CHECK(open(folder.write("trace", kUtf8Mark + "[]"))->random_access_size() == 2);
}

TEST_CASE("A file is opened by its first bytes and not by its name") {
  const TempFolder folder;
  const std::string text = trace_like_text(20'000);
  CHECK(read_all(*open(folder.write("a.json", gzip_of(text)))) == text);
  CHECK(read_all(*open(folder.write("b.json.gz", text))) == text);
  CHECK(read_all(*open(folder.write("c.txt", zstd_of(text)))) == text);
  CHECK(read_all(*open(folder.write("d.json", utf16_of(text, false)))) == text);
  CHECK(read_all(*open(folder.write("e.json.gz", gzip_of(utf16_of(text, true))))) == text);
}

TEST_CASE("Files of fewer bytes than any mark are read as they are") {
  const TempFolder folder;
  for (const char* bytes : {"", "[", "[]", "\x1F", "\xEF\xBB", "\xFF"}) {
    CHECK(read_all(*open(folder.write("trace.json", bytes))) == bytes);
  }
}

TEST_CASE("A file that can not be opened gives a reason a user understands") {
  const TempFolder folder;
  const auto missing = open_byte_source(folder.path() + "/missing.json");
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().kind == Error::Kind::NotFound);
  CHECK(missing.error().message == "no such file; check the path");

  const auto directory = open_byte_source(folder.path());
  REQUIRE_FALSE(directory.ok());
  CHECK(directory.error().kind == Error::Kind::Unreadable);
  CHECK(directory.error().message == "is a folder; name a file in it");

  const auto device = open_byte_source("/dev/null");
  REQUIRE_FALSE(device.ok());
  CHECK(device.error().kind == Error::Kind::Unreadable);
}

TEST_CASE("A file without permission says so") {
  if (::geteuid() == 0) skip_case("root may read every file");
  const TempFolder folder;
  const std::string path = folder.write("trace.json", "[]");
  ::chmod(path.c_str(), 0);
  const auto source = open_byte_source(path);
  REQUIRE_FALSE(source.ok());
  CHECK(source.error().message == "permission denied; you need read access");
}

TEST_CASE("A pipe is read to its end and then behaves as a file") {
  const TempFolder folder;
  const std::string text = trace_like_text(300'000);
  const std::string path = folder.path() + "/pipe";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  std::jthread writer([&] { std::ofstream(path, std::ios::binary) << gzip_of(text); });
  const auto source = open(path);
  CHECK(read_all(*source) == text);
  CHECK(read_part(*source, 5'000, 20) == text.substr(5'000, 20));
}

TEST_CASE("A file that is cut while it is read ends there and says so") {
  const TempFolder folder;
  const std::string path = folder.write("trace.json", trace_like_text(100'000));
  const auto source = open(path);
  std::filesystem::resize_file(path, 40'000);
  CHECK(read_all(*source).size() == 40'000);
  CHECK(source->damage() == "the file was truncated while it was read");
  const auto at_once = open(path);
  std::filesystem::resize_file(path, 10'000);
  std::string text(40'000, ' ');
  CHECK(at_once->read(text) == 10'000);
  CHECK(at_once->damage() == "the file was truncated while it was read");
}

TEST_CASE("Slow bytes in memory come a few at a time, as from a stream") {
  const auto source = memory_byte_source("{\"a\": 1}", 3);
  char buffer[100];
  CHECK(source->read(buffer) == 3);
  CHECK_FALSE(source->random_access_size());
  CHECK(read_all(*source) == "\": 1}");
  CHECK(memory_byte_source("{}")->random_access_size() == 2);
}

}  // namespace
}  // namespace lanescope
