#include "core/base/bytes/file_stamp.h"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include <sys/stat.h>

#include "core/base/bytes/file_descriptor.h"
#include "core/base/text/text_hash.h"

namespace lanescope {
namespace {

constexpr Ns kSecond = 1'000'000'000;

Ns time_of(const struct stat& about) {
  return saturating_add(about.st_mtim.tv_sec * kSecond, about.st_mtim.tv_nsec);
}

std::string digest_of(const std::string& path, std::uint64_t size) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  return file.open() ? file_digest(file.get(), size) : std::string();
}

}  // namespace

std::string file_digest(int descriptor, std::uint64_t size) {
  constexpr std::uint64_t kPieces = 16, kPiece = 4096;
  std::string text;
  std::string piece(kPiece, '\0');
  std::uint64_t end = 0;
  for (std::uint64_t i = 0; i < kPieces && end < size; ++i) {
    const std::uint64_t spread = i * (std::max(size, kPiece) - kPiece) / (kPieces - 1);
    const std::uint64_t at = size <= kPieces * kPiece ? end : spread;
    const std::uint64_t wanted = std::min(kPiece, size - at);
    const ssize_t n = ::pread(descriptor, piece.data(), wanted, static_cast<off_t>(at));
    text.append(piece, 0, n > 0 ? static_cast<std::size_t>(n) : 0);
    end = at + wanted;
  }
  return hash_digits(text);
}

FileStamp FileStamp::of(const std::string& path) {
  FileStamp stamp;
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return stamp;
  stamp.known_ = true;
  stamp.size_ = static_cast<std::uint64_t>(about.st_size);
  stamp.number_ = about.st_ino;
  stamp.written_ns_ = time_of(about);
  stamp.digest_ = digest_of(path, stamp.size_);
  return stamp;
}

bool FileStamp::holds(const std::string& path) const {
  if (!known_) return true;
  struct stat now {};
  if (::stat(path.c_str(), &now) != 0 || !S_ISREG(now.st_mode)) return false;
  if (static_cast<std::uint64_t>(now.st_size) != size_) return false;
  if (now.st_ino == number_ && time_of(now) == written_ns_) return true;
  return digest_of(path, size_) == digest_;
}

std::optional<std::uint64_t> bytes_of_file(const std::string& path) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  return error ? std::nullopt : std::optional<std::uint64_t>(bytes);
}

}  // namespace lanescope
