#include "core/readers/sniff.h"

#include <string>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

using namespace std::string_literals;

/// Of an uncompressed file with these bytes.
std::string reported(const std::string& bytes, const std::string& path = "trace.json") {
  return foreign_format(bytes, bytes, path).value_or("");
}

bool says(const std::string& advice, const char* part) {
  return advice.find(part) != std::string::npos;
}

TEST_CASE("Traces are not taken for something else") {
  CHECK(reported(R"({"schemaVersion": 1, "traceEvents": [{"ph": "X"}]})").empty());
  CHECK(reported("\n[\n  {\"ph\": \"X\"}").empty());
  CHECK(reported("\n{\"traceEvents\": [").empty());
  CHECK(reported("[]").empty());
  CHECK(reported("{").empty());
  CHECK(reported(R"({"metadata": {"schema": 1}, "nodes": 4, "traceEvents": [)").empty());
  CHECK(reported(R"({"schemaVersion": 1, "schema": "x", "nodes": 4})").empty());
  CHECK(reported(R"({"deviceProperties": [{"id": 0}], "x": ")" + std::string(70'000, 'x')).empty());
}

TEST_CASE("Archives and other binaries are named") {
  CHECK(reported("PK\x03\x04\x14"s) == "a zip archive: unpack it first");
  CHECK(reported("\x89LSRANK\n\x01"s) ==
        "the summary of a rank, not a trace: `lanescope info` prints it and names its trace");
  CHECK(foreign_format("\x1f\x8b\x08"s, "\x89LSRANK\n\x01"s, "rank0.rank.gz") ==
        "the compressed summary of a rank: decompress it first, then `lanescope info` prints it");
  const std::string twice = "compressed twice: decompress it once";
  CHECK(foreign_format("\x1f\x8b\x08"s, "\x1f\x8b\x08"s, "run.pftrace.gz") == twice);
  CHECK(foreign_format("\x1f\x8b\x08"s, "\x28\xB5\x2F\xFD"s, "trace.json.gz") == twice);
  CHECK(reported("trace.json" + std::string(247, '\0') + "ustar\0"s) ==
        "a tar archive: unpack it first");
  CHECK(says(reported("\x7F"
                      "ELF\x02\x01"s),
             "program"));
  CHECK(says(reported("\x89PNG\r\n"s), "PNG"));
  CHECK(says(reported("tZst\0\0"s), "Tracy"));
  CHECK(says(reported("tr\xFDP\x01"s), "Tracy"));
  CHECK(says(reported("\xFD"
                      "7zXZ\0"s),
             "xz"));
  CHECK(says(reported("<!DOCTYPE html>\n<html>"s), "HTML"));
  CHECK(says(reported("SQLite format 3\0\x10\0 CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL"s),
             "Nsight Systems"));
  CHECK(says(reported("SQLite format 3\0\x10\0 rocpd_string4 rocpd_metadata"s), "RPD or rocpd"));
  CHECK(says(reported("SQLite format 3\0\x10\0"s), "SQLite"));
  CHECK(says(reported("SQLite format 3\0\x10\0 StringTable CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"s),
             "nvprof"));
  for (const std::string& advice :
       {reported("anything", "run/report1.nsys-rep"), reported("anything", "run/report1.qdrep"),
        reported("NVIDIA Tegra Profiler Report 2025@6@1@190", "renamed")}) {
    CHECK(says(advice, "Nsight Systems"));
    CHECK(says(advice, "nsys export --type sqlite"));
  }
}

TEST_CASE("An empty file is said to be empty, whatever its name") {
  for (const char* name : {"trace.json", "run.nsys-rep", "run.qdstrm"})
    CHECK(reported("", name) == "empty: nothing was ever written to it; record again");
}

TEST_CASE("Profiles in the older formats of gperftools are told how to be converted") {
  const std::string header("\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x10\x27", 26);
  CHECK(says(reported(header), "pprof -proto"));
  CHECK(says(reported("heap profile:      3:     1548 [   17:  95104] @ heap/1048576\n"s),
             "pprof -proto"));
}

TEST_CASE("A part of a recording names the recording that includes it") {
  const std::string chunk("LCHK\0\0\0\0\0\0\0\0"s);
  CHECK(reported(chunk, "/data/run.lanes.part000003") ==
        "a part of a recording: open run.lanes beside it, which includes it");
  CHECK(reported(chunk, "copied") ==
        "a part of a recording: open the .lanes file that was beside it");
}

TEST_CASE("Pickles of anything are named") {
  CHECK(says(reported("\x80\x02}q\x01X\x05"s), "pickle"));
  CHECK(reported("\x80"s).empty());
}

TEST_CASE("A Perfetto trace is told from JSON that starts with a line break, and from others") {
  const auto format_of = [](const std::string& bytes) {
    const NativeFormat* format = find_native_format({bytes, {}});
    return format == nullptr ? "" : std::string(format->name);
  };
  const std::string packet = "\x0A\x06\x50\x01\x9A\x06\x01\x00"s;  // of a type that is not known
  const std::string event = "\x0A\x08\x40\x05\x50\x01\x5A\x02\x48\x03"s;
  CHECK(format_of(event) == "perfetto");
  CHECK(format_of(event + packet) == "perfetto");
  CHECK(format_of("\x18\x96\x01"s + event + event) == "perfetto");  // behind an unknown field
  CHECK(format_of("\x0A\x80\x80\x10\x40\x05"s) == "perfetto");      // a long packet
  CHECK(format_of("\n{\"a\": 1}\n"s).empty());
  CHECK(format_of("\x0A\x04\x08\x01\x10\x02\x0A\x03\x08\x01\x01"s).empty());
}

TEST_CASE("What is named as a database and is none may be encrypted") {
  const std::string bytes = "\x93\x01\xFE random";
  for (const char* const name : {"run.sqlite", "run.rpd", "1_results.db"}) {
    CHECK(says(reported(bytes, name), "may be encrypted or damaged"));
    CHECK(reported("[]", name).empty());
  }
  CHECK(reported(bytes, "run.json").empty());
}

TEST_CASE("JSON of another kind is named") {
  CHECK(says(
      reported(R"({"schema": "1.1.1-chakra.0.0.4", "pid": 1, "start_ts": 5, "nodes": [{"id": 1)"),
      "execution trace"));
  CHECK(reported(R"({"schema": 1, "name": "x", "list": [{"id": 1)").empty());
  CHECK(says(reported(R"({"cells": [], "nbformat": 4})"), "notebook"));
}

TEST_CASE("Any other text may be a trace with errors") {
  CHECK(reported("hello world\n").empty());
}

TEST_CASE("Files without anything in them say so") {
  CHECK(reported("") == "empty: nothing was ever written to it; record again");
  CHECK(says(reported(std::string(4096, '\0')), "zero bytes"));
  CHECK(foreign_format("\x1F\x8B\x08\x01", "", "x.gz") ==
        "compressed but empty: the file may be truncated; copy it again");
}

TEST_CASE("What is inside a compressed file counts too") {
  CHECK(foreign_format("\x1F\x8B\x08", "x" + std::string(256, '\0') + "ustar", "x.tar.gz") ==
        "a tar archive: unpack it first");
  CHECK(says(*foreign_format("\x28\xB5\x2F\xFD", R"({"cells": [], "nbformat": 4})", "x.zst"),
             "notebook"));
}

}  // namespace
}  // namespace lanescope
