#include "core/base/bytes/growing_source.h"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

#include <sys/stat.h>

#include "core/base/bytes/positioned_source.h"

namespace lanescope {
namespace {

class GrowingSource final : public PositionedSource {
 public:
  explicit GrowingSource(int descriptor) : descriptor_(descriptor) {}
  ~GrowingSource() override { ::close(descriptor_); }
  GrowingSource(const GrowingSource&) = delete;
  GrowingSource& operator=(const GrowingSource&) = delete;

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    std::size_t done = 0;
    while (done < out.size()) {
      const ssize_t n = ::pread(descriptor_, out.data() + done, out.size() - done,
                                static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) {
        return Error{Error::Kind::Unreadable,
                     "cannot be read: " + std::generic_category().message(errno)};
      }
      if (n == 0) break;
      done += static_cast<std::size_t>(n);
    }
    return done;
  }

  [[nodiscard]] std::uint64_t file_bytes() const override {
    struct stat facts {};
    return ::fstat(descriptor_, &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
  }
  [[nodiscard]] std::uint64_t consumed_bytes() const override { return position(); }

 private:
  int descriptor_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_growing_file(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    const auto kind = errno == ENOENT ? Error::Kind::NotFound : Error::Kind::Unreadable;
    return Error{kind, "cannot be opened: " + std::generic_category().message(errno)};
  }
  return std::unique_ptr<ByteSource>(std::make_unique<GrowingSource>(descriptor));
}

}  // namespace lanescope
