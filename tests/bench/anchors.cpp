#include "tests/bench/anchors.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::bench {
namespace {

constexpr std::uintmax_t kLargestForPython = 300'000'000;

Measure running(std::vector<std::string> arguments, Output output = Output::Keep) {
  return
      [arguments = std::move(arguments), output] { return seconds(run_child(arguments, output)); };
}

}  // namespace

std::optional<double> seconds(const std::optional<ChildRun>& run) {
  return run ? std::optional(run->seconds) : std::nullopt;
}

std::optional<ChildRun> load(const std::filesystem::path& file, unsigned threads) {
  return run_child({sibling_program("load_once"), file.string(), std::to_string(threads)});
}

Measure loading(const std::filesystem::path& file, unsigned threads) {
  return [=] { return seconds(load(file, threads)); };
}

Measure walking(const std::filesystem::path& file) {
  return running({sibling_program("floor_walk"), file.string(), "2"});
}

Measure walking_packets(const std::filesystem::path& file) {
  return running({sibling_program("packet_walk"), file.string()});
}

Measure selecting(const std::filesystem::path& database) {
  return running({sibling_program("sqlite_walk"), database.string()});
}

Measure inflating(const std::filesystem::path& gzip_file) {
  return running({"gzip", "-dc", gzip_file.string()}, Output::Drop);
}

Measure parsing_in_python(const std::filesystem::path& file) {
  return running(
      {"python3", "-c", "import json, sys; json.load(open(sys.argv[1]))", file.string()});
}

bool fits_python(const std::filesystem::path& file) {
  return std::filesystem::file_size(file) <= kLargestForPython;
}

}  // namespace lanescope::bench
