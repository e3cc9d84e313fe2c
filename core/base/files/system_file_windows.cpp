// Paths are UTF-8, which the program's manifest makes the code page of all narrow functions.
#include "core/base/files/system_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <io.h>
#include <system_error>
#include <windows.h>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Others may read, write, rename and delete it meanwhile, as they may elsewhere.
constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// Puts the reason of the last failure into errno; returns -1.
int failed() {
  const std::error_code reason(static_cast<int>(::GetLastError()), std::system_category());
  const std::error_condition usual = reason.default_error_condition();
  errno = usual.category() == std::generic_category() ? usual.value() : EIO;
  return -1;
}

HANDLE handle_of(int file) {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(file));
}

int open_as(const std::string& path, DWORD access, DWORD how, int flags, DWORD more = 0) {
  const HANDLE handle = ::CreateFileA(path.c_str(), access, kShared, nullptr, how,
                                      FILE_ATTRIBUTE_NORMAL | more, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return failed();
  return ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle),
                           flags | _O_BINARY | _O_NOINHERIT);
}

/// A folder too, which otherwise could not even be told from a file.
int open_there(const std::string& path, DWORD access, int flags) {
  return open_as(path, access, OPEN_EXISTING, flags, FILE_FLAG_BACKUP_SEMANTICS);
}

std::uint64_t joined(DWORD high, DWORD low) {
  return std::uint64_t{high} << 32U | low;
}

FileFacts facts_from(const BY_HANDLE_FILE_INFORMATION& about) {
  constexpr std::uint64_t kTick = 100;  // ns
  const bool folder = (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  const std::uint64_t ticks =
      joined(about.ftLastWriteTime.dwHighDateTime, about.ftLastWriteTime.dwLowDateTime);
  return {folder ? FileFacts::Kind::Folder : FileFacts::Kind::File,
          joined(about.nFileSizeHigh, about.nFileSizeLow), about.dwVolumeSerialNumber,
          joined(about.nFileIndexHigh, about.nFileIndexLow),
          // Since 1601, so beyond what 64 bits hold of nanoseconds: only differences are asked for.
          static_cast<Ns>(ticks * kTick)};
}

std::optional<FileFacts> facts_of_handle(HANDLE handle) {
  if (::GetFileType(handle) == FILE_TYPE_PIPE) return FileFacts{FileFacts::Kind::Pipe};
  if (::GetFileType(handle) != FILE_TYPE_DISK) return FileFacts{};
  BY_HANDLE_FILE_INFORMATION about{};
  if (::GetFileInformationByHandle(handle, &about) == 0) return std::nullopt;
  return facts_from(about);
}

/// 0 also at the end of a pipe whose writer has gone.
std::int64_t read_once(int file, std::span<char> out, OVERLAPPED* place) {
  constexpr std::size_t kMost = std::size_t{1} << 30U;
  DWORD done = 0;
  const auto wanted = static_cast<DWORD>(std::min(out.size(), kMost));
  if (::ReadFile(handle_of(file), out.data(), wanted, &done, place) != 0) return done;
  const DWORD reason = ::GetLastError();
  return reason == ERROR_HANDLE_EOF || reason == ERROR_BROKEN_PIPE ? 0 : failed();
}

}  // namespace

int open_to_read(const std::string& path) {
  // The name that the other systems have for it.
  if (path == "/dev/stdin") return ::_dup(_fileno(stdin));
  return open_there(path, GENERIC_READ, _O_RDONLY);
}

int open_to_append(const std::string& path) {
  return open_as(path, FILE_APPEND_DATA | SYNCHRONIZE, OPEN_ALWAYS, _O_WRONLY | _O_APPEND);
}

int create_file(const std::string& path, mode_t /*rights*/) {
  return open_as(path, GENERIC_READ | GENERIC_WRITE, CREATE_NEW, _O_RDWR);
}

std::optional<FileFacts> facts_of(int file) {
  return facts_of_handle(handle_of(file));
}

std::optional<FileFacts> facts_of(const std::string& path) {
  const int file = open_there(path, FILE_READ_ATTRIBUTES, _O_RDONLY);
  if (file < 0) return std::nullopt;
  const auto facts = facts_of(file);
  ::_close(file);
  return facts;
}

std::int64_t read_at(int file, std::uint64_t offset, std::span<char> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset + done);
    place.OffsetHigh = static_cast<DWORD>((offset + done) >> 32U);
    const std::int64_t n = read_once(file, out.subspan(done), &place);
    if (n < 0) return -1;
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return static_cast<std::int64_t>(done);
}

std::int64_t read_some(int file, std::span<char> out) {
  return read_once(file, out, nullptr);
}

bool wait_for_bytes(int file, int at_most_ms) {
  constexpr DWORD kStepMs = 5;
  for (int waited_ms = 0;; waited_ms += kStepMs) {
    DWORD there = 0;
    if (::PeekNamedPipe(handle_of(file), nullptr, 0, nullptr, &there, nullptr) == 0) return true;
    if (there > 0) return true;
    if (waited_ms >= at_most_ms) return false;
    ::Sleep(kStepMs);
  }
}

bool write_all(int file, std::string_view bytes) {
  constexpr std::size_t kLargestPiece = 1U << 20;
  while (!bytes.empty()) {
    const int written =
        ::_write(file, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), kLargestPiece)));
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool is_locked_by_other(int file) {
  OVERLAPPED from_begin{};
  return ::LockFileEx(handle_of(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                      &from_begin) == 0 &&
         ::GetLastError() == ERROR_LOCK_VIOLATION;
}

bool close_file(int file) {
  return ::_close(file) == 0;
}

/// A new file has the rights that its folder gives, as the old one had.
bool take_over_rights(int /*file*/, const std::string& /*old*/, mode_t /*most*/) {
  return true;
}

bool write_through(int file) {
  return ::FlushFileBuffers(handle_of(file)) != 0 || failed() == 0;
}

bool rename_over(const std::string& from, const std::string& to) {
  return ::MoveFileExA(from.c_str(), to.c_str(),
                       MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0 ||
         failed() == 0;
}

bool means_full_disk(int reason) {
  return reason == ENOSPC;
}

/// By trying: who may write what is told by lists that only the system can read.
bool can_write(const std::string& file_or_folder) {
  std::error_code ignored;
  const bool folder = fs::is_directory(file_or_folder, ignored);
  const int file = open_there(file_or_folder, folder ? FILE_ADD_FILE : GENERIC_WRITE, _O_WRONLY);
  if (file < 0) return false;
  ::_close(file);
  return true;
}

bool can_list(const std::string& folder) {
  std::error_code error;
  const fs::directory_iterator files(folder, error);
  errno = error ? EACCES : 0;
  return !error;
}

bool can_run(const std::string& program) {
  DWORD kind = 0;
  return ::GetBinaryTypeA(program.c_str(), &kind) != 0 || failed() == 0;
}

std::int64_t process_number() {
  return ::GetCurrentProcessId();
}

}  // namespace lanescope
