// A recording with every kind of record is in the folder of traces, so that what the program prints
// and shows of it can be compared with what it was.
#include "tests/core/fixtures/made_recording.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/fixtures/snapshot_text.h"
#include "tests/paths.h"

using namespace lanescope;

TEST_CASE("the recording among the traces is the one that is made") {
  const std::string path = source_folder() + "/tests/traces/recording.lanes";
  const char* const renew = std::getenv("LANESCOPE_RENEW_GOLDEN");
  if (renew != nullptr && std::string(renew) == "1")
    std::ofstream(path, std::ios::binary) << made_recording();
  std::ifstream file(path, std::ios::binary);
  CHECK(std::string{std::istreambuf_iterator<char>(file), {}} == made_recording());
  const auto loaded = load_trace(path);
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  CHECK(snapshot_faults(trace).empty());
}

TEST_CASE("a name that a program gives a thread counts more than its number") {
  const auto loaded = load_trace(source_folder() + "/tests/traces/recording.lanes");
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  std::vector<std::string> names;
  for (const Track& track : trace.tracks) {
    if (trace.text(track.process) == "70") names.emplace_back(trace.text(track.name));
  }
  CHECK(std::ranges::count(names, "loader") == 1);
}
