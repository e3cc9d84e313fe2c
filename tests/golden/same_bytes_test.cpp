// A list of trace events has no order: shuffled, it must give the same reports, byte for byte.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"
#include "tests/program_output.h"
#include "tests/shuffled_trace.h"

namespace fs = std::filesystem;
using namespace lanescope;

namespace {

fs::path traces() {
  return fs::path(source_folder()) / "tests" / "traces";
}

std::string read_file(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// What the program prints of the trace in the folder, which is called trace.json.
std::string printed(const TempFolder& folder, unsigned threads) {
  std::string all;
  for (const char* const arguments :
       {"report trace.json --json", "report trace.json --json --window whole", "report trace.json",
        "report trace.json --markdown", "report trace.json --only flame --json",
        "report trace.json --only ops --group-by stack --json",
        "report trace.json --only ops --group-by shape --json",
        "search trace.json 'dur>=0ns' --json",
        "event trace.json --find 'dur>=0ns' --nth 5 --json"}) {
    const PrintedOutput out = program_output(LANESCOPE_PROGRAM, arguments, folder.path(), threads);
    CHECK(out.code >= 0);
    all += std::string("$ ") + arguments + "\n" + out.text;
  }
  return all;
}

}  // namespace

TEST_CASE("the order of the events in the file changes no byte of what is printed") {
  for (const char* const name :
       {"training.json", "memory.json", "flows.json", "graph_launch.json", "sync_rows.json",
        "external_id_links.json", "external_id_copies.json", "zero_length.json",
        "partial_overlap.json", "counters.json", "instants.json", "legacy_names.json"}) {
    CAPTURE(std::string(name));
    const std::string text = read_file(traces() / name);
    REQUIRE(!text.empty());
    const TempFolder folder;
    folder.write("trace.json", text);
    const std::string expected = printed(folder, 1);
    for (const std::uint64_t seed : {1U, 2U}) {
      CAPTURE(seed);
      folder.write("trace.json", shuffled_trace(text, seed));
      CHECK(printed(folder, 2) == expected);
    }
  }
}

TEST_CASE("the order of the events changes no comparison of two runs or of ranks") {
  const auto compared = [](bool shuffled) {
    const TempFolder folder;
    fs::create_directory(folder.path() + "/ranks");
    for (const auto& entry : fs::directory_iterator(traces() / "ranks")) {
      const std::string text = read_file(entry.path());
      folder.write("ranks/" + entry.path().filename().string(),
                   shuffled ? shuffled_trace(text, 3) : text);
    }
    const std::string training = read_file(traces() / "training.json");
    folder.write("trace.json", shuffled ? shuffled_trace(training, 4) : training);
    folder.write("other.json", read_file(traces() / "memory.json"));
    return program_output(LANESCOPE_PROGRAM, "report ranks --json", folder.path(), 2).text +
           program_output(LANESCOPE_PROGRAM, "compare trace.json other.json --json", folder.path(),
                          2)
               .text;
  };
  CHECK(compared(false).size() > 1000);
  CHECK(compared(true) == compared(false));
}
