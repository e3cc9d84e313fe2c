#include "core/base/bytes/pack.h"

#include <string>

#include <doctest/doctest.h>

#include "core/base/bytes/unpack.h"

using namespace lanescope;

TEST_CASE("what is packed is unpacked to the same bytes") {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "step " + std::to_string(i % 7) + '\0';
  const std::string packed = pack_zstd(text, 12);
  CHECK(packed.size() < text.size() / 10);
  CHECK(unpack_zstd(packed, text.size()) == text);
  CHECK(pack_zstd(text, 12) == packed);
  CHECK(unpack_zstd(pack_zstd("", 12), 0) == "");
}
