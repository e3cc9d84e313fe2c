#include "core/base/bytes/file_source.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <sys/stat.h>

#include "core/base/bytes/file_stamp.h"
#include "core/base/bytes/memory_source.h"

namespace lanescope {
namespace {

/// Owns a file descriptor.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

std::string reason(int error) {
  return std::generic_category().message(error);
}

Error open_error(int error) {
  if (error == ENOENT || error == ENOTDIR)
    return {Error::Kind::NotFound, "no such file; check the path"};
  if (error == EACCES || error == EPERM)
    return {Error::Kind::Unreadable, "permission denied; you need read access"};
  return {Error::Kind::Unreadable, "cannot be opened: " + reason(error)};
}

/// Tells whether the first bytes of a file, which was `size` long, are what they were, as
/// file_digest sees them.
class FileSample {
 public:
  FileSample(const File& file, std::uint64_t size, const struct stat& about)
      : file_(file), size_(size), written_(about.st_mtim), digest_(digest()) {}

  [[nodiscard]] bool holds() const {
    struct stat now {};
    if (::fstat(file_.descriptor(), &now) != 0) return false;
    const std::lock_guard lock(mutex_);
    // Only who writes to the file, or touches it, gives it another time.
    if (now.st_mtim.tv_sec == written_.tv_sec && now.st_mtim.tv_nsec == written_.tv_nsec)
      return same_;
    written_ = now.st_mtim;
    same_ = same_ && static_cast<std::uint64_t>(now.st_size) >= size_ && digest() == digest_;
    return same_;
  }

 private:
  [[nodiscard]] std::string digest() const { return file_digest(file_.descriptor(), size_); }

  const File& file_;
  std::uint64_t size_;
  mutable std::mutex mutex_;
  mutable timespec written_;
  mutable bool same_ = true;
  std::string digest_;
};

class FileSource : public ByteSource {
 public:
  FileSource(File file, const struct stat& about)
      : file_(std::move(file)),
        size_(static_cast<std::uint64_t>(about.st_size)),
        sample_(file_, size_, about) {
    ::posix_fadvise(file_.descriptor(), 0, 0, POSIX_FADV_SEQUENTIAL);
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
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), left));
    std::size_t done = 0;
    while (done < wanted) {
      const ssize_t n = ::pread(file_.descriptor(), out.data() + done, wanted - done,
                                static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return Error{Error::Kind::Unreadable, "cannot be read: " + reason(errno)};
      if (n == 0) break;
      done += static_cast<std::size_t>(n);
    }
    return done;
  }

  [[nodiscard]] std::optional<std::uint64_t> random_access_size() const override { return size_; }
  [[nodiscard]] std::uint64_t file_bytes() const override { return size_; }
  [[nodiscard]] std::uint64_t consumed_bytes() const override {
    return position_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::string damage() const override { return damage_; }
  [[nodiscard]] bool changed() const override { return !sample_.holds(); }

 private:
  File file_;
  std::uint64_t size_;
  FileSample sample_;
  std::atomic<std::uint64_t> position_{0};
  std::string damage_;
};

/// Waits until a pipe has bytes or its writer is gone; false when the load was cancelled. Before a
/// first writer comes there is neither.
bool wait_for_bytes(const File& file, const LoadProgress* progress) {
  constexpr int kPatienceMs = 50;
  while (progress == nullptr || !progress->cancel) {
    pollfd wanted{file.descriptor(), POLLIN, 0};
    const int ready = ::poll(&wanted, 1, kPatienceMs);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
  }
  return false;
}

Result<std::string> read_to_end(const File& file, LoadProgress* progress) {
  std::string text;
  constexpr std::size_t kStep = 1U << 20;
  for (;;) {
    if (!wait_for_bytes(file, progress)) {
      return Error{Error::Kind::Cancelled, "loading was stopped"};
    }
    if (progress != nullptr) progress->bytes_done = text.size();
    const std::size_t before = text.size();
    text.resize(before + kStep);
    const ssize_t n = ::read(file.descriptor(), text.data() + before, kStep);
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n < 0) return Error{Error::Kind::Unreadable, "cannot be read: " + reason(errno)};
    if (n == 0) return text;
  }
}

}  // namespace

Result<std::unique_ptr<ByteSource>> open_raw_source(const std::string& path,
                                                    LoadProgress* progress) {
  // Opening a pipe would wait for its writer.
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.descriptor() < 0) return open_error(errno);
  struct stat about {};
  if (::fstat(file.descriptor(), &about) != 0) return open_error(errno);
  // Files that the kernel makes up, as those of /proc, have no size but may have text.
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
