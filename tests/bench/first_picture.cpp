// How soon the window shows a trace's lanes, against how soon it shows itself empty, and how soon
// it shows all of it, against a bare load. Prints tab-separated rows; see README.md for the goals.
// Needs a display: `xvfb-run` gives one.
//
//   first_picture [--pairs N] FILE...
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/bench/child_process.h"
#include "tests/bench/paired_runs.h"

namespace {

using namespace lanescope::bench;
namespace fs = std::filesystem;

/// A whole picture may come so much later than the end of a bare load.
constexpr double kAllowanceS = 0.1;

std::optional<double> seconds_printed(const std::vector<std::string>& arguments) {
  const auto run = run_child(arguments);
  if (!run) return std::nullopt;
  return run->numbers()["seconds"];
}

Measure picture(const std::string& goal, const std::string& file = "") {
  return [=] {
    const std::int64_t start_ns =
        std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
    std::vector<std::string> arguments{sibling_program("picture_once"), goal,
                                       std::to_string(start_ns)};
    if (!file.empty()) arguments.push_back(file);
    return seconds_printed(arguments);
  };
}

bool measure(const fs::path& file, std::size_t pairs) {
  const std::string name = file.filename().string();
  const auto first = run_in_turn(pairs, picture("lanes", file.string()), picture("window"));
  const auto whole = run_in_turn(pairs, picture("whole", file.string()), [&file] {
    const auto load = seconds_printed({sibling_program("load_once"), file.string()});
    return load ? std::optional(*load + kAllowanceS) : std::nullopt;
  });
  if (!first || !whole) {
    fmt::print(stderr, "first_picture: {} could not be shown\n", file.string());
    return false;
  }
  print_ratio("P6", "first lanes / empty window", name, *first, 3.0);
  print_ratio("P6", "whole picture / (load + 100 ms)", name, *whole, 1.0);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t pairs = 9;
  std::vector<fs::path> files;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--pairs" && i + 1 < argc) {
      const std::string_view value = argv[++i];
      std::from_chars(value.data(), value.data() + value.size(), pairs);
    } else {
      files.emplace_back(argument);
    }
  }
  if (files.empty() || pairs == 0) {
    fmt::print(stderr, "usage: first_picture [--pairs N] FILE...\n");
    return 2;
  }
  print_header();
  bool all = true;
  for (const fs::path& file : files) all = measure(file, pairs) && all;
  return all ? 0 : 3;
}
