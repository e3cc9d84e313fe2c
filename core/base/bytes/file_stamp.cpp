#include "core/base/bytes/file_stamp.h"

#include <filesystem>
#include <system_error>

#include "core/base/bytes/file_digest.h"
#include "core/base/files/file_descriptor.h"
#include "core/base/files/system_file.h"

namespace lanescope {
namespace {

std::string digest_of(const std::string& path, std::uint64_t size) {
  const FileDescriptor file(open_to_read(path));
  return file.open() ? file_digest(file.get(), size) : std::string();
}

}  // namespace

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
