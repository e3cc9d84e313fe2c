#include "core/base/bytes/file_stamp.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/base/bytes/file_descriptor.h"
#include "core/base/files/system_file.h"
#include "core/base/text/text_hash.h"

namespace lanescope {
namespace {

std::string digest_of(const std::string& path, std::uint64_t size) {
  const FileDescriptor file(open_to_read(path));
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
    const std::int64_t n = read_at(descriptor, at, std::span(piece).first(wanted));
    text.append(piece, 0, n > 0 ? static_cast<std::size_t>(n) : 0);
    end = at + wanted;
  }
  return hash_digits(text);
}

FileStamp FileStamp::of(const std::string& path) {
  FileStamp stamp;
  const auto now = facts_of(path);
  if (!now || now->kind != FileFacts::Kind::File) return stamp;
  stamp.known_ = true;
  stamp.size_ = now->bytes;
  stamp.number_ = now->number;
  stamp.written_ns_ = now->written_ns;
  stamp.digest_ = digest_of(path, stamp.size_);
  return stamp;
}

bool FileStamp::holds(const std::string& path) const {
  if (!known_) return true;
  const auto now = facts_of(path);
  if (!now || now->kind != FileFacts::Kind::File || now->bytes != size_) return false;
  if (now->number == number_ && now->written_ns == written_ns_) return true;
  return digest_of(path, size_) == digest_;
}

std::optional<std::uint64_t> bytes_of_file(const std::string& path) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  return error ? std::nullopt : std::optional<std::uint64_t>(bytes);
}

}  // namespace lanescope
