#include "app/workspace/files/thumbnail_folder.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/base/files/replace_file.h"
#include "core/base/text/text_hash.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".thumbnail";
constexpr std::uintmax_t kLargestBytes = 64U << 10;

/// Identifies the file and its state: if either changes, so does the picture.
std::optional<std::string> about(const std::string& trace) {
  std::error_code error;
  const auto written = fs::last_write_time(trace, error).time_since_epoch();
  if (error) return std::nullopt;
  const std::int64_t written_ns =
      std::chrono::duration_cast<std::chrono::nanoseconds>(written).count();
  return trace + " " + std::to_string(written_ns);
}

}  // namespace

std::string ThumbnailFolder::path_of(const std::string& trace) const {
  return folder_ + "/" + hash_digits(trace) + std::string(kEnding);
}

void ThumbnailFolder::keep(const std::string& trace, const Thumbnail& thumbnail,
                           std::span<const std::string> recent) const {
  const auto head = about(trace);
  if (folder_.empty() || !head) return;
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  prune(recent);
  if (!thumbnail.empty()) (void)replace_file(path_of(trace), thumbnail_bytes(thumbnail, *head));
}

void ThumbnailFolder::prune(std::span<const std::string> recent) const {
  std::error_code error, ignored;
  for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
    const std::string path = at->path().string();
    const bool wanted = std::ranges::any_of(
        recent, [&](const std::string& trace) { return path_of(trace) == path; });
    if (!wanted && path.ends_with(kEnding)) fs::remove(path, ignored);
  }
}

std::optional<Thumbnail> ThumbnailFolder::find(const std::string& trace) const {
  const auto head = about(trace);
  if (folder_.empty() || !head) return std::nullopt;
  std::error_code error;
  const std::string path = path_of(trace);
  if (fs::file_size(path, error) > kLargestBytes || error) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return parse_thumbnail(bytes, *head);
}

}  // namespace lanescope
