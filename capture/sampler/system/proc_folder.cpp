#include "capture/sampler/system/proc_folder.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

#include <sys/resource.h>
#include <sys/stat.h>

#include "core/base/check.h"
#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostKept = 4096;
constexpr std::size_t kMostProcesses = std::size_t{1} << 22U;  // the highest PID there may be

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

ProcAnswer answer_of(int error) {
  switch (error) {
    case ENOENT:
    case ESRCH:
      return ProcAnswer::Gone;
    case EACCES:
    case EPERM:
    case EINVAL:
    case ENOSYS:
      return ProcAnswer::Refused;
    default:
      return ProcAnswer::Failed;
  }
}

FileDescriptor open_below(int folder, const char* path, int flags = 0) {
  return FileDescriptor(::openat(folder, path, O_RDONLY | O_CLOEXEC | flags));
}

ProcText read_open(int file, std::span<char> room) {
  const ssize_t got = ::pread(file, room.data(), room.size(), 0);
  if (got < 0) return {answer_of(errno), {}};
  return {ProcAnswer::Text, {room.data(), static_cast<std::size_t>(got)}};
}

void add_numbers(int folder, const char* path, std::size_t most, std::vector<std::int64_t>& to) {
  FileDescriptor listed = open_below(folder, path, O_DIRECTORY);
  if (!listed.open()) return;
  const std::unique_ptr<DIR, CloseFolder> entries(::fdopendir(::dup(listed.get())));
  if (!entries) return;
  while (const dirent* const entry = ::readdir(entries.get())) {
    if (to.size() >= most) return;
    if (const auto number = parse_number<std::int64_t>(std::string_view(entry->d_name)))
      to.push_back(*number);
  }
}

}  // namespace

DescriptorBudget::DescriptorBudget() : left_(kMostKept) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    left_ = std::min<std::size_t>(kMostKept, limit.rlim_cur / 2);
}

bool DescriptorBudget::take() {
  if (left_ == 0) return false;
  --left_;
  return true;
}

ProcText KeptFile::read(int folder, const char* path, std::span<char> room) {
  if (file_.open()) return read_open(file_.get(), room);
  FileDescriptor opened = open_below(folder, path);
  if (!opened.open()) return {answer_of(errno), {}};
  const ProcText text = read_open(opened.get(), room);
  if (text.ok() && budget_->take()) file_ = std::move(opened);
  return text;
}

void KeptFile::close() {
  if (file_.open()) budget_->give_back();
  file_.reset();
}

std::optional<ProcFolder> ProcFolder::open(std::int64_t pid, const std::string& proc) {
  LANESCOPE_CHECK(pid > 0, "the number of a process, not {}", pid);
  const std::string path = proc + "/" + std::to_string(pid);
  FileDescriptor folder = open_below(AT_FDCWD, path.c_str(), O_DIRECTORY);
  if (!folder.open()) return std::nullopt;
  return ProcFolder(pid, std::move(folder));
}

std::optional<uid_t> ProcFolder::user() const {
  // Of this folder alone, the system tells the process's user even where its files are root's.
  struct stat status {};
  if (::fstat(folder_.get(), &status) != 0) return std::nullopt;
  return status.st_uid;
}

ProcText ProcFolder::read(const char* path, std::span<char> room) const {
  const FileDescriptor file = open_below(folder_.get(), path);
  if (!file.open()) return {answer_of(errno), {}};
  return read_open(file.get(), room);
}

std::string_view ProcFolder::link(const char* path, std::span<char> room) const {
  const ssize_t got = ::readlinkat(folder_.get(), path, room.data(), room.size());
  return got <= 0 ? std::string_view{}
                  : std::string_view(room.data(), static_cast<std::size_t>(got));
}

ProcAnswer ProcFolder::numbers(const char* path, std::size_t most,
                               std::vector<std::int64_t>& to) const {
  to.clear();
  add_numbers(folder_.get(), path, most, to);
  return to.empty() ? ProcAnswer::Gone : ProcAnswer::Text;
}

std::vector<std::int64_t> listed_processes(const std::string& proc) {
  std::vector<std::int64_t> found;
  add_numbers(AT_FDCWD, proc.c_str(), kMostProcesses, found);
  return found;
}

}  // namespace lanescope
