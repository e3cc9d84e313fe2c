#include "core/base/bytes/block_cache.h"

#include <random>
#include <string>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

/// A file of which every read is counted.
struct CountedFile {
  explicit CountedFile(std::size_t bytes) : text(bytes, '\0') {
    std::mt19937 random(1);
    for (char& c : text) c = static_cast<char>(random());
  }
  BlockCache::Fetch fetch() {
    return [this](std::uint64_t offset, std::span<char> out) -> Result<std::size_t> {
      ++reads;
      if (broken) return Error{Error::Kind::Unreadable, "gone"};
      return text.copy(out.data(), out.size(), offset);
    };
  }
  std::string text;
  int reads = 0;
  bool broken = false;
};

std::string read(BlockCache& cache, std::uint64_t offset, std::size_t bytes) {
  std::string out(bytes, '?');
  const auto got = cache.read_at(offset, out);
  REQUIRE(got.ok());
  out.resize(got.value());
  return out;
}

constexpr std::size_t kBlock = BlockCache::kBlockBytes;

TEST_CASE("what a cache of blocks reads is what the file holds, at any place and of any size") {
  CountedFile file(3 * kBlock + 1000);
  BlockCache cache(file.fetch());
  std::mt19937 random(2);
  for (int round = 0; round < 500; ++round) {
    const std::size_t offset = random() % (file.text.size() + 2000);
    const std::size_t bytes = random() % (round % 10 == 0 ? 2 * kBlock : 5000);
    const std::string wanted =
        offset < file.text.size() ? file.text.substr(offset, bytes) : std::string();
    CHECK(read(cache, offset, bytes) == wanted);
  }
}

TEST_CASE("many small reads of a block are one read of the file") {
  CountedFile file(2 * kBlock);
  BlockCache cache(file.fetch());
  for (std::size_t at = 0; at + 100 <= file.text.size(); at += 100) (void)read(cache, at, 100);
  CHECK(file.reads == 2);
}

TEST_CASE("a cache of blocks keeps the blocks that were used last, and no more than it may") {
  CountedFile file((BlockCache::kMostBlocks + 1) * kBlock);
  BlockCache cache(file.fetch());
  for (std::size_t block = 0; block <= BlockCache::kMostBlocks; ++block) {
    (void)read(cache, 0, 1);  // stays
    (void)read(cache, block * kBlock, 1);
  }
  CHECK(cache.memory_bytes() == BlockCache::kMostBlocks * kBlock);
  const int before = file.reads;
  (void)read(cache, 0, 1);
  CHECK(file.reads == before);
  (void)read(cache, kBlock, 1);
  CHECK(file.reads == before + 1);
}

TEST_CASE("what the file cannot give is an error, and asked for again the next time") {
  CountedFile file(1000);
  BlockCache cache(file.fetch());
  file.broken = true;
  std::string out(10, '?');
  CHECK_FALSE(cache.read_at(0, out).ok());
  file.broken = false;
  CHECK(read(cache, 0, 10) == file.text.substr(0, 10));
}

}  // namespace
}  // namespace lanescope
