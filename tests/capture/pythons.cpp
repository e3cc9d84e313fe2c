#include "tests/capture/pythons.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "tests/skip.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> kVersions{"3.10", "3.11",  "3.12", "3.13",
                                                    "3.14", "3.13t", "3.14t"};
constexpr char kTellVersion[] =
    "import sys; print(\"%d.%d\" % sys.version_info[:2] + \"t\" * (\"t\" in sys.abiflags))";

std::vector<std::string> split_path(const char* text) {
  std::vector<std::string> parts;
  std::stringstream stream(text == nullptr ? "" : text);
  for (std::string part; std::getline(stream, part, ':');) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

/// Files that may be interpreters.
std::vector<std::string> candidates() {
  if (const char* named = std::getenv("LANESCOPE_TEST_PYTHONS"); named != nullptr)
    return split_path(named);
  std::vector<std::string> files;
  const std::array names{"python3.10", "python3.11",  "python3.12",  "python3.13",
                         "python3.14", "python3.13t", "python3.14t", "python3"};
  for (const std::string& folder : split_path(std::getenv("PATH"))) {
    for (const char* name : names) files.push_back(folder + "/" + name);
  }
  const char* const home = std::getenv("HOME");
  const char* const pyenv = std::getenv("PYENV_ROOT");
  const fs::path root = pyenv != nullptr ? fs::path(pyenv) : fs::path(home ? home : "") / ".pyenv";
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(root / "versions", none)) {
    files.push_back(entry.path() / "bin/python3");
  }
  return files;
}

std::vector<Interpreter> find_pythons() {
  std::vector<Interpreter> found;
  for (const std::string& path : candidates()) {
    if (access(path.c_str(), X_OK) != 0) continue;
    const CommandResult asked = run_command("'" + path + "' -c '" + kTellVersion + "' 2>/dev/null");
    const std::string version = asked.output.substr(0, asked.output.find('\n'));
    const bool is_known = std::ranges::find(kVersions, version) != kVersions.end();
    const bool is_new = std::none_of(found.begin(), found.end(), [&](const Interpreter& other) {
      return other.version == version;
    });
    if (asked.code == 0 && is_known && is_new) found.push_back({path, version});
  }
  return found;
}

}  // namespace

const std::vector<Interpreter>& sampled_pythons() {
  static const std::vector<Interpreter> found = find_pythons();
  if (found.empty()) skip_case("no Python 3.10 to 3.14 on this machine");
  return found;
}

const std::vector<Interpreter>& pythons() {
  static const std::vector<Interpreter> found = [] {
    std::vector<Interpreter> with_gil = sampled_pythons();
    std::erase_if(with_gil, [](const Interpreter& each) { return !each.has_gil(); });
    return with_gil;
  }();
  if (found.empty()) skip_case("no Python 3.10 to 3.14 with the GIL on this machine");
  return found;
}

const Interpreter& sampled_python(const std::string& version) {
  const std::vector<Interpreter>& all = sampled_pythons();
  const auto of = std::ranges::find(all, version, &Interpreter::version);
  if (of == all.end()) skip_case("no Python " + version + " on this machine");
  return *of;
}

CommandResult run_command(const std::string& line) {
  CommandResult result;
  std::FILE* const pipe = popen(("exec 2>&1; " + line).c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> bytes{};
  for (std::size_t count = 0; (count = std::fread(bytes.data(), 1, bytes.size(), pipe)) != 0;) {
    result.output.append(bytes.data(), count);
  }
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

void write_below(const TempFolder& folder, const std::string& name, const std::string& text) {
  fs::create_directories((fs::path(folder.path()) / name).parent_path());
  folder.write(name, text);
}

std::string read_below(const TempFolder& folder, const std::string& name) {
  std::ifstream file(fs::path(folder.path()) / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace lanescope
