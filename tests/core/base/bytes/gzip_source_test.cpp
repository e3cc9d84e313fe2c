#include "core/base/bytes/gzip_source.h"

#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/bytes/byte_source.h"
#include "tests/core/base/encoded_text.h"

namespace lanescope {
namespace {

std::unique_ptr<ByteSource> gunzip(std::string bytes, std::size_t slow_reads = 0) {
  return gzip_source(raw_memory_source(std::move(bytes), slow_reads));
}

TEST_CASE(
    "A gzip stream gives its text, whatever the size of the reads and of what the disk gives") {
  const std::string text = trace_like_text(200'000);
  const std::string bytes = gzip_of(text);
  for (const std::size_t chunk : {1U, 3U, 1000U, 65536U, 1U << 20U})
    CHECK(read_all(*gunzip(bytes), chunk) == text);
  for (const std::size_t slow : {1U, 2U, 17U, 4096U}) {
    const auto source = gunzip(bytes, slow);
    CHECK(read_all(*source) == text);
    CHECK(source->damage().empty());
    CHECK(source->consumed_bytes() == bytes.size());
  }
}

TEST_CASE("Gzip members one after another are one text") {
  std::string text;
  std::string bytes;
  for (int i = 0; i < 40; ++i) {
    const std::string part =
        i % 7 == 3 ? "" : trace_like_text(static_cast<std::size_t>(1 + i * i * 50));
    text += part;
    bytes += gzip_of(part);
  }
  for (const std::size_t slow : {0U, 1U, 5U, 1000U}) {
    const auto source = gunzip(bytes, slow);
    CHECK(read_all(*source, 10'000) == text);
    CHECK(source->damage().empty());
    for (std::size_t offset = 0; offset < text.size(); offset += 9'973) {
      CHECK(read_part(*source, offset, 64) == text.substr(offset, 64));
    }
  }
}

TEST_CASE("A gzip stream that is cut off gives what comes before the cut and says so") {
  const std::string text = trace_like_text(300'000);
  const std::string bytes = gzip_of(text);
  std::size_t before = 0;
  for (std::size_t size = 2; size < bytes.size(); size += 1 + size / 13) {
    const auto source = gunzip(bytes.substr(0, size));
    const std::string part = read_all(*source);
    CHECK(text.starts_with(part));
    CHECK(part.size() >= before);
    CHECK(source->damage() == "gzip stream is truncated");
    before = part.size();
  }
  const auto without_checksum = gunzip(bytes.substr(0, bytes.size() - 1));
  CHECK(read_all(*without_checksum) == text);
  CHECK(without_checksum->damage() == "gzip stream is truncated");
  CHECK(without_checksum->is_cut());
}

/// A gzip member with one block that is stored as it is, then a block of a kind that does not
/// exist.
std::string stored_then_invalid(const std::string& text) {
  std::string bytes("\x1F\x8B\x08\0\0\0\0\0\0\xFF\0", 11);
  const std::size_t size = text.size();
  for (const std::size_t part : {size, ~size}) {
    bytes += static_cast<char>(part & 0xFFU);
    bytes += static_cast<char>(part >> 8U & 0xFFU);
  }
  return bytes + text + std::string(100, '\x07');
}

TEST_CASE("A corrupt gzip stream gives the text before the fault and says so") {
  const std::string text = trace_like_text(60'000);
  for (const std::size_t chunk : {1U, 100U, 65536U, 1U << 20U}) {
    const auto source = gunzip(stored_then_invalid(text));
    CHECK(read_all(*source, chunk) == text);
    CHECK(source->damage() == "gzip stream is corrupt");
  }
}

TEST_CASE("Changed bytes in a gzip stream are noticed at the latest by its checksum") {
  const std::string text = trace_like_text(1'000'000);
  std::string bytes = gzip_of(text);
  for (std::size_t i = 0; i < 64; ++i) bytes[bytes.size() / 2 + i] = '\xFF';
  const auto source = gunzip(bytes);
  const std::string part = read_all(*source);
  CHECK_FALSE(source->damage().empty());
  CHECK(part.substr(0, text.size() / 4) == text.substr(0, text.size() / 4));
}

TEST_CASE("A wrong gzip checksum is told and costs no text") {
  const std::string text = trace_like_text(50'000);
  std::string bytes = gzip_of(text);
  bytes[bytes.size() - 6] ^= 1;
  const auto source = gunzip(bytes + gzip_of("next member"));
  CHECK(read_all(*source) == text + "next member");
  CHECK(source->damage() == "gzip checksum does not match");
  CHECK_FALSE(source->is_cut());
}

TEST_CASE("Bytes after a gzip stream are told unless they are padding") {
  const auto garbage = gunzip(gzip_of("text") + "garbage");
  CHECK(read_all(*garbage) == "text");
  CHECK(garbage->damage() == "bytes after the gzip stream are ignored");
  const auto padded = gunzip(gzip_of("text") + std::string(512, '\0'));
  CHECK(read_all(*padded) == "text");
  CHECK(padded->damage().empty());
}

TEST_CASE("Any part of a gzip text can be read again") {
  const std::string text = trace_like_text(36U << 20U);
  const auto source = gunzip(gzip_of(text));
  CHECK(read_part(*source, 30'000'000, 100) ==
        text.substr(30'000'000, 100));  // not reached by read() yet
  CHECK(read_all(*source, 3'000'000) == text);
  std::mt19937 random(7);
  for (int i = 0; i < 60; ++i) {
    const std::size_t offset = random() % text.size();
    const std::size_t size = i % 10 == 0 ? 10'000'000 : random() % 2'000;
    CHECK(read_part(*source, offset, size) == text.substr(offset, size));
  }
  for (std::size_t mark = 8U << 20U; mark < text.size(); mark += 8U << 20U) {
    CHECK(read_part(*source, mark - 5, 10) == text.substr(mark - 5, 10));
  }
  CHECK(read_part(*source, text.size() - 4, 100) == text.substr(text.size() - 4));
  CHECK(read_part(*source, text.size() + 4, 100).empty());
}

TEST_CASE("What a gzip source keeps for reading again is small") {
  const std::string text = trace_like_text(64U << 20U);
  const auto source = gunzip(gzip_of(text));
  const std::size_t before = source->memory_bytes();
  read_all(*source, 1U << 20U);
  CHECK(source->memory_bytes() - before < text.size() * 3 / 250);
  CHECK(source->memory_bytes() > before);
}

TEST_CASE("Several threads read parts of a gzip text again while it is still being read") {
  const std::string text = trace_like_text(20U << 20U);
  const auto source = gunzip(gzip_of(text));
  std::atomic<std::size_t> done{0};
  std::atomic<int> wrong{0};
  std::vector<std::jthread> threads;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    threads.emplace_back([&, seed] {
      std::mt19937 random(seed);
      for (int i = 0; i < 40; ++i) {
        const std::size_t offset = random() % (done.load() + 1);
        std::string part(200, '\0');
        const Result<std::size_t> n = source->read_at(offset, part);
        if (!n.ok() || part.substr(0, n.value()) != text.substr(offset, 200)) ++wrong;
      }
    });
  }
  std::vector<char> buffer(100'000);
  while (const std::size_t n = source->read(buffer)) done += n;
  threads.clear();
  CHECK(done == text.size());
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace lanescope
