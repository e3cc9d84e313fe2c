// check_layers ROOT: reads every #include below ROOT/core, ROOT/capture and ROOT/app and holds it
// against the table in layers.h, and looks for types of one name, there and in ROOT/tests, and for
// calls of analyses outside of core/analysis/registry.h, for headers that only some systems have in
// files for all, and for std::from_chars of doubles, which not all have. Prints one line per
// breach; exits 1 when there is any, 3 when ROOT is no tree.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tools/layers.h"
#include "tests/tools/streets.h"
#include "tests/tools/type_names.h"

namespace fs = std::filesystem;
using namespace lanescope::layers;

namespace {

const std::vector<const char*> kTops{"core", "capture", "app", "tests"};

struct Include {
  std::string path;
  int line;
};

bool is_source(const fs::path& path) {
  return path.extension() == ".h" || path.extension() == ".cpp";
}

std::vector<std::string> source_files(const fs::path& root, const std::vector<const char*>& tops) {
  std::vector<std::string> files;
  for (const char* const top : tops) {
    if (!fs::is_directory(root / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (entry.is_regular_file() && is_source(entry.path())) {
        files.push_back(fs::relative(entry.path(), root).generic_string());
      }
    }
  }
  std::ranges::sort(files);
  return files;
}

// Returns what stands between the quotes or brackets of an #include line.
std::optional<std::string> included_path(std::string_view line) {
  auto skip_blanks = [&line] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  skip_blanks();
  if (!line.starts_with('#')) return std::nullopt;
  line.remove_prefix(1);
  skip_blanks();
  if (!line.starts_with("include")) return std::nullopt;
  line.remove_prefix(std::string_view("include").size());
  skip_blanks();
  if (line.empty() || (line[0] != '"' && line[0] != '<')) return std::nullopt;
  const std::size_t end = line.find(line[0] == '"' ? '"' : '>', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(line.substr(1, end - 1));
}

std::vector<Include> includes_of(const fs::path& file) {
  std::vector<Include> includes;
  std::ifstream stream(file);
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (auto path = included_path(line)) includes.push_back({*path, number});
  }
  return includes;
}

const Row* row_of(std::string_view file) {
  const Row* best = nullptr;
  for (const Row& row : kTable) {
    if (file.starts_with(row.folder) && (!best || row.folder.size() > best->folder.size())) {
      best = &row;
    }
  }
  return best;
}

std::string_view package_of(std::string_view include) {
  for (const Package& package : kPackages) {
    if (include.starts_with(package.header_prefix)) return package.name;
  }
  return {};
}

bool is_ours(std::string_view include) {
  return include.starts_with("core/") || include.starts_with("app/") ||
         include.starts_with("tests/") || include.starts_with("capture/");
}

bool names_word(std::string_view words, auto&& fits) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (fits(words.substr(0, end))) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

// Says why `row` forbids `include`, or nothing when it is allowed. Paths of ours must lead to a
// file when read from `root`.
std::string breach(const Row& row, std::string_view include, const fs::path& root) {
  if (is_ours(include)) {
    if (!fs::exists(root / include)) return "includes a file that is not there:";
    if (include.starts_with(row.folder)) return {};
    const bool allowed =
        names_word(row.may, [&](std::string_view word) { return include.starts_with(word); });
    return allowed ? std::string{} : std::string(row.folder) + " may not include";
  }
  if (const std::string_view package = package_of(include); !package.empty()) {
    const bool allowed =
        names_word(row.may, [&](std::string_view word) { return word == package; });
    return allowed ? std::string{}
                   : std::string(row.folder) + " may not use " + std::string(package) + ":";
  }
  return {};
}

const Street* street_of(std::string_view path) {
  const auto found = std::ranges::find_if(
      kStreets, [path](const Street& street) { return path.starts_with(street.folder); });
  return found == kStreets.end() ? nullptr : &*found;
}

/// "core/view/" of "core/view/lanes/".
std::string_view floor_of(const Street& street) {
  return street.folder.substr(0, street.folder.rfind('/', street.folder.size() - 2) + 1);
}

bool has_streets(std::string_view floor) {
  return std::ranges::any_of(kStreets,
                             [floor](const Street& street) { return floor_of(street) == floor; });
}

/// Whether the file stands in a folder of a floor with streets that is none of them.
bool is_in_unknown_street(std::string_view file) {
  const std::size_t floor = file.find('/', file.find('/') + 1);
  const bool below = floor != std::string_view::npos && file.find('/', floor + 1) != file.npos;
  return below && has_streets(file.substr(0, floor + 1)) && street_of(file) == nullptr;
}

/// Says why the street of `file` forbids `include`, or nothing when it is allowed.
std::string street_breach(std::string_view file, std::string_view include) {
  const Street* const from = street_of(file);
  const Street* const to = street_of(include);
  if (from == nullptr || to == nullptr || from == to || floor_of(*from) != floor_of(*to)) return {};
  std::string_view name = to->folder.substr(floor_of(*to).size());
  name.remove_suffix(1);
  const bool allowed =
      names_word(from->may, [name](std::string_view word) { return word == name; });
  return allowed ? std::string{} : std::string(from->folder) + " may not reach into";
}

/// A hall that nobody finds anything in.
int count_full_folders(const std::vector<std::string>& files) {
  constexpr int kMost = 40;
  std::map<std::string, int> folders;
  for (const std::string& file : files) ++folders[file.substr(0, file.rfind('/'))];
  int full = 0;
  for (const auto& [folder, count] : folders) {
    if (count <= kMost) continue;
    std::printf("%s: has %d files, more than %d\n", folder.c_str(), count, kMost);
    ++full;
  }
  return full;
}

/// "_web" of "app/main_web.cpp"; empty: for all systems.
std::string_view system_of(std::string_view file) {
  file = file.substr(0, file.rfind('.'));
  const auto* const found =
      std::ranges::find_if(kSystems, [file](auto system) { return file.ends_with(system); });
  return found == kSystems.end() ? std::string_view() : *found;
}

/// Says why a header of some systems is not for `file`, or nothing.
std::string system_breach(const std::string& file, std::string_view include, const fs::path& root) {
  const auto begins = [](std::string_view text) {
    return [text](std::string_view start) { return text.starts_with(start); };
  };
  if (std::ranges::none_of(kSystemHeaders, begins(include)) ||
      std::ranges::find(kOnEachSystem, include) != kOnEachSystem.end() ||
      std::ranges::any_of(kForLinuxAlone, begins(file)) || !system_of(file).empty())
    return {};
  const bool replaced = fs::exists(root / (file.substr(0, file.rfind('.')) + "_windows.cpp"));
  return replaced ? std::string() : "is for every system, but not";
}

int count_name_breaches(const fs::path& root) {
  std::map<std::string_view, TypePlaces> places;  // by system: files are compiled instead of others
  int breaches = 0;
  for (const std::string& file : source_files(root, kTops)) {
    if (file.starts_with("tests/tools/bad_tree/")) continue;
    std::ifstream stream(root / file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const std::string found = add_types(text, file, places[system_of(file)]);
    std::fputs(found.c_str(), stdout);
    breaches += static_cast<int>(std::ranges::count(found, '\n'));
  }
  return breaches;
}

/// A call of an analysis where its result is not asked for, in AnalysisResults: it would be
/// computed once more. Definitions and declarations stand at the front of their line.
int count_analysis_calls(const fs::path& root, const std::string& file) {
  if (!file.starts_with("core/") && !file.starts_with("app/")) return 0;
  if (file == "core/analysis/registry.h") return 0;
  static const std::regex kCall(R"(^ +[^/]*\banalyse_\w+\()");
  int breaches = 0, number = 0;
  std::ifstream stream(root / file);
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (!std::regex_search(line, kCall)) continue;
    std::printf("%s:%d: calls an analysis: ask AnalysisResults for what it found\n", file.c_str(),
                number);
    ++breaches;
  }
  return breaches;
}

/// Reads of doubles by std::from_chars, of which the page's C++ library has only those of integers.
int count_double_reads(const fs::path& root, const std::string& file) {
  if (file == "core/base/text/decimal.cpp") return 0;
  static const std::regex kRead(R"(std::from_chars\([^;]*, (\w+)\))");
  std::ifstream stream(root / file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  int breaches = 0;
  for (std::sregex_iterator read(text.begin(), text.end(), kRead), end; read != end; ++read) {
    const std::regex declaration("\\b(double|float) " + (*read)[1].str() + "\\b");
    if (!std::regex_search(text, declaration)) continue;
    const auto line = std::count(text.begin(), text.begin() + read->position(), '\n') + 1;
    std::printf("%s:%d: reads a double with std::from_chars: use core/base/text/decimal.h\n",
                file.c_str(), static_cast<int>(line));
    ++breaches;
  }
  return breaches;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 2 || !fs::is_directory(arguments[1])) {
    std::fprintf(stderr, "usage: check_layers ROOT\n");
    return 3;
  }
  const fs::path root = arguments[1];
  const std::vector<std::string> files = source_files(root, {"core", "capture", "app"});
  if (files.empty()) {
    std::fprintf(stderr, "check_layers: no sources below %s\n", arguments[1]);
    return 3;
  }
  int breaches = count_name_breaches(root) + count_full_folders(source_files(root, kTops));
  for (const std::string& file : files) {
    const Row* row = row_of(file);
    if (!row) {
      std::printf("%s: no row of tests/tools/layers.h fits this file\n", file.c_str());
      ++breaches;
      continue;
    }
    if (is_in_unknown_street(file)) {
      std::printf("%s: no row of tests/tools/streets.h fits this file\n", file.c_str());
      ++breaches;
    }
    breaches += count_analysis_calls(root, file) + count_double_reads(root, file);
    for (const Include& include : includes_of(root / file)) {
      std::string why = breach(*row, include.path, root);
      if (why.empty()) why = street_breach(file, include.path);
      if (why.empty()) why = system_breach(file, include.path, root);
      const std::string debt = file + " includes " + include.path;
      if (why.empty() || std::ranges::find(kDebts, debt) != kDebts.end()) continue;
      std::printf("%s:%d: %s %s\n", file.c_str(), include.line, why.c_str(), include.path.c_str());
      ++breaches;
    }
  }
  std::printf("%zu files, %d breaches\n", files.size(), breaches);
  return breaches == 0 ? 0 : 1;
}
