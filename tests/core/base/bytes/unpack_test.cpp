#include "core/base/bytes/unpack.h"

#include <string>
#include <zstd.h>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

using namespace std::string_literals;

// zlib.compress(b"lanes" * 3)
const std::string kZlib = "\x78\x9c\xcb\x49\xcc\x4b\x2d\xce\x81\x13\x00\x31\xa1\x06\x3a"s;

TEST_CASE("what zlib packed is unpacked, up to a limit") {
  CHECK(unpack_zlib(kZlib, 1'000) == "laneslaneslanes");
  CHECK_FALSE(unpack_zlib(kZlib, 14));
}

TEST_CASE("damaged and cut off bytes are not unpacked") {
  CHECK_FALSE(unpack_zlib("anything", 1'000));
  CHECK_FALSE(unpack_zlib(kZlib.substr(0, 8), 1'000));
  CHECK_FALSE(unpack_zlib("", 1'000));
  CHECK_FALSE(unpack_zstd("anything", 1'000));
  CHECK_FALSE(unpack_zstd("", 1'000));
}

TEST_CASE("frames of zstd are unpacked one after the other") {
  const std::string text(300'000, 'x');
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 1));
  CHECK(unpack_zstd(frame, text.size()) == text);
  CHECK(unpack_zstd(frame + frame, 2 * text.size()) == text + text);
  CHECK_FALSE(unpack_zstd(frame, text.size() - 1));
  CHECK_FALSE(unpack_zstd(frame.substr(0, frame.size() - 3), text.size()));
}

}  // namespace
}  // namespace lanescope
