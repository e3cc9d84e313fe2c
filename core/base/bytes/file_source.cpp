#include "core/base/bytes/file_source.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <system_error>
#include <utility>

#include "core/base/bytes/file_digest.h"
#include "core/base/files/file_descriptor.h"
#include "core/base/files/reading_order.h"
#include "core/base/files/system_file.h"

namespace lanescope {
namespace {

constexpr const char* kTruncated = "the file was truncated while it was read";

std::string reason(int error) {
  return std::generic_category().message(error);
}

Error unreadable() {
  return {Error::Kind::Unreadable, "cannot be read: " + reason(errno)};
}

/// Reads at `offset` as much as there is and `out` holds.
Result<std::size_t> read_all(const FileDescriptor& file, std::uint64_t offset,
                             std::span<char> out) {
  const std::int64_t n = lanescope::read_at(file.get(), offset, out);
  if (n < 0) return unreadable();
  return static_cast<std::size_t>(n);
}

class GrowingSource final : public PositionedSource {
 public:
  explicit GrowingSource(FileDescriptor file) : file_(std::move(file)) {}

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    return read_all(file_, offset, out);
  }

  [[nodiscard]] std::uint64_t file_bytes() const override {
    const auto facts = facts_of(file_.get());
    return facts ? facts->bytes : 0;
  }
  [[nodiscard]] std::uint64_t consumed_bytes() const override { return position(); }

 private:
  FileDescriptor file_;
};

Error open_error(int error) {
  if (error == ENOENT || error == ENOTDIR)
    return {Error::Kind::NotFound, "no such file; check the path"};
  if (error == EACCES || error == EPERM)
    return {Error::Kind::Unreadable, "permission denied; you need read access"};
  return {Error::Kind::Unreadable, "cannot be opened: " + reason(error)};
}

/// Detects, by file_digest, whether the bytes that a file had have changed.
class FileSample {
 public:
  FileSample(const FileDescriptor& file, const FileFacts& about)
      : file_(file), size_(about.bytes), written_ns_(about.written_ns), digest_(digest()) {}

  [[nodiscard]] bool holds() const {
    const auto now = facts_of(file_.get());
    if (!now) return false;
    const std::lock_guard lock(mutex_);
    // Only writing to a file or touching it changes that time.
    if (now->written_ns == written_ns_) return same_;
    written_ns_ = now->written_ns;
    same_ = same_ && now->bytes >= size_ && digest() == digest_;
    return same_;
  }

 private:
  [[nodiscard]] std::string digest() const { return file_digest(file_.get(), size_); }

  const FileDescriptor& file_;
  std::uint64_t size_;
  mutable std::mutex mutex_;
  mutable Ns written_ns_;
  mutable bool same_ = true;
  std::string digest_;
};

class FileSource : public ByteSource {
 public:
  FileSource(FileDescriptor file, const FileFacts& about)
      : file_(std::move(file)), size_(about.bytes), sample_(file_, about) {
    expect_reading_in_order(file_.get());
  }

  std::size_t read(std::span<char> out) override {
    const std::uint64_t from = position_.load(std::memory_order_relaxed);
    const Result<std::size_t> n = read_at(from, out);
    if (!n.ok()) {
      damage_ = n.error().message;
      return 0;
    }
    position_.store(from + n.value(), std::memory_order_relaxed);
    if (n.value() < out.size() && from + n.value() < size_) damage_ = kTruncated;
    return n.value();
  }

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    const std::uint64_t left = size_ - std::min(offset, size_);
    return read_all(file_, offset, out.first(std::min<std::uint64_t>(out.size(), left)));
  }

  [[nodiscard]] std::optional<std::uint64_t> random_access_size() const override { return size_; }
  [[nodiscard]] std::uint64_t file_bytes() const override { return size_; }
  [[nodiscard]] std::uint64_t consumed_bytes() const override {
    return position_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::string damage() const override { return damage_; }
  [[nodiscard]] bool is_cut() const override { return damage_ == kTruncated; }
  [[nodiscard]] bool changed() const override { return !sample_.holds(); }

 private:
  FileDescriptor file_;
  std::uint64_t size_;
  FileSample sample_;
  std::atomic<std::uint64_t> position_{0};
  std::string damage_;
};

/// Waits until a pipe has bytes or its writer has closed it; false if the load was cancelled.
/// Before the first writer opens it, neither is the case.
bool wait_unless_cancelled(const FileDescriptor& file, const LoadProgress* progress) {
  constexpr int kPatienceMs = 50;
  while (progress == nullptr || !progress->cancel) {
    if (wait_for_bytes(file.get(), kPatienceMs)) return true;
  }
  return false;
}

Result<std::string> read_to_end(const FileDescriptor& file, LoadProgress* progress) {
  std::string text;
  constexpr std::size_t kStep = 1U << 20;
  for (;;) {
    if (!wait_unless_cancelled(file, progress)) {
      return Error{Error::Kind::Cancelled, "loading was stopped"};
    }
    if (progress != nullptr) progress->bytes_done = text.size();
    const std::size_t before = text.size();
    text.resize(before + kStep);
    const std::int64_t n = read_some(file.get(), std::span(text).subspan(before));
    text.resize(before + static_cast<std::size_t>(std::max<std::int64_t>(n, 0)));
    if (n < 0 && errno == EAGAIN) continue;
    if (n < 0) return unreadable();
    if (n == 0) return text;
  }
}

}  // namespace

Result<std::unique_ptr<ByteSource>> open_growing_file(const std::string& path) {
  FileDescriptor file(open_to_read(path));
  if (!file.open()) {
    const auto kind = errno == ENOENT ? Error::Kind::NotFound : Error::Kind::Unreadable;
    return Error{kind, "cannot be opened: " + reason(errno)};
  }
  return std::unique_ptr<ByteSource>(std::make_unique<GrowingSource>(std::move(file)));
}

Result<std::unique_ptr<ByteSource>> open_raw_source(const std::string& path,
                                                    LoadProgress* progress) {
  FileDescriptor file(open_to_read(path));
  if (!file.open()) return open_error(errno);
  const auto about = facts_of(file.get());
  if (!about) return open_error(errno);
  // Virtual files, such as those in /proc, report no size but may have text.
  if (about->kind == FileFacts::Kind::File && about->bytes > 0)
    return std::unique_ptr<ByteSource>(std::make_unique<FileSource>(std::move(file), *about));
  if (about->kind == FileFacts::Kind::Folder)
    return Error{Error::Kind::Unreadable, "is a folder; name a file in it"};
  if (about->kind == FileFacts::Kind::Device)
    return Error{Error::Kind::Unreadable, "is a device; name a file"};
  Result<std::string> text = read_to_end(file, progress);
  if (!text.ok()) return text.error();
  return raw_memory_source(std::move(text).value(), 0);
}

}  // namespace lanescope
