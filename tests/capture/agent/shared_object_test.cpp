// The shared object is loaded into other people's programs: checks its dependencies and exported
// symbols.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "tests/paths.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

/// The output of a command; empty if its program is not installed.
std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* const pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return text;
  char bytes[4096];
  for (std::size_t got; (got = std::fread(bytes, 1, sizeof bytes, pipe)) > 0;)
    text.append(bytes, got);
  pclose(pipe);
  return text;
}

std::string shared_object() {
  return "'" + binary_folder() + "/liblanescope_inject.so'";
}

}  // namespace

TEST_CASE("the agent shows its entry points and nothing else") {
  std::istringstream lines(output_of("nm -D --defined-only " + shared_object()));
  std::set<std::string> shown;
  for (std::string address, kind, name; lines >> address >> kind >> name;) shown.insert(name);
  if (shown.empty() && output_of("nm --version").empty()) skip_case("nm is not installed");
  CHECK(shown == std::set<std::string>{"InitializeInjection", "InitializeInjectionNvtx",
                                       "InitializeInjectionNvtx2", "lanescope_conflict",
                                       "lanescope_counter", "lanescope_flush",
                                       "lanescope_flush_at_end", "lanescope_option",
                                       "lanescope_start", "lanescope_when_stopped"});
}

TEST_CASE("nothing of CUDA is needed to build a capture") {
  std::size_t files = 0;
  for (const char* folder : {"/capture", "/tests/capture/fake", "/tests/capture/agent"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(source_folder() + folder)) {
      const std::string kind = entry.path().extension().string();
      if (kind != ".h" && kind != ".cpp") continue;
      ++files;
      CAPTURE(entry.path().string());
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("#include")) continue;
        CAPTURE(line);
        const std::string name = line.substr(line.find_first_of("<\"") + 1);
        CHECK_FALSE(name.starts_with("cu"));  // cuda.h, cuda_runtime.h, cupti.h …
        CHECK_FALSE(name.starts_with("nv"));
      }
    }
  }
  CHECK(files > 100);
}

TEST_CASE("the agent needs the C library only") {
  std::istringstream lines(output_of("readelf -d " + shared_object()));
  std::size_t needed = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("(NEEDED)") == std::string::npos) continue;
    ++needed;
    CAPTURE(line);
    bool of_c = false;
    for (const char* library :
         {"[libc.so", "[libdl.so", "[libpthread.so", "[libm.so", "[ld-linux", "[libc.musl"})
      of_c = of_c || line.find(library) != std::string::npos;
    CHECK(of_c);
  }
  if (needed == 0 && output_of("readelf --version").empty()) skip_case("readelf is not installed");
  CHECK(needed > 0);
}
