// check_invariants ROOT LINES: counts the checks of invariants (core/base/check.h and
// capture/agent/check.h) in the folders where most is assumed, with all below them, and wants one
// for each LINES lines at least. Prints a line for each folder; exits 1 when one has too few, 3
// when ROOT has none of the folders.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace fs = std::filesystem;

namespace {

constexpr std::array kFolders{"core/store", "core/build", "core/readers", "capture"};
constexpr std::array<std::string_view, 3> kChecks{"LANESCOPE_CHECK(", "LANESCOPE_SLOW_CHECK(",
                                                  "LANESCOPE_AGENT_CHECK("};

struct Count {
  std::size_t lines = 0, checks = 0;
};

/// Neither what a comment says of a check nor its definition is one.
bool is_code(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return !line.starts_with("//") && !line.starts_with('#');
}

void add_file(const fs::path& path, Count& count) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    ++count.lines;
    if (!is_code(line)) continue;
    for (const std::string_view check : kChecks)
      count.checks += line.find(check) != std::string::npos ? 1U : 0U;
  }
}

Count count_below(const fs::path& folder) {
  Count count;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const bool is_source = entry.path().extension() == ".h" || entry.path().extension() == ".cpp";
    if (entry.is_regular_file() && is_source) add_file(entry.path(), count);
  }
  return count;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const long lines = argument_count == 3 ? std::strtol(arguments[2], nullptr, 10) : 0;
  if (lines <= 0) {
    std::fprintf(stderr, "usage: check_invariants ROOT LINES\n");
    return 3;
  }
  int found = 0, sparse = 0;
  for (const char* const folder : kFolders) {
    const fs::path path = fs::path(arguments[1]) / folder;
    if (!fs::is_directory(path)) continue;
    ++found;
    const Count count = count_below(path);
    const bool is_enough = count.checks * static_cast<std::size_t>(lines) >= count.lines;
    sparse += is_enough ? 0 : 1;
    std::printf("%s: %zu checks in %zu lines%s\n", folder, count.checks, count.lines,
                is_enough ? "" : ", too few");
  }
  if (found == 0) std::fprintf(stderr, "check_invariants: nothing to count in %s\n", arguments[1]);
  if (found == 0) return 3;
  if (sparse != 0) std::printf("one for %ld lines is wanted: see core/base/check.h\n", lines);
  return sparse == 0 ? 0 : 1;
}
