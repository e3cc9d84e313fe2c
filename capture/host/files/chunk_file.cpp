#include "capture/host/files/chunk_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <sys/stat.h>

#include "core/base/bytes/crc32c.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::size_t kCopyPiece = 1U << 20, kSmallestPiece = 4096;

/// Whether freeing something else on the disk may help. A limit of the file's own size is another
/// matter.
bool is_full(int reason) {
  return reason == ENOSPC || reason == EDQUOT;
}

std::string advice_for(int reason) {
  switch (reason) {
    case EACCES:
    case EPERM:
    case EROFS:
    case ENOENT:
    case ENOTDIR:
      return "; choose another folder with -o";
    case ENOSPC:
    case EDQUOT:
      return "; free up space or choose another location";
    default:
      return "";
  }
}

Error unusable(std::string why) {
  return {Error::Kind::Unreadable, std::move(why)};
}

Error not_writable(int reason) {
  return unusable("cannot be written: " + std::generic_category().message(reason) +
                  advice_for(reason));
}

Error already_there() {
  return unusable("already exists; choose another name, or replace it with --force");
}

template <typename T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

/// Returns the errno of a failure, or 0.
int read_fully(Disk& disk, int file, std::uint64_t at, std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got = disk.read_at(file, out, at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got < 0 ? errno : EIO;
    at += static_cast<std::uint64_t>(got);
    out = out.subspan(static_cast<std::size_t>(got));
  }
  return 0;
}

/// Only recordings may be overwritten: a typo must not cost someone a script.
bool may_be_replaced(int file, Disk& disk) {
  std::array<char, sizeof wire::kFileMagic> head{};
  const ssize_t got = disk.read_at(file, std::as_writable_bytes(std::span(head)), 0);
  std::uint32_t magic = 0;
  std::memcpy(&magic, head.data(), sizeof magic);
  return got == 0 ||
         (got > 0 && (std::ranges::equal(head, wire::kFileMagic) || magic == wire::kChunkMagic));
}

/// Returns nothing on success: no one else is writing the file, and no one will.
std::optional<Error> lock(int file, Disk& disk) {
  if (disk.lock(file) == 0) return std::nullopt;
  if (errno == EWOULDBLOCK)
    return unusable("is being written by another recorder; choose another name");
  return unusable(
      "cannot be locked on this file system, so another recorder may be writing it; choose "
      "another name");
}

/// Refuses files of other users: their owner could read whatever is recorded.
std::optional<Error> refuse_of_others(const struct stat& there) {
  if (there.st_uid == ::geteuid() || ::geteuid() == 0) return std::nullopt;
  return unusable("already exists and belongs to another user; choose another name");
}

/// Not read with umask(), which would change it for a moment, for all threads.
mode_t umask_now() {
  constexpr mode_t kStrict = 077;
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    mode_t mask = 0;
    if (word == "Umask:" && status >> std::oct >> mask) return mask;
  }
  return kStrict;
}

/// An empty file holds no recording that could be lost; usually something has just reserved the
/// name.
Result<FileDescriptor> open_empty(const std::string& path, Disk& disk) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown))
    return unusable("is a folder; name a file in it");
  FileDescriptor file(disk.open(path.c_str(), O_RDWR, 0));
  struct stat there {};
  if (!file.open() || ::fstat(file.get(), &there) != 0) return already_there();
  if (!S_ISREG(there.st_mode)) return unusable("is not a regular file; choose another name");
  if (there.st_size != 0) return already_there();
  if (auto error = refuse_of_others(there)) return *error;
  if (auto error = lock(file.get(), disk)) return *error;
  return file;
}

}  // namespace

std::optional<ChunkFile> ChunkFile::create_new(const std::string& path, mode_t rights, Disk& disk,
                                               int& reason) {
  FileDescriptor file(disk.open(path.c_str(), O_RDWR | O_CREAT | O_EXCL, rights));
  reason = file.open() ? 0 : errno;
  // The file is new, so a file system without locks does no harm; but another recorder that
  // replaces files may have locked it first.
  if (file.open() && disk.lock(file.get()) != 0 && errno == EWOULDBLOCK) reason = EEXIST;
  if (reason != 0) return std::nullopt;
  return ChunkFile(std::move(file), path, rights, disk);
}

Result<ChunkFile> ChunkFile::create(const std::string& path, mode_t rights, Disk& disk) {
  int reason = 0;
  if (auto made = create_new(path, rights, disk, reason)) return std::move(*made);
  if (reason != EEXIST) return not_writable(reason);
  auto empty = open_empty(path, disk);
  if (!empty.ok()) return empty.error();
  ChunkFile found(std::move(empty).value(), path, rights, disk);
  found.is_new_ = false;
  return found;
}

Result<ChunkFile> ChunkFile::open_old(const std::string& path, mode_t rights, Disk& disk) {
  struct stat there {};
  if (::stat(path.c_str(), &there) != 0) return create(path, rights, disk);
  if (!S_ISREG(there.st_mode)) return unusable("is not a regular file; choose another name");
  if (auto error = refuse_of_others(there)) return *error;
  FileDescriptor file(disk.open(path.c_str(), O_RDWR, 0));
  if (!file.open()) return not_writable(errno);
  if (auto error = lock(file.get(), disk)) return *error;
  if (!may_be_replaced(file.get(), disk))
    return unusable("already exists and is not a recording; choose another name");
  ChunkFile found(std::move(file), path, rights, disk);
  found.is_new_ = false;
  return found;
}

bool ChunkFile::failed(int reason) {
  error_ = reason;
  return false;
}

bool ChunkFile::clear() {
  if (!rewind(0)) return false;
  // Only after emptying it: its old contents may be restricted to fewer readers. On a file system
  // without permissions, a new file would not have any either.
  if (!is_new_) (void)disk_->set_rights(file_->get(), rights_ & ~umask_now());
  return true;
}

bool ChunkFile::rewind(std::uint64_t bytes) {
  LANESCOPE_CHECK(bytes <= bytes_, "to go back from {}, not on to {}", bytes_, bytes);
  bytes_ = bytes;
  return disk_->truncate(file_->get(), bytes) == 0 || failed(errno);
}

bool ChunkFile::append_pieces(std::span<const std::span<const std::byte>> pieces) {
  LANESCOPE_CHECK(file_ != nullptr && file_->open(), "an open file");
  std::uint64_t at = bytes_;
  for (std::span<const std::byte> piece : pieces) {
    while (!piece.empty()) {
      const ssize_t written = disk_->write_at(file_->get(), piece, at);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        const int reason = written < 0 ? errno : ENOSPC;
        rewind(bytes_);
        return failed(reason);
      }
      piece = piece.subspan(static_cast<std::size_t>(written));
      at += static_cast<std::uint64_t>(written);
    }
  }
  bytes_ = at;
  return true;
}

bool ChunkFile::append_header(const wire::FileHeader& header) {
  const std::array pieces{bytes_of(header)};
  return append_pieces(pieces);
}

bool ChunkFile::append(const Chunk& chunk) {
  LANESCOPE_CHECK(chunk.payload.size() <= wire::kMaxChunkBytes,
                  "a payload that a reader takes, not of {} bytes", chunk.payload.size());
  LANESCOPE_CHECK(chunk.channel <= UINT16_MAX, "a channel of a ring, not {}", chunk.channel);
  LANESCOPE_CHECK(bytes_ % 8 == 0, "chunks at multiples of 8 bytes, not at {}", bytes_);
  constexpr std::array<std::byte, 8> kPadding{};
  wire::ChunkHeader header{};
  header.magic = wire::kChunkMagic;
  header.kind = static_cast<std::uint16_t>(chunk.kind);
  header.process = chunk.process;
  header.channel = static_cast<std::uint16_t>(chunk.channel);
  header.number = chunk.number;
  header.bytes = static_cast<std::uint32_t>(chunk.payload.size());
  header.time_ns = chunk.time_ns;
  header.crc = crc32c(chunk.payload, crc32c(bytes_of(header)));
  const std::size_t padding = (8 - chunk.payload.size() % 8) % 8;
  const std::array pieces{bytes_of(header), chunk.payload,
                          std::span<const std::byte>(kPadding).first(padding)};
  return append_pieces(pieces);
}

bool ChunkFile::read_at(std::uint64_t at, std::span<std::byte> out) {
  const int reason = read_fully(*disk_, file_->get(), at, out);
  return reason == 0 || failed(reason);
}

bool ChunkFile::append_copy(const FileDescriptor& from, std::uint64_t bytes) {
  const std::uint64_t before = bytes_;
  std::vector<std::byte> room(std::min<std::uint64_t>(kCopyPiece, bytes));
  for (std::uint64_t at = 0; at < bytes;) {
    const std::span piece = std::span(room).first(std::min<std::uint64_t>(room.size(), bytes - at));
    const std::array pieces{std::span<const std::byte>(piece)};
    const int unread = read_fully(*disk_, from.get(), at, piece);
    if (unread != 0 || !append_pieces(pieces)) {
      const int reason = unread != 0 ? unread : error_;
      rewind(before);
      return failed(reason);
    }
    at += piece.size();
  }
  return true;
}

bool ChunkFile::move_all_of(ChunkFile& other) {
  LANESCOPE_CHECK(&other != this && other.file_ != file_, "another file than this");
  const std::uint64_t before = bytes_;
  std::vector<std::byte> room(kCopyPiece);
  std::size_t most = kCopyPiece;
  for (std::uint64_t at = 0, freed = 0; at < other.bytes_;) {
    const std::span piece = std::span(room).first(std::min<std::uint64_t>(most, other.bytes_ - at));
    if (!other.read_at(at, piece)) {
      if (freed == 0) rewind(before);
      return failed(other.error_);
    }
    const std::array pieces{std::span<const std::byte>(piece)};
    if (append_pieces(pieces)) {
      at += piece.size();
    } else if (const int reason = error_; at > freed && is_full(reason) && sync() &&
                                          disk_->free_front(other.file_->get(), at) == 0) {
      freed = at;  // this part has been copied and synced
    } else if (is_full(reason) && piece.size() > kSmallestPiece) {
      most = piece.size() / 2;
    } else {
      if (freed == 0) rewind(before);
      return failed(reason);
    }
  }
  return true;
}

bool ChunkFile::is_in_place() const {
  struct stat ours {};
  struct stat there {};
  return ::fstat(file_->get(), &ours) == 0 && ::stat(path_.c_str(), &there) == 0 &&
         ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

bool ChunkFile::is_cut() const {
  struct stat ours {};
  return ::fstat(file_->get(), &ours) == 0 && static_cast<std::uint64_t>(ours.st_size) < bytes_;
}

bool ChunkFile::put_back() {
  FileDescriptor fresh(disk_->open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL, rights_));
  if (!fresh.open()) return failed(errno);
  ChunkFile copy(std::move(fresh), path_, rights_, *disk_);
  if (!copy.append_copy(*file_, bytes_)) {
    copy.remove();
    return failed(copy.error_);
  }
  file_ = copy.file_;
  return true;
}

bool ChunkFile::rename(const std::string& path) {
  if (disk_->rename_new(path_.c_str(), path.c_str()) != 0) return failed(errno);
  path_ = path;
  return true;
}

void ChunkFile::remove() {
  disk_->remove(path_.c_str());
}

bool ChunkFile::sync() {
  // EINVAL: the file does not support syncing.
  return disk_->sync(file_->get()) == 0 || errno == EINVAL || failed(errno);
}

}  // namespace lanescope
