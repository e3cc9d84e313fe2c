#include "tests/corpus/corpus.h"

#include <algorithm>
#include <cstdlib>

#include <doctest/doctest.h>

#include "tests/paths.h"
#include "tests/skip.h"

namespace lanescope {

namespace fs = std::filesystem;

fs::path corpus_folder() {
  const char* named = std::getenv("LANESCOPE_CORPUS");
  const fs::path folder =
      named != nullptr ? fs::path(named) : fs::path(source_folder()) / "../shared/traces";
  if (fs::is_directory(folder)) return folder;
  skip_case("no corpus at " + folder.string() + " (LANESCOPE_CORPUS names it)");
}

std::vector<CorpusTrace> corpus_traces(const fs::path& folder) {
  constexpr std::string_view kSuffix = ".expected.json";
  std::vector<CorpusTrace> traces;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (!path.ends_with(kSuffix)) continue;
    const std::string stem = path.substr(0, path.size() - kSuffix.size());
    for (const char* extension : {".json.gz", ".json"}) {
      if (fs::exists(stem + extension)) traces.push_back({stem + extension, entry.path()});
    }
  }
  std::sort(traces.begin(), traces.end(),
            [](const CorpusTrace& a, const CorpusTrace& b) { return a.trace < b.trace; });
  return traces;
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_in(const fs::path& file) {
  const auto source = open_byte_source(file.string());
  REQUIRE(source.ok());
  std::string text, part(std::size_t{1} << 20, '\0');
  while (const std::size_t n = source.value()->read(part)) text.append(part, 0, n);
  return text;
}

fs::path corpus_file(std::string_view name) {
  fs::path path = corpus_folder() / name;
  if (!fs::exists(path)) skip_case("the corpus has no " + std::string(name));
  return path;
}

LoadedTrace loaded_trace(std::string_view name) {
  auto loaded = load_trace(corpus_file(name).string());
  REQUIRE(loaded.ok());
  return std::move(loaded).value();
}

std::shared_ptr<const Snapshot> corpus_trace(std::string_view name) {
  return loaded_trace(name).snapshot;
}

}  // namespace lanescope
