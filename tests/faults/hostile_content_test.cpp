// What a trace may hold to do harm: names that command a terminal, of a megabyte, in nests without
// end.
#include <algorithm>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/faults/program_run.h"

namespace lanescope {
namespace {

std::string traced(const std::string& events) {
  return "{\"schemaVersion\":1,\"traceEvents\":[" + events + "]}";
}

/// An operator, its launch and its kernel, twice and 5 ms apart, all of that name.
std::string launches(const std::string& name) {
  std::string events;
  for (const int at : {0, 5000}) {
    events += fmt::format(
        R"({{"ph":"X","cat":"cpu_op","name":"{0}","pid":1,"tid":1,"ts":{1},"dur":100,"args":{{"External id":{3},"{0}":"{0}"}}}},)"
        R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{1},"dur":20,"args":{{"correlation":{3},"External id":{3}}}}},)"
        R"({{"ph":"X","cat":"kernel","name":"{0}","pid":0,"tid":7,"ts":{2},"dur":500,"args":{{"device":0,"stream":7,"correlation":{3},"External id":{3}}}}},)",
        name, at, at + 50, at + 1);
  }
  return events +
         fmt::format(
             R"({{"ph":"M","name":"process_name","pid":1,"args":{{"name":"{0}"}}}},)"
             R"({{"ph":"X","cat":"python_function","name":"a.py(1): {0}","pid":1,"tid":1,"ts":0,"dur":9000,"args":{{"Python id":1}}}},)"
             R"({{"ph":"C","name":"{0}","pid":1,"ts":1,"args":{{"{0}":1}}}},)"
             R"({{"ph":"?","name":"{0}","pid":1,"tid":1,"ts":1}})",
             name);
}

/// What a terminal would obey: control bytes but line ends, C1 controls, what turns the direction
/// of writing.
bool has_commands(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return true;
    const std::string_view rest = std::string_view(text).substr(i);
    if (byte == 0xC2 && rest.size() > 1 && static_cast<unsigned char>(rest[1]) < 0xA0) return true;
    for (const char* const turn : {"\u202E", "\u202A", "\u2066", "\u2069", "\u200F", "\u061C"}) {
      if (rest.starts_with(turn)) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("no name of a trace commands the terminal, whatever is printed") {
  const TempFolder folder;
  // Escapes of JSON and the same as bytes.
  const std::string name =
      R"(a\u001b[31mRED\u001b]0;t\u0007\u009b31m\u202eevil\u2066x\u061c\r\n\t%n%s{}`$(id)`)"
      "\u009b31m\u202E\u200F\x7F";
  folder.write("a.json", traced(launches(name)));
  for (const char* const work :
       {"info a.json", "info a.json --json", "report a.json", "report a.json --json",
        "report a.json --markdown", "search a.json a", "search a.json a --json",
        "event a.json --find RED", "event a.json --find RED --json", "event a.json --find cudaL",
        "compare a.json a.json --json", "compare a.json a.json", "compare a.json a.json --markdown",
        "search a.json $'x\\e[31m\u202e'", "info $'no\\e[31m\u202esuch'"}) {
    CAPTURE(work);
    const Ended ended = run(folder, fmt::format("timeout 20 $L {} > out", work));
    const bool missing = std::string_view(work).find("such") != std::string_view::npos;
    CHECK(ended.code == (missing ? kUnusable : 0));
    const std::string out = text_of(folder.path() + "/out");
    CHECK(out.empty() == missing);
    CHECK_FALSE(has_commands(out));
    CHECK_FALSE(has_commands(ended.errors));
  }
}

TEST_CASE("names of a megabyte are cut where they are shown") {
  const TempFolder folder;
  folder.write("a.json", traced(launches(std::string(1'000'000, 'N'))));
  for (const char* const work : {"info a.json", "report a.json", "report a.json --markdown",
                                 "search a.json N", "compare a.json a.json"}) {
    CAPTURE(work);
    CHECK(run(folder, fmt::format("timeout 20 $L {} > out", work)).code == 0);
    CHECK(text_of(folder.path() + "/out").size() > 50);
    CHECK(std::filesystem::file_size(folder.path() + "/out") < 100'000);
  }
}

TEST_CASE("nests of twenty thousand events are read, summed up and drawn") {
  constexpr int kDepth = 20'000;
  const TempFolder folder;
  std::string slices;
  std::string asyncs;
  for (int i = 0; i < kDepth; ++i) {
    slices += fmt::format(
        R"({{"ph":"X","cat":"python_function","name":"f.py({0}): f{0}","pid":1,"tid":1,"ts":{0},"dur":{1}}},)",
        i, 4 * kDepth - 2 * i);
    asyncs += fmt::format(R"({{"ph":"b","cat":"c","name":"a","id":1,"pid":1,"ts":{}}},)", i);
  }
  for (int i = kDepth; i > 0; --i)
    asyncs +=
        fmt::format(R"({{"ph":"e","cat":"c","name":"a","id":1,"pid":1,"ts":{}}},)", 3 * kDepth - i);
  folder.write("slices.json", traced(slices + launches("k")));
  folder.write("asyncs.json", traced(asyncs + launches("k")));
  for (const char* const work :
       {"info slices.json", "report slices.json --json", "convert slices.json -o out.json",
        "event slices.json --find f19999", "screenshot asyncs.json -o a.png",
        "screenshot slices.json -o a.png --tab flame"}) {
    CAPTURE(work);
    CHECK(run(folder, fmt::format("timeout 60 $L {}", work)).code == 0);
  }
}

TEST_CASE("arguments that nest too deep to be taken apart are shown as they are") {
  const TempFolder folder;
  folder.write("a.json",
               traced(R"({"ph":"X","name":"deep","pid":1,"tid":1,"ts":1,"dur":1,"args":{"a":)" +
                      std::string(100'000, '[') + std::string(100'000, ']') + "}}"));
  CHECK(run(folder, "timeout 20 $L event a.json --find deep > out").code == 0);
  const std::string out = text_of(folder.path() + "/out");
  CHECK(std::ranges::count(out, '[') == 100'000);
  CHECK(std::ranges::count(out, ']') == 100'000);
}

}  // namespace lanescope
