#include "core/base/bytes/utf16_source.h"

#include <doctest/doctest.h>

#include "core/base/bytes/byte_source.h"
#include "tests/core/base/encoded_text.h"

namespace lanescope {
namespace {

std::unique_ptr<ByteSource> from_utf16(std::string bytes, std::size_t slow_reads = 0) {
  return utf16_source(raw_memory_source(std::move(bytes), slow_reads));
}

TEST_CASE("UTF-16 of either byte order becomes UTF-8, whatever the size of the reads") {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "{\"name\": \"größe 漢字 😀 " + std::to_string(i) + "\"},\n";
  for (const bool big_endian : {false, true}) {
    const std::string bytes = utf16_of(text, big_endian);
    for (const std::size_t chunk : {1U, 2U, 3U, 5U, 1000U, 65536U})
      CHECK(read_all(*from_utf16(bytes), chunk) == text);
    for (const std::size_t slow : {1U, 3U, 1001U})
      CHECK(read_all(*from_utf16(bytes, slow)) == text);
  }
}

TEST_CASE("Any part of a UTF-16 text can be read again, also from within a character") {
  std::string text = "x";  // so that the marks do not fall between two characters
  while (text.size() < 5'000'000)
    text += text.size() < 4'500'000 ? "漢字😀語" : "{\"ph\": \"X\"},\n";
  text += "😀漢ö";
  const auto source = memory_byte_source(gzip_of(utf16_of(text, false)));
  CHECK(read_all(*source, 99'999) == text);
  // Backwards first: what was read in order is held and needs no mark.
  for (std::size_t back = 0; back < text.size(); back += 299'993) {
    CHECK(read_part(*source, text.size() - back, 90) == text.substr(text.size() - back, 90));
  }
  for (std::size_t offset = 5; offset < text.size(); offset += 39'989) {
    CHECK(read_part(*source, offset, 90) == text.substr(offset, 90));
  }
  for (std::size_t back = 12; back > 0; --back) {
    CHECK(read_part(*source, text.size() - back, 3) == text.substr(text.size() - back, 3));
  }
}

TEST_CASE("Half a surrogate pair and a last odd byte become replacement characters") {
  using namespace std::string_literals;
  const std::string replaced = "\xEF\xBF\xBD";
  CHECK(read_all(*from_utf16("\xFF\xFE\x3D\xD8x\0"s)) == replaced + "x");
  CHECK(read_all(*from_utf16("\xFF\xFEx\0\x00\xDEy\0"s)) == "x" + replaced + "y");
  CHECK(read_all(*from_utf16("\xFF\xFEx\0\x3D\xD8"s)) == "x" + replaced);
  CHECK(read_all(*from_utf16("\xFE\xFF\0x\xD8\x3D\xD8\x3D\xDE\x00"s)) == "x" + replaced + "😀");
  CHECK(read_all(*from_utf16("\xFF\xFEx\0y"s)) == "x" + replaced);
  CHECK(read_all(*from_utf16("\xFF\xFE"s)).empty());
}

}  // namespace
}  // namespace lanescope
