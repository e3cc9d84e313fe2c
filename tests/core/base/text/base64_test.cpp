#include "core/base/text/base64.h"

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

std::string encoded(std::string_view text, std::size_t piece) {
  Base64Encoder encoder;
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += piece)
    encoder.encode(text.substr(at, piece), out);
  encoder.finish(out);
  return out;
}

}  // namespace

TEST_CASE("base64 is that of RFC 4648, however the text is divided") {
  for (const std::size_t piece : {1U, 2U, 3U, 5U, 100U}) {
    CAPTURE(piece);
    CHECK(encoded("", piece).empty());
    CHECK(encoded("f", piece) == "Zg==");
    CHECK(encoded("fo", piece) == "Zm8=");
    CHECK(encoded("foo", piece) == "Zm9v");
    CHECK(encoded("foob", piece) == "Zm9vYg==");
    CHECK(encoded("fooba", piece) == "Zm9vYmE=");
    CHECK(encoded("foobar", piece) == "Zm9vYmFy");
    CHECK(encoded("\xFF\xFE\xFD", piece) == "//79");
  }
}

TEST_CASE("an encoder can be used for another text after it is finished") {
  Base64Encoder encoder;
  std::string out;
  encoder.encode("f", out);
  encoder.finish(out);
  encoder.encode("fo", out);
  encoder.finish(out);
  CHECK(out == "Zg==Zm8=");
}
