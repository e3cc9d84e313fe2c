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

TEST_CASE("profiles are told by their content, whatever their names") {
  CHECK(format_of(R"({"$schema": "https://www.speedscope.app/file-format-schema.json", "sha)") ==
        "speedscope");
  CHECK(format_of(R"({"profiles": [], "shared": {"frames": [)") == "speedscope");
  CHECK(format_of(R"({"$schema": "https://example.org/other.json", "shared": {}, "profiles": [)")
            .empty());
  CHECK(format_of("main;run;aten::mm 1204\nmain;run 3\n") == "collapsed-stacks");
  CHECK(format_of("main (a.py:1);run (a.py:2) 7\nnot a stack\nmain (a.py:1) 2\n") ==
        "collapsed-stacks");
  CHECK(format_of("# remark\nmain;run 0.25\n") == "collapsed-stacks");
  CHECK(format_of("main\t7\nrun\t3\n") == "collapsed-stacks");
  CHECK(format_of("a sentence; with 12\nlines of text\nand more of it\n").empty());
  CHECK(format_of("line 1\n").empty());
  CHECK(format_of("1 2\n3 4\n").empty());
  CHECK(
      format_of("# ========\n# captured on: today\n\n"
                "python 12/34 [003] 56.789012:   1010 cycles:u: \n\t 7f12 malloc+0x1 (/l.so)\n") ==
      "perf-script");
  CHECK(format_of("at 12:30: nothing\n").empty());
}

TEST_CASE("a profile of pprof is told from a trace of Perfetto, which begins like it") {
  CHECK(format_of("\x0A\x04\x08\x01\x10\x02\x12\x06\x0A\x01\x01\x12\x01\x05"s) == "pprof");
  // Go writes the time first.
  CHECK(format_of("\x48\x05\x0A\x04\x08\x01\x10\x02\x12\x06\x0A\x01\x01\x12\x01\x05"s) == "pprof");
  CHECK(format_of("\x0A\x04\x08\x01\x10\x02\x0A\x04\x08\x01\x10\x02"s).empty());
  CHECK(format_of("\x0A\x04\x08\x01\x18\x02\x12\x02\x0A\x00"s).empty());
  CHECK(format_of("\n{\"a\": 1}\n"s).empty());
}
