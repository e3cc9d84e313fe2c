#include "core/readers/converted_format.h"

#include <string>

#include <doctest/doctest.h>

using namespace lanescope;
using namespace std::string_literals;

namespace {

std::string format_of(const std::string& head) {
  const ConvertedFormat* format = find_converted_format(head);
  return format == nullptr ? "" : std::string(format->name);
}

}  // namespace

TEST_CASE("files about memory are told from traces by how they begin") {
  CHECK(format_of("\x80\x04\x95\0}\x94(\x8c\x08segments\x94"s) == "cuda-memory-snapshot");
  CHECK(format_of("\x80\x02}q\x01X\x05"s).empty());
  CHECK(format_of("[[1712707046592930, 1712707046592930, 1712707046832037, 17127070468, 5], [[0") ==
        "memory-timeline");
  CHECK(format_of(" [ [-1, 1, 37888, 7], [-1, 1, 512, 7]") == "raw-memory-timeline");
  CHECK(format_of("[{\"ph\":\"X\"}]").empty());
  CHECK(format_of("[[]]").empty());
  CHECK(format_of("[[\"a\"]]").empty());
  CHECK(format_of("").empty());
}
