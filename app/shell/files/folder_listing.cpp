#include "app/shell/files/folder_listing.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "core/base/files/trace_endings.h"
#include "core/base/files/user_folders.h"
#include "core/base/local_time.h"
#include "core/base/text/ascii_case.h"
#include "core/base/time.h"
#include "core/session/rank_files.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

std::string date_text(fs::file_time_type time) {
  const auto system = std::chrono::file_clock::to_sys(time);
  const std::time_t seconds = std::chrono::system_clock::to_time_t(
      std::chrono::time_point_cast<std::chrono::system_clock::duration>(system));
  const auto local = local_time(seconds);
  if (!local) return {};
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &*local);
  return {text.data(), length};
}

FolderEntry entry_of(const fs::directory_entry& item) {
  FolderEntry entry;
  std::error_code error;
  entry.name = item.path().filename().string();
  entry.folder = item.is_directory(error);
  if (!entry.folder) {
    const auto bytes = item.file_size(error);
    if (!error) entry.size = format_bytes(static_cast<std::int64_t>(bytes));
  }
  const auto written = item.last_write_time(error);
  if (!error) entry.modified = date_text(written);
  return entry;
}

}  // namespace

bool looks_like_trace(const std::string& name) {
  if (ends_ignoring_case(name, ".lanescope.json"))
    return false;  // bookmarks of the trace next to it
  const auto has = [&](std::string_view ending) { return ends_ignoring_case(name, ending); };
  return has(".gz") || has(".zst") || has(kSummaryEnding) ||
         std::ranges::any_of(kTraceEndings, has) || std::ranges::any_of(kProfileEndings, has);
}

bool looks_like_profile(const std::string& name) {
  std::string bare = name;
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (ends_ignoring_case(bare, packed)) bare.resize(bare.size() - packed.size());
  }
  if (ends_ignoring_case(bare, ".xplane.pb")) return false;  // a trace, which ends like a profile
  const auto has = [&](std::string_view ending) { return ends_ignoring_case(bare, ending); };
  return std::ranges::any_of(kProfileEndings, has);
}

bool natural_less(const std::string& a, const std::string& b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::size_t i0 = std::min(a.find_first_not_of('0', i), a.size());
      const std::size_t j0 = std::min(b.find_first_not_of('0', j), b.size());
      std::size_t i1 = i0;
      std::size_t j1 = j0;
      while (i1 < a.size() && is_digit(a[i1])) ++i1;
      while (j1 < b.size() && is_digit(b[j1])) ++j1;
      if (i1 - i0 != j1 - j0) return i1 - i0 < j1 - j0;
      const int order = a.compare(i0, i1 - i0, b, j0, j1 - j0);
      if (order != 0) return order < 0;
      i = i1;
      j = j1;
      continue;
    }
    if (lower_case(a[i]) != lower_case(b[j])) return lower_case(a[i]) < lower_case(b[j]);
    ++i;
    ++j;
  }
  return a.size() - i < b.size() - j;
}

FolderListing list_folder(const std::string& path, bool all_files, bool hidden) {
  FolderListing listing;
  listing.path = path;
  std::error_code error;
  fs::directory_iterator items(path, fs::directory_options::skip_permission_denied, error);
  if (error) {
    listing.error = error.message();
    return listing;
  }
  for (; items != fs::directory_iterator(); items.increment(error)) {
    if (error) break;
    const std::string name = items->path().filename().string();
    if (name.empty() || (name.front() == '.' && !hidden)) continue;
    FolderEntry entry = entry_of(*items);
    if (entry.folder || all_files || looks_like_trace(name))
      listing.entries.push_back(std::move(entry));
  }
  if (const fs::path root = fs::path(path).root_path(); root == path) {
    for (const std::string& other : volume_roots()) {
      if (other != root.string()) listing.entries.push_back({other, {}, {}, true});
    }
  }
  std::ranges::sort(listing.entries, [](const FolderEntry& a, const FolderEntry& b) {
    return a.folder != b.folder ? a.folder : natural_less(a.name, b.name);
  });
  std::vector<std::string> folders;
  for (const FolderEntry& entry : listing.entries) {
    if (entry.folder) folders.push_back((fs::path(path) / entry.name).string());
  }
  if (const std::size_t summaries = summaries_to_offer(path, folders).size(); summaries > 0) {
    listing.ranks = summaries;
    return listing;
  }
  const RankFolder run = ranks_to_offer(path, folders);
  listing.ranks = run.ranks.size();
  listing.beside_ranks = run.others;
  return listing;
}

}  // namespace lanescope
