#include "core/base/bytes/zstd_source.h"

#include <random>

#include <doctest/doctest.h>

#include "core/base/bytes/memory_source.h"
#include "tests/core/base/encoded_text.h"

namespace lanescope {
namespace {

std::unique_ptr<ByteSource> unzstd(std::string bytes, std::size_t slow_reads = 0) {
  return zstd_source(raw_memory_source(std::move(bytes), slow_reads));
}

TEST_CASE(
    "A zstd stream gives its text, whatever the size of the reads and of what the disk gives") {
  const std::string text = trace_like_text(200'000);
  const std::string bytes = zstd_of(text);
  for (const std::size_t chunk : {1U, 3U, 1000U, 65536U, 1U << 20U})
    CHECK(read_all(*unzstd(bytes), chunk) == text);
  for (const std::size_t slow : {1U, 2U, 17U, 4096U}) {
    const auto source = unzstd(bytes, slow);
    CHECK(read_all(*source) == text);
    CHECK(source->damage().empty());
  }
}

TEST_CASE("Zstd frames one after another are one text, and skippable frames are skipped") {
  std::string text;
  std::string bytes = skippable_zstd_frame("index");
  for (std::size_t i = 0; i < 30; ++i) {
    const std::string part = i % 5 == 2 ? "" : trace_like_text(1 + i * 20'000);
    text += part;
    bytes += zstd_of(part);
    if (i % 4 == 0) bytes += skippable_zstd_frame(std::string(i, 'x'));
  }
  for (const std::size_t slow : {0U, 3U, 1000U}) {
    const auto source = memory_byte_source(bytes, slow);
    CHECK(read_all(*source, 10'000) == text);
    CHECK(source->damage().empty());
    std::mt19937 random(3);
    for (int i = 0; i < 50; ++i) {
      const std::size_t offset = random() % text.size();
      CHECK(read_part(*source, offset, 300) == text.substr(offset, 300));
    }
  }
}

TEST_CASE("Parts of one long zstd frame can be read again, forwards and backwards") {
  const std::string text = trace_like_text(20U << 20U);
  const auto source = unzstd(zstd_of(text));
  CHECK(read_all(*source, 1U << 20U) == text);
  for (const std::size_t offset :
       {19'000'000U, 100U, 9'000'000U, 9'000'100U, 8'500'000U, 15'000'000U, 0U}) {
    CHECK(read_part(*source, offset, 500) == text.substr(offset, 500));
  }
  CHECK(read_part(*source, text.size() - 4, 100) == text.substr(text.size() - 4));
}

TEST_CASE("A zstd stream that is cut off gives what comes before the cut and says so") {
  const std::string text = trace_like_text(1'000'000);
  const std::string bytes = zstd_of(text);
  std::size_t longest = 0;
  for (std::size_t size = 4; size < bytes.size(); size += 1 + size / 5) {
    const auto source = unzstd(bytes.substr(0, size));
    const std::string part = read_all(*source);
    CHECK(text.starts_with(part));
    CHECK(source->damage() == "zstd stream is truncated");
    longest = std::max(longest, part.size());
  }
  CHECK(longest > text.size() / 2);
}

TEST_CASE("A corrupt zstd stream and bytes after one are told") {
  const std::string text = trace_like_text(1'000'000);
  std::string bytes = zstd_of(text);
  for (std::size_t i = 0; i < 64; ++i) bytes[bytes.size() * 3 / 4 + i] = '\xFF';
  const auto corrupt = unzstd(bytes);
  const std::string part = read_all(*corrupt);
  CHECK(part.size() > text.size() / 4);
  CHECK(corrupt->damage() == "zstd stream is corrupt");

  const auto garbage = unzstd(zstd_of("text") + "garbage");
  CHECK(read_all(*garbage) == "text");
  CHECK(garbage->damage() == "bytes after the zstd stream are ignored");
}

}  // namespace
}  // namespace lanescope
