#include "app/workspace/memory/remembered.h"

#include <filesystem>
#include <system_error>

#include "app/workspace/files/paths.h"
#include "core/base/files/system_file.h"

namespace lanescope {

namespace fs = std::filesystem;

void put_first(std::vector<std::string>& list, const std::string& item) {
  std::erase(list, item);
  list.insert(list.begin(), item);
  if (list.size() > Remembered::kMaxRecent) list.resize(Remembered::kMaxRecent);
}

void Remembered::note_opened(const std::string& path, std::int64_t now_s) {
  forget(path);
  recent.insert(recent.begin(), {path, now_s});
  if (recent.size() > kMaxRecent) recent.resize(kMaxRecent);
  last_folder = fs::path(path).parent_path().string();
}

void Remembered::forget(const std::string& path) {
  std::erase_if(recent, [&](const RecentFile& file) { return file.path == path; });
}

void Remembered::note_record(const RecordRequest& request) {
  record = request;
  record.file.clear();  // each has its own
  put_first(recorded, request.command);
}

void Remembered::note_attach(const AttachRequest& request) {
  attach = request;
  attach.file.clear();  // each has its own
}

void Remembered::note_recording_in(const std::string& file) {
  std::error_code ignored;
  recordings_folder = fs::absolute(file, ignored).parent_path().string();
}

std::string Remembered::folder_for_recordings() const {
  std::error_code ignored;
  if (fs::is_directory(recordings_folder, ignored)) return recordings_folder;
  const fs::path here = fs::current_path(ignored);
  const bool usual = !here.empty() && here != here.root_path();
  return usual && can_write(here.string()) ? here.string() : home_folder();
}

}  // namespace lanescope
