#include "app/workspace/memory/remembered.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "app/workspace/files/paths.h"
#include "core/base/files/system_file.h"

namespace lanescope {

namespace fs = std::filesystem;

namespace {

bool leads_to_same(const RecentFile& a, const RecentFile& b) {
  if (!a.compared_with.empty() || !b.compared_with.empty()) return false;
  const std::string& at_a = a.real.empty() ? a.path : a.real;
  const std::string& at_b = b.real.empty() ? b.path : b.real;
  return a.path == b.path || at_a == at_b;
}

}  // namespace

void put_first(std::vector<std::string>& list, const std::string& item) {
  std::erase(list, item);
  list.insert(list.begin(), item);
  if (list.size() > Remembered::kMaxRecent) list.resize(Remembered::kMaxRecent);
}

void Remembered::note_opened(const std::string& path, std::int64_t now_s) {
  std::error_code error;
  std::string real = fs::canonical(path, error).string();
  if (error || real == path) real.clear();
  const RecentFile opened{path, now_s, std::move(real), {}};
  std::erase_if(recent, [&](const RecentFile& file) { return leads_to_same(file, opened); });
  put_recent(opened);
}

void Remembered::note_compared(const std::string& path_a, const std::string& path_b,
                               std::int64_t now_s) {
  std::erase_if(recent, [&](const RecentFile& file) {
    return (file.path == path_a && file.compared_with == path_b) ||
           (file.path == path_b && file.compared_with == path_a);
  });
  put_recent({path_a, now_s, {}, path_b});
}

void Remembered::put_recent(RecentFile file) {
  last_folder = fs::path(file.path).parent_path().string();
  recent.insert(recent.begin(), std::move(file));
  if (recent.size() > kMaxRecent) recent.resize(kMaxRecent);
}

void Remembered::forget(const RecentFile& file) {
  std::erase_if(recent, [&](const RecentFile& other) {
    return other.path == file.path && other.compared_with == file.compared_with;
  });
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
