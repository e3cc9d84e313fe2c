#include "capture/host/chunk_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <sys/file.h>
#include <sys/stat.h>

#include "capture/wire/file.h"
#include "core/base/crc32c.h"

namespace lanescope {
namespace {

constexpr mode_t kRights = 0644;
constexpr std::size_t kCopyPiece = 4U << 20;

std::string advice_for(int reason) {
  switch (reason) {
    case EACCES:
    case EPERM:
    case EROFS:
    case ENOENT:
    case ENOTDIR:
      return ", choose another folder with -o";
    case ENOSPC:
    case EDQUOT:
      return ", make room or choose another place";
    default:
      return "";
  }
}

Error not_writable(int reason) {
  return {Error::Kind::Unreadable,
          "cannot be written: " + std::generic_category().message(reason) + advice_for(reason)};
}

template <typename T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

/// Only what a capture has written is written over: a slip of the hand must not cost a script.
bool may_be_replaced(int file) {
  std::array<char, sizeof wire::kFileMagic> head{};
  const ssize_t got = ::pread(file, head.data(), head.size(), 0);
  std::uint32_t magic = 0;
  std::memcpy(&magic, head.data(), sizeof magic);
  return got <= 0 || std::ranges::equal(head, wire::kFileMagic) || magic == wire::kChunkMagic;
}

}  // namespace

Result<ChunkFile> ChunkFile::open(const std::string& path) {
  struct stat there {};
  const bool is_new = ::stat(path.c_str(), &there) != 0;
  if (!is_new && !S_ISREG(there.st_mode))
    return Error{Error::Kind::Unreadable, "is something else than a file, choose another name"};
  FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kRights));
  if (!file.open()) return not_writable(errno);
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Error{Error::Kind::Unreadable, "is written by another capture, choose another name"};
  if (!may_be_replaced(file.get()))
    return Error{Error::Kind::Unreadable,
                 "is there already and is not a recording, choose another name"};
  return ChunkFile(std::move(file), path, is_new);
}

bool ChunkFile::clear() {
  bytes_ = 0;
  return take_back();
}

/// To the end of the last whole chunk.
bool ChunkFile::take_back() {
  const auto end = static_cast<off_t>(bytes_);
  return ::ftruncate(file_->get(), end) == 0 && ::lseek(file_->get(), end, SEEK_SET) == end;
}

bool ChunkFile::append_pieces(std::span<const std::span<const std::byte>> pieces) {
  std::uint64_t total = 0;
  for (std::span<const std::byte> piece : pieces) {
    while (!piece.empty()) {
      const ssize_t written = ::write(file_->get(), piece.data(), piece.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        error_ = written < 0 ? errno : ENOSPC;
        take_back();
        return false;
      }
      piece = piece.subspan(static_cast<std::size_t>(written));
      total += static_cast<std::uint64_t>(written);
    }
  }
  bytes_ += total;
  return true;
}

bool ChunkFile::append_header(const wire::FileHeader& header) {
  const std::array pieces{bytes_of(header)};
  return append_pieces(pieces);
}

bool ChunkFile::append(const Chunk& chunk) {
  constexpr std::array<std::byte, 8> kPadding{};
  wire::ChunkHeader header{};
  header.magic = wire::kChunkMagic;
  header.kind = static_cast<std::uint32_t>(chunk.kind);
  header.process = chunk.process;
  header.lane = chunk.lane;
  header.bytes = static_cast<std::uint32_t>(chunk.payload.size());
  header.crc = crc32c(chunk.payload);
  header.time_ns = chunk.time_ns;
  const std::size_t padding = (8 - chunk.payload.size() % 8) % 8;
  const std::array pieces{bytes_of(header), chunk.payload,
                          std::span<const std::byte>(kPadding).first(padding)};
  return append_pieces(pieces);
}

bool ChunkFile::append_all_of(const ChunkFile& other) {
  const std::uint64_t before = bytes_;
  std::vector<std::byte> piece(kCopyPiece);
  for (std::uint64_t at = 0; at < other.bytes_;) {
    const ssize_t got =
        ::pread(other.file_->get(), piece.data(), piece.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    const std::array pieces{
        std::span<const std::byte>(piece).first(got > 0 ? static_cast<std::size_t>(got) : 0)};
    if (got <= 0) error_ = got < 0 ? errno : EIO;
    if (got <= 0 || !append_pieces(pieces)) {
      bytes_ = before;
      take_back();
      return false;
    }
    at += static_cast<std::uint64_t>(got);
  }
  return true;
}

bool ChunkFile::is_in_place() const {
  struct stat ours {};
  struct stat there {};
  return ::fstat(file_->get(), &ours) == 0 && ::stat(path_.c_str(), &there) == 0 &&
         ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

bool ChunkFile::put_back() {
  FileDescriptor fresh(::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kRights));
  if (!fresh.open()) {
    error_ = errno;
    return false;
  }
  ChunkFile copy(std::move(fresh), path_, true);
  if (!copy.append_all_of(*this)) {
    error_ = copy.error_;
    copy.remove();
    return false;
  }
  file_ = copy.file_;
  return true;
}

void ChunkFile::remove() {
  ::unlink(path_.c_str());
}

}  // namespace lanescope
