#include "core/base/bytes/file_source.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <sys/stat.h>

#include "core/base/bytes/file_descriptor.h"
#include "core/base/bytes/file_stamp.h"

namespace lanescope {
namespace {

std::string reason(int error) {
  return std::generic_category().message(error);
}

/// Reads at `offset` as much as there is and `out` holds.
Result<std::size_t> read_all(const FileDescriptor& file, std::uint64_t offset,
                             std::span<char> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t n = ::pread(file.get(), out.data() + done, out.size() - done,
                              static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Error{Error::Kind::Unreadable, "cannot be read: " + reason(errno)};
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

class GrowingSource final : public PositionedSource {
 public:
  explicit GrowingSource(FileDescriptor file) : file_(std::move(file)) {}

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    return read_all(file_, offset, out);
  }

  [[nodiscard]] std::uint64_t file_bytes() const override {
    struct stat facts {};
    return ::fstat(file_.get(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
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

/// Detects, by file_digest, whether the first `size` bytes of a file have changed.
class FileSample {
 public:
  FileSample(const FileDescriptor& file, std::uint64_t size, const struct stat& about)
      : file_(file), size_(size), written_(about.st_mtim), digest_(digest()) {}

  [[nodiscard]] bool holds() const {
    struct stat now {};
    if (::fstat(file_.get(), &now) != 0) return false;
    const std::lock_guard lock(mutex_);
    // Only writing to a file or touching it changes its mtime.
    if (now.st_mtim.tv_sec == written_.tv_sec && now.st_mtim.tv_nsec == written_.tv_nsec)
      return same_;
    written_ = now.st_mtim;
    same_ = same_ && static_cast<std::uint64_t>(now.st_size) >= size_ && digest() == digest_;
    return same_;
  }

 private:
  [[nodiscard]] std::string digest() const { return file_digest(file_.get(), size_); }

  const FileDescriptor& file_;
  std::uint64_t size_;
  mutable std::mutex mutex_;
  mutable timespec written_;
  mutable bool same_ = true;
  std::string digest_;
};

class FileSource : public ByteSource {
 public:
  FileSource(FileDescriptor file, const struct stat& about)
      : file_(std::move(file)),
        size_(static_cast<std::uint64_t>(about.st_size)),
        sample_(file_, size_, about) {
    ::posix_fadvise(file_.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
  }

  std::size_t read(std::span<char> out) override {
    const std::uint64_t from = position_.load(std::memory_order_relaxed);
    const Result<std::size_t> n = read_at(from, out);
    if (!n.ok()) {
      damage_ = n.error().message;
      return 0;
    }
    position_.store(from + n.value(), std::memory_order_relaxed);
    if (n.value() < out.size() && from + n.value() < size_)
      damage_ = "the file was truncated while it was read";
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
bool wait_for_bytes(const FileDescriptor& file, const LoadProgress* progress) {
  constexpr int kPatienceMs = 50;
  while (progress == nullptr || !progress->cancel) {
    pollfd wanted{file.get(), POLLIN, 0};
    const int ready = ::poll(&wanted, 1, kPatienceMs);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
  }
  return false;
}

Result<std::string> read_to_end(const FileDescriptor& file, LoadProgress* progress) {
  std::string text;
  constexpr std::size_t kStep = 1U << 20;
  for (;;) {
    if (!wait_for_bytes(file, progress)) {
      return Error{Error::Kind::Cancelled, "loading was stopped"};
    }
    if (progress != nullptr) progress->bytes_done = text.size();
    const std::size_t before = text.size();
    text.resize(before + kStep);
    const ssize_t n = ::read(file.get(), text.data() + before, kStep);
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n < 0) return Error{Error::Kind::Unreadable, "cannot be read: " + reason(errno)};
    if (n == 0) return text;
  }
}

}  // namespace

Result<std::unique_ptr<ByteSource>> open_growing_file(const std::string& path) {
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) {
    const auto kind = errno == ENOENT ? Error::Kind::NotFound : Error::Kind::Unreadable;
    return Error{kind, "cannot be opened: " + reason(errno)};
  }
  return std::unique_ptr<ByteSource>(std::make_unique<GrowingSource>(std::move(file)));
}

Result<std::unique_ptr<ByteSource>> open_raw_source(const std::string& path,
                                                    LoadProgress* progress) {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return open_error(errno);
  struct stat about {};
  if (::fstat(file.get(), &about) != 0) return open_error(errno);
  // Virtual files, such as those in /proc, report no size but may have text.
  if (S_ISREG(about.st_mode) && about.st_size > 0)
    return std::unique_ptr<ByteSource>(std::make_unique<FileSource>(std::move(file), about));
  if (S_ISDIR(about.st_mode))
    return Error{Error::Kind::Unreadable, "is a folder; name a file in it"};
  if (!S_ISFIFO(about.st_mode) && !S_ISREG(about.st_mode))
    return Error{Error::Kind::Unreadable, "is a device; name a file"};
  Result<std::string> text = read_to_end(file, progress);
  if (!text.ok()) return text.error();
  return raw_memory_source(std::move(text).value(), 0);
}

}  // namespace lanescope
