#include "capture/host/program_output.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

#include <sys/mman.h>
#include <sys/stat.h>

namespace lanescope {
namespace {

constexpr std::uint64_t kPageBytes = 4096;

}  // namespace

Result<ProgramOutput> ProgramOutput::open() {
  FileDescriptor file(::memfd_create("lanescope-output", MFD_CLOEXEC));
  // `echo > /dev/stderr` opens it anew and cuts it off: all others go on behind what is there.
  if (!file.open() || ::fcntl(file.get(), F_SETFL, O_APPEND) != 0)
    return Error{Error::Kind::Unsupported, "the output of the program cannot be kept: " +
                                               std::generic_category().message(errno)};
  return ProgramOutput(std::move(file));
}

ProgramOutput::Piece ProgramOutput::take(std::size_t most_bytes) {
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) return {};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < read_) read_ = freed_ = 0;  // the program has cut it off
  Piece piece;
  const std::uint64_t begin = std::max(read_, size - std::min<std::uint64_t>(size, most_bytes));
  piece.skipped = begin - read_;
  piece.bytes.resize(size - begin);
  std::size_t got = 0;
  while (got < piece.bytes.size()) {
    const ssize_t count = ::pread(file_.get(), piece.bytes.data() + got, piece.bytes.size() - got,
                                  static_cast<off_t>(begin + got));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    got += static_cast<std::size_t>(count);
  }
  piece.bytes.resize(got);
  read_ = begin + got;
  const std::uint64_t whole_pages = read_ / kPageBytes * kPageBytes;
  if (whole_pages > freed_) {
    // Where the system can not, the file only stays as large as it is.
    (void)::fallocate(file_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                      static_cast<off_t>(freed_), static_cast<off_t>(whole_pages - freed_));
    freed_ = whole_pages;
  }
  return piece;
}

}  // namespace lanescope
