#include "tests/fuzz/mutate/trace_bases.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/core/fixtures/generated_trace.h"
#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

using Texts = std::vector<std::string>;

/// The JSON files of a folder, by name, so that a seed means the same everywhere.
Texts texts_in(const fs::path& folder, const std::string& prefix = {}) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".json") && name.starts_with(prefix)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  Texts texts;
  for (const fs::path& path : files) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

fs::path traces_folder() {
  return fs::path(source_folder()) / "tests/traces";
}

/// Where shrink_traces leaves its files.
fs::path real_folder() {
  const char* const named = std::getenv("LANESCOPE_FUZZ_TRACES");
  return named != nullptr ? fs::path(named) : fs::path(binary_folder()) / "fuzz_traces";
}

const Texts& real_traces() {
  static const Texts texts = [] {
    Texts all = texts_in(fs::path(source_folder()) / "tests/fuzz/traces");
    for (std::string& text : texts_in(real_folder())) all.push_back(std::move(text));
    return all;
  }();
  return texts;
}

const Texts& small_traces() {
  static const Texts texts = texts_in(traces_folder());
  return texts;
}

const std::string& training_trace() {
  static const Texts texts = texts_in(traces_folder(), "training");
  return texts.front();
}

std::string made_up(std::mt19937_64& random) {
  return trace_text(generated_events(random(), 1 + below(random, 25)),
                    kTraceLayouts[below(random, kTraceLayouts.size())],
                    below(random, 6) == 0 ? TraceForm::BareArray : TraceForm::Object);
}

}  // namespace

std::string base_trace(std::mt19937_64& random) {
  const std::size_t kind = below(random, 8);
  if (kind < 3) return real_traces()[below(random, real_traces().size())];
  if (kind < 4) return training_trace();
  if (kind < 6) return made_up(random);
  return small_traces()[below(random, small_traces().size())];
}

std::vector<std::string> base_ranks(std::mt19937_64& random) {
  static const Texts small = texts_in(traces_folder() / "ranks", "rank");
  static const Texts real = texts_in(real_folder() / "ranks");
  return real.size() >= 2 && below(random, 2) == 0 ? real : small;
}

}  // namespace lanescope
