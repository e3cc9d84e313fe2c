#include "tests/fuzz/files/file_samples.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

using Samples = std::vector<std::string>;

constexpr std::size_t kMostBytes = std::size_t{4} << 20U;

/// Known from the start, as the work folder becomes the current one; empty: none is named.
const fs::path& samples_folder() {
  static const fs::path folder = [] {
    const char* const named = std::getenv("LANESCOPE_FUZZ_TRACES");
    std::error_code ignored;
    return named == nullptr ? fs::path() : fs::absolute(named, ignored);
  }();
  return folder;
}
[[maybe_unused]] const bool folder_is_known = !samples_folder().empty();

/// Decompressed; empty if it is too large, or cannot be read.
std::string content_of(const fs::path& path) {
  const auto source = open_byte_source(path.string());
  if (!source.ok()) return {};
  std::string content(kMostBytes + 1, '\0');
  std::size_t filled = 0;
  while (filled < content.size()) {
    const std::size_t got =
        source.value()->read({content.data() + filled, content.size() - filled});
    if (got == 0) break;
    filled += got;
  }
  content.resize(filled > kMostBytes ? 0 : filled);
  return content;
}

/// By name, so that a seed means the same everywhere.
Samples samples_of(std::string_view ending) {
  if (samples_folder().empty()) return {};
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(samples_folder(), ignored)) {
    const fs::path& path = entry.path();
    const fs::path plain = path.extension() == ".gz" ? path.stem() : path.filename();
    if (plain.string().ends_with(ending)) files.push_back(path);
  }
  std::ranges::sort(files);
  Samples samples;
  for (const fs::path& path : files) {
    if (std::string content = content_of(path); !content.empty())
      samples.push_back(std::move(content));
  }
  return samples;
}

}  // namespace

std::optional<std::string> file_sample(std::mt19937_64& random, std::string_view ending) {
  static std::map<std::string, Samples, std::less<>> known;
  auto at = known.find(ending);
  if (at == known.end()) at = known.emplace(ending, samples_of(ending)).first;
  if (at->second.empty()) return std::nullopt;
  return at->second[below(random, at->second.size())];
}

}  // namespace lanescope
