#include "core/base/files/abandoned_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "core/base/files/fresh_name.h"
#include "core/base/files/system_file.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// An open file, closed at the end.
class OpenFile {
 public:
  explicit OpenFile(const std::string& path) : file_(open_to_read(path)) {}
  ~OpenFile() {
    if (file_ >= 0) close_file(file_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  [[nodiscard]] bool is_file() const {
    const auto facts = file_ >= 0 ? facts_of(file_) : std::nullopt;
    return facts && facts->kind == FileFacts::Kind::File;
  }
  [[nodiscard]] bool is_locked_by_another() const { return is_locked_by_other(file_); }

 private:
  int file_;
};

bool is_abandoned(const std::string& path) {
  const OpenFile own(path), second(path);
  if (!own.is_file() || !second.is_file() || own.is_locked_by_another()) return false;
  // Otherwise there are no locks here, which says nothing.
  return second.is_locked_by_another();
}

}  // namespace

std::size_t remove_abandoned(const std::string& folder, std::string_view ending) {
  std::vector<std::string> found;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    if (replaced_name(at->path().filename().string()).ends_with(ending))
      found.push_back(at->path().string());
  }
  return static_cast<std::size_t>(std::ranges::count_if(found, [](const std::string& path) {
    std::error_code ignored;
    return is_abandoned(path) && fs::remove(path, ignored);
  }));
}

}  // namespace lanescope
