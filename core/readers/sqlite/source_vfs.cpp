#include "core/readers/sqlite/source_vfs.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

/// What SQLite allocates for an open file.
struct SourceFile {
  sqlite3_file base;
  const SourceVfs* vfs;
};

const SourceVfs& vfs_of(sqlite3_file* file) {
  return *reinterpret_cast<SourceFile*>(file)->vfs;
}

int close_file(sqlite3_file* /*file*/) {
  return SQLITE_OK;
}

/// What lies beyond the end is to be zeros. A page that the end of the file cuts is so as a whole:
/// the rest of it would be taken for rows.
int read_file(sqlite3_file* file, void* out, int amount, sqlite3_int64 offset) {
  LANESCOPE_CHECK(amount >= 0 && offset >= 0, "a part of the file, not {} bytes at {}", amount,
                  offset);
  const std::span<char> bytes(static_cast<char*>(out), static_cast<std::size_t>(amount));
  const StandInPages& stand_ins = vfs_of(file).stand_ins();
  const auto stand_in = stand_ins.find(static_cast<std::uint64_t>(offset));
  if (stand_in != stand_ins.end() && stand_in->second.size() == bytes.size()) {
    std::ranges::copy(stand_in->second, bytes.begin());
    return SQLITE_OK;
  }
  const auto got = vfs_of(file).source().read_at(static_cast<std::uint64_t>(offset), bytes);
  if (!got.ok()) return SQLITE_IOERR_READ;
  if (got.value() == bytes.size()) return SQLITE_OK;
  const std::size_t kept = offset == 0 ? got.value() : 0;
  std::memset(bytes.data() + kept, 0, bytes.size() - kept);
  return SQLITE_IOERR_SHORT_READ;
}

int write_file(sqlite3_file* /*file*/, const void* /*bytes*/, int /*amount*/,
               sqlite3_int64 /*offset*/) {
  return SQLITE_READONLY;
}
int truncate_file(sqlite3_file* /*file*/, sqlite3_int64 /*size*/) {
  return SQLITE_READONLY;
}
int sync_file(sqlite3_file* /*file*/, int /*flags*/) {
  return SQLITE_OK;
}

int size_of_file(sqlite3_file* file, sqlite3_int64* size) {
  *size = static_cast<sqlite3_int64>(vfs_of(file).bytes());
  return SQLITE_OK;
}

int lock_file(sqlite3_file* /*file*/, int /*level*/) {
  return SQLITE_OK;
}
int is_reserved(sqlite3_file* /*file*/, int* out) {
  *out = 0;
  return SQLITE_OK;
}
int control_file(sqlite3_file* /*file*/, int /*op*/, void* /*arg*/) {
  return SQLITE_NOTFOUND;
}
int sector_size(sqlite3_file* /*file*/) {
  return 0;
}
int characteristics(sqlite3_file* /*file*/) {
  return SQLITE_IOCAP_IMMUTABLE;
}

constexpr sqlite3_io_methods kMethods = {
    .iVersion = 1,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = lock_file,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = nullptr,
    .xShmLock = nullptr,
    .xShmBarrier = nullptr,
    .xShmUnmap = nullptr,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int open_file(sqlite3_vfs* vfs, const char* /*name*/, sqlite3_file* file, int flags,
              int* out_flags) {
  auto* const opened = reinterpret_cast<SourceFile*>(file);
  opened->base.pMethods = nullptr;
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return SQLITE_CANTOPEN;
  opened->base.pMethods = &kMethods;
  opened->vfs = static_cast<const SourceVfs*>(vfs->pAppData);
  if (out_flags != nullptr) *out_flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
  return SQLITE_OK;
}

int delete_file(sqlite3_vfs* /*vfs*/, const char* /*name*/, int /*sync*/) {
  return SQLITE_IOERR_DELETE;
}
int is_there(sqlite3_vfs* /*vfs*/, const char* /*name*/, int /*flags*/, int* out) {
  *out = 0;
  return SQLITE_OK;
}
int full_name(sqlite3_vfs* /*vfs*/, const char* name, int size, char* out) {
  sqlite3_snprintf(size, out, "%s", name);
  return SQLITE_OK;
}

std::string next_name() {
  static std::atomic<std::uint64_t> number{0};
  return fmt::format("lanescope-source-{}", ++number);
}

}  // namespace

SourceVfs::SourceVfs(std::shared_ptr<ByteSource> source, std::uint64_t bytes,
                     StandInPages stand_ins)
    : source_(std::move(source)),
      bytes_(bytes),
      stand_ins_(std::move(stand_ins)),
      name_(next_name()) {
  sqlite3_initialize();
  LANESCOPE_CHECK(sqlite3_vfs_find(nullptr) != nullptr, "a file system to take the clock of");
  vfs_ = *sqlite3_vfs_find(nullptr);  // for the clock and random numbers
  vfs_.iVersion = 1;
  vfs_.szOsFile = sizeof(SourceFile);
  vfs_.pNext = nullptr;
  vfs_.zName = name_.c_str();
  vfs_.pAppData = this;
  vfs_.xOpen = open_file;
  vfs_.xDelete = delete_file;
  vfs_.xAccess = is_there;
  vfs_.xFullPathname = full_name;
  sqlite3_vfs_register(&vfs_, 0);
}

SourceVfs::~SourceVfs() {
  sqlite3_vfs_unregister(&vfs_);
}

}  // namespace lanescope
