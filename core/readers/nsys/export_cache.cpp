#include "core/readers/nsys/export_cache.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/files/system_file.h"
#include "core/base/files/user_folders.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = std::uintmax_t{32} << 30;
/// What was used since then may be open elsewhere or, where processes cannot be told from killed
/// ones, be in the making.
constexpr std::chrono::hours kInUse{24};

struct Kept {
  fs::path path;
  fs::file_time_type used;
  std::uintmax_t bytes = 0;
};

std::vector<Kept> all_kept(const fs::path& folder) {
  std::vector<Kept> all;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    std::error_code unknown;
    const fs::file_time_type used = at->last_write_time(unknown);
    const std::uintmax_t bytes = unknown ? 0 : at->file_size(unknown);
    if (!unknown) all.push_back({at->path(), used, bytes});
  }
  return all;
}

bool is_unfinished(const fs::path& path) {
  return path.filename().string().find(".part.") != std::string::npos;
}

/// With what nsys writes beside them.
void remove_unfinished(const fs::path& folder) {
  for (const Kept& one : all_kept(folder)) {
    std::error_code ignored;
    if (is_unfinished(one.path)) fs::remove(one.path, ignored);
  }
}

}  // namespace

ExportCache::ExportCache(const fs::path& folder)
    : folder_(folder), use_(folder.string(), [&folder] { remove_unfinished(folder); }) {}

Result<ExportCache> ExportCache::open() {
  std::optional<Error> first;
  for (const fs::path& folder : own_cache_folders("nsys-exports")) {
    auto error = make_private_folder(folder);
    if (!error) return ExportCache(folder);
    if (!first) first = std::move(error);
  }
  return Error{Error::Kind::Unreadable, "there is no folder for its export: " + first->message};
}

fs::path ExportCache::path_of(const std::string& name) const {
  LANESCOPE_CHECK(!name.empty() && name.find('/') == std::string::npos, "a file's name, not {}",
                  name);
  return folder_ / (name + ".sqlite");
}

std::optional<std::string> ExportCache::find(const std::string& name) const {
  const fs::path path = path_of(name);
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  fs::last_write_time(path, fs::file_time_type::clock::now(), error);
  return path.string();
}

std::string ExportCache::unfinished(const std::string& name) const {
  static std::atomic<std::uint64_t> number{0};
  // With its own ending: nsys may add one that is missing.
  return (folder_ / fmt::format("{}-{}-{}.part.sqlite", name, process_number(), ++number)).string();
}

Result<std::string> ExportCache::keep(const std::string& unfinished,
                                      const std::string& name) const {
  LANESCOPE_CHECK(is_unfinished(unfinished), "an export in the making, not {}", unfinished);
  const fs::path path = path_of(name);
  std::error_code error;
  fs::rename(unfinished, path, error);
  if (error) {
    return Error{Error::Kind::Unreadable, fmt::format("its export cannot be kept as {}: {}",
                                                      path.string(), error.message())};
  }
  make_room();
  return path.string();
}

void ExportCache::make_room() const {
  std::vector<Kept> all = all_kept(folder_);
  std::ranges::sort(all, std::greater(), &Kept::used);
  const auto old = fs::file_time_type::clock::now() - kInUse;
  std::uintmax_t bytes = 0;
  for (const Kept& one : all) {
    bytes += one.bytes;
    if (one.used > old || (bytes <= kMostBytes && !is_unfinished(one.path))) continue;
    std::error_code ignored;
    fs::remove(one.path, ignored);
  }
}

}  // namespace lanescope
