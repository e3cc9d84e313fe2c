#include "core/base/files/run_folders.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Of a host, and of a worker in it.
constexpr int kLevels = 2;
constexpr std::size_t kMostFolders = 4096;

std::string name_of(const std::string& path) {
  return fs::path(path).filename().string();
}

/// "host" for "host07".
std::string without_digits(std::string name) {
  std::erase_if(name, [](char c) { return c >= '0' && c <= '9'; });
  return name;
}

std::string why_lost(const std::error_code& problem) {
  return problem == std::errc::permission_denied ? "permission denied; you need read access"
                                                 : "cannot be read: " + problem.message();
}

/// What is in one folder. Of the lost, `links` and `files` may be of anything else, too.
struct Listing {
  std::vector<std::string> folders, links, files;
  std::vector<RunFolders::Lost> lost;  // with the folder itself, if it cannot be listed
};

/// By what the folder says of it, which costs no look at the file itself, unless it is a link.
void list_entry(const fs::directory_entry& entry, Listing& out) {
  std::string path = entry.path().string();
  // The second one is root's, in the topmost folder of a disk.
  if (name_of(path).starts_with('.') || name_of(path) == "lost+found") return;
  std::error_code problem, unknown;
  if (entry.is_directory(problem)) {
    out.folders.push_back(std::move(path));
  } else if (entry.is_regular_file(unknown)) {
    out.files.push_back(std::move(path));
  } else if (fs::status(entry.path(), problem).type() == fs::file_type::not_found) {
    // What is no link was removed meanwhile.
    if (entry.is_symlink(unknown)) out.links.push_back(std::move(path));
  } else if (problem) {
    out.lost.push_back({std::move(path), why_lost(problem)});
  }
}

Listing listing_of(const std::string& folder) {
  Listing out;
  std::error_code problem;
  fs::directory_iterator at(folder, problem);
  // To list a folder is one right, to look at what is in it another.
  if (std::error_code hidden; !problem && at != fs::directory_iterator()) {
    const bool is_known = fs::symlink_status(at->path(), hidden).type() != fs::file_type::none;
    if (!is_known && hidden == std::errc::permission_denied) problem = hidden;
  }
  for (; !problem && at != fs::directory_iterator(); at.increment(problem)) list_entry(*at, out);
  if (problem && problem != std::errc::no_such_file_or_directory)
    out.lost.push_back({folder, why_lost(problem)});
  std::ranges::sort(out.folders);
  return out;
}

class FolderWalk {
 public:
  FolderWalk(std::string top, const std::function<bool(const std::string&)>& has)
      : top_(std::move(top)), has_(has) {}

  RunFolders walk() && {
    std::vector<std::string> level{top_};
    for (int depth = 0; depth < kLevels; ++depth) {
      std::vector<std::string> below;
      for (const std::string& one : level) enter(one, below);
      level = std::move(below);
    }
    for (const std::string& one : level) {
      if (!folders_.contains(one)) keep(listing_of(one).lost);
    }
    add_what_is_in_place_of_folders();
    std::ranges::sort(lost_, {}, &RunFolders::Lost::path);
    return {{folders_.begin(), folders_.end()}, std::move(lost_)};
  }

 private:
  /// Adds the folders in it that were not seen before to `below`.
  void enter(const std::string& folder, std::vector<std::string>& below) {
    Listing listing = listing_of(folder);
    keep(std::move(listing.lost));
    // Beside traces, links and files are of what else there is.
    if (!folders_.contains(folder)) {
      std::ranges::move(listing.links, std::back_inserter(links_));
      std::ranges::move(listing.files, std::back_inserter(files_));
    }
    for (std::string& sub : listing.folders) {
      if (seen_.size() == kMostFolders) {
        if (!std::exchange(is_full_, true)) keep({{sub, "is left out, as are more: too many"}});
        return;
      }
      std::error_code unknown;
      if (!seen_.insert(fs::canonical(sub, unknown)).second) continue;
      if (has_(sub)) folders_.insert(sub);
      below.push_back(std::move(sub));
    }
  }

  void keep(std::vector<RunFolders::Lost> lost) {
    std::ranges::move(lost, std::back_inserter(lost_));
  }

  /// A link to nothing beside folders that were found or called like one; a file only if it is
  /// called like one but for a number, as an archive that was never unpacked.
  void add_what_is_in_place_of_folders() {
    std::set<std::string> names;
    std::set<fs::path> parents;
    if (folders_.empty()) parents.insert((fs::path(top_) / "any").parent_path());
    for (const std::string& folder : folders_) {
      for (fs::path at = folder; at != top_ && at.has_relative_path(); at = at.parent_path()) {
        names.insert(without_digits(at.filename().string()));
        parents.insert(at.parent_path());
      }
    }
    for (std::string& link : links_) {
      if (names.contains(without_digits(name_of(link))) ||
          parents.contains(fs::path(link).parent_path()))
        keep({{std::move(link), "is a broken link"}});
    }
    for (std::string& file : files_) {
      const std::string name = name_of(file), alike = without_digits(name);
      if (alike.size() < name.size() && names.contains(alike))
        keep({{std::move(file), "is a file, where the others have a folder"}});
    }
  }

  const std::string top_;
  const std::function<bool(const std::string&)>& has_;
  std::set<fs::path> seen_;
  bool is_full_ = false;
  std::vector<std::string> links_, files_;
  std::set<std::string> folders_;  // that were found
  std::vector<RunFolders::Lost> lost_;
};

}  // namespace

RunFolders find_run_folders(const std::string& folder,
                            const std::function<bool(const std::string&)>& has) {
  if (has(folder)) return {{folder}, {}};
  return FolderWalk(folder, has).walk();
}

std::vector<std::string> folders_of_run(const std::string& folder,
                                        const std::function<bool(const std::string&)>& has) {
  return find_run_folders(folder, has).folders;
}

std::string folder_of_files(const std::vector<std::string>& files) {
  if (files.empty()) return "";
  fs::path common = fs::path(files.front()).parent_path();
  for (const std::string& file : files) {
    const fs::path folder = fs::path(file).parent_path();
    const auto [end, other] =
        std::mismatch(common.begin(), common.end(), folder.begin(), folder.end());
    if (end == common.end()) continue;
    fs::path shared;
    for (auto part = common.begin(); part != end; ++part) shared /= *part;
    common = std::move(shared);
  }
  return common.string();
}

std::string subfolder_prefix(const std::string& folder, const std::string& subfolder) {
  std::string out;
  for (const fs::path& part : fs::path(subfolder).lexically_relative(folder)) {
    if (part != "." && !part.empty()) out += part.string() + "_";
  }
  return out;
}

}  // namespace lanescope
