#include "capture/host/files/recording_file.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "capture/host/files/recording_name.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kOurs = 0600, kShared = 0666;
constexpr std::string_view kSegment = ".part";
constexpr std::size_t kLeastDigits = 6;

bool is_taken(const std::string& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored)) || !segments_beside(path).empty();
}

Error unusable(std::string why) {
  return {Error::Kind::Unreadable, std::move(why)};
}

Result<ChunkFile> create_numbered(const std::string& path, mode_t rights, Disk& disk) {
  for (int number = 1;; ++number) {
    const std::string name = numbered_file(path, number);
    if (!segments_beside(name).empty()) continue;
    auto file = ChunkFile::create(name, rights, disk);
    // If another process has taken the name meanwhile, try the next number.
    if (file.ok() || !is_taken(name)) return file;
  }
}

}  // namespace

std::vector<std::string> segments_beside(const std::string& path) {
  const fs::path whole(path);
  const std::string name = whole.filename().string() + std::string(kSegment);
  const fs::path folder = whole.has_parent_path() ? whole.parent_path() : fs::path(".");
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string entry = at->path().filename().string();
    if (entry.starts_with(name) && entry.size() >= name.size() + kLeastDigits &&
        entry.find_first_not_of("0123456789", name.size()) == std::string::npos)
      found.push_back((whole.has_parent_path() ? folder / entry : fs::path(entry)).string());
  }
  const auto number_order = [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  };
  std::ranges::sort(found, number_order);
  return found;
}

Result<ChunkFile> open_recording_file(const std::string& path,
                                      const RecordingFileRequest& request) {
  Disk& disk = request.disk != nullptr ? *request.disk : system_disk();
  const mode_t rights = request.shared ? kShared : kOurs;
  std::error_code ignored;  // what creates the file says why it cannot
  if (const fs::path whole(path); whole.has_parent_path())
    fs::create_directories(whole.parent_path(), ignored);
  switch (request.there) {
    case FileThere::NextNumber:
      return create_numbered(path, rights, disk);
    case FileThere::Replace:
      return ChunkFile::open_old(path, rights, disk);
    case FileThere::Refuse:
      break;
  }
  if (const auto left = segments_beside(path); !left.empty())
    return unusable("has part of an interrupted recording next to it (" +
                    fs::path(left.front()).filename().string() +
                    "); choose another name, or keep both with --force");
  return ChunkFile::create(path, rights, disk);
}

Result<std::string> replace_recording(ChunkFile& file) {
  const std::vector<std::string> segments = segments_beside(file.path());
  const auto not_moved = [&file](int reason) {
    return unusable("cannot be moved out of the way: " + std::generic_category().message(reason));
  };
  if (segments.empty()) {
    if (file.clear()) return std::string();
    return unusable("cannot be emptied: " + std::generic_category().message(file.error()));
  }
  const std::string path = file.path();
  int number = 2;
  while (is_taken(numbered_file(path, number))) ++number;
  const std::string other = numbered_file(path, number);
  if (!file.rename(other)) return not_moved(file.error());
  for (const std::string& segment : segments) {
    const std::string renamed = other + fs::path(segment).extension().string();
    if (file.disk().rename_new(segment.c_str(), renamed.c_str()) != 0) return not_moved(errno);
  }
  auto fresh = ChunkFile::create(path, file.rights(), file.disk());
  if (!fresh.ok()) return fresh.error();
  file = std::move(fresh).value();
  return other;
}

}  // namespace lanescope
