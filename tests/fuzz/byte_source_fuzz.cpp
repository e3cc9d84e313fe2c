// Whatever the bytes: decoding ends, does not depend on how they come, and what was read can be
// read again.
#include <algorithm>
#include <array>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "tests/core/base/encoded_text.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace {

using namespace lanescope;

constexpr std::size_t kMostRubbish = 512;
constexpr std::size_t kMostText = 4U << 20U;  // a few bytes can stand for gigabytes

std::string read_some(ByteSource& source, std::size_t chunk) {
  std::string text;
  std::vector<char> buffer(chunk);
  while (text.size() < kMostText) {
    const std::size_t n = source.read(buffer);
    if (n == 0) break;
    text.append(buffer.data(), n);
  }
  text.resize(std::min(text.size(), kMostText));
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto whole = memory_byte_source(bytes);
  const std::string text = read_some(*whole, 1U << 16U);
  const auto slow = memory_byte_source(bytes, 3);
  const std::string slow_text = read_some(*slow, 1000);
  if (whole->damage().empty()) {
    demand(slow_text == text, "the text does not depend on the steps");
  } else {
    // How much is delivered right before a fault does depend on them, and its last bytes may be
    // rubbish.
    const std::size_t common = std::min(text.size(), slow_text.size());
    const std::size_t sure = common - std::min(common, kMostRubbish);
    demand(text.substr(0, sure) == slow_text.substr(0, sure),
           "the text before a fault does not depend on the steps");
  }
  const std::size_t rubbish = whole->damage().empty() ? 0 : std::min(text.size(), kMostRubbish);
  const std::size_t size_again = (text.size() - rubbish) / 2;
  for (const std::size_t offset : {std::size_t{0}, size_again / 3, size_again}) {
    demand(read_part(*whole, offset, size_again) == text.substr(offset, size_again),
           "the text can be read again");
  }
  return 0;
}

namespace lanescope {

std::string fuzz_input(std::mt19937_64& random) {
  const std::string text = trace_like_text(below(random, 20'000));
  std::string bytes;
  switch (below(random, 5)) {
    case 0:
      bytes = gzip_of(text);
      break;
    case 1:
      bytes = gzip_of(text) + gzip_of(utf16_of("more", false));
      break;
    case 2:
      bytes = zstd_of(text) + skippable_zstd_frame("x") + zstd_of("more");
      break;
    case 3:
      bytes = utf16_of(text, below(random, 2) == 0);
      break;
    default:
      bytes = gzip_of(utf16_of(text, false));
      break;
  }
  bytes.resize(bytes.size() - below(random, 2) * below(random, bytes.size()));
  if (below(random, 4) != 0)
    mutate(bytes, random, "\x1F\x8B\x08\n\x28\xB5\x2F\xFD\n\xFF\xFE\n\xEF\xBB\xBF");
  return bytes;
}

}  // namespace lanescope
