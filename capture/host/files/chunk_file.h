// A file of chunks, see capture/wire/file.h: append only. What could not be written whole is taken
// back, so that the file always ends with a whole chunk, but for a crash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "capture/host/control/file_descriptor.h"
#include "capture/host/files/disk.h"
#include "capture/wire/file.h"
#include "core/base/result.h"

namespace lanescope {

struct Chunk {
  wire::ChunkKind kind{};
  std::uint32_t process = 0, channel = 0;
  std::int64_t time_ns = 0;
  std::span<const std::byte> payload;
};

/// One thread.
class ChunkFile {
 public:
  /// Makes a file; nothing, and the errno in `reason`: it can not be, or there is one of that name.
  static std::optional<ChunkFile> create_new(const std::string& path, mode_t rights, Disk& disk,
                                             int& reason);
  /// Makes a file and locks it; there must be none of that name, but for an empty one that nobody
  /// writes to. `rights` are taken down by the umask; `disk` has to outlive the file. Errors:
  /// Unreadable (message: why and what to do).
  static Result<ChunkFile> create(const std::string& path, mode_t rights, Disk& disk);
  /// Opens a recording that is there and locks it; what it holds stays until clear(). Where there
  /// is none one is made. Errors: Unreadable.
  static Result<ChunkFile> open_old(const std::string& path, mode_t rights, Disk& disk);

  /// Empties the file and gives it the rights that a new one would have. False: error() says why
  /// not.
  bool clear();
  bool append_header(const wire::FileHeader& header);

  /// False: nothing was appended, error() says why.
  bool append(const Chunk& chunk);
  /// Moves all that `other` holds behind what is here. Where the disk has no room for both, the
  /// front of `other` is given up as it is copied. False: error() says why, and what was not copied
  /// is still in `other` at its place, so that nothing is lost to who knows how far it was copied.
  bool move_all_of(ChunkFile& other);
  /// Takes back what was appended since bytes() was that.
  bool rewind(std::uint64_t bytes);
  /// Bytes that were appended before. False: error() says why.
  bool read_at(std::uint64_t at, std::span<std::byte> out);

  /// Whether the file is still found under its name.
  [[nodiscard]] bool is_in_place() const;
  /// Writes it once more under its name, which must be free: somebody has removed it. False:
  /// error() says why not.
  bool put_back();
  /// Gives it another name, which must be free. False: error() says why not.
  bool rename(const std::string& path);

  /// Removes the file from its folder.
  void remove();
  /// What was written is on the disk. False: error() says why not.
  bool sync();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool is_new() const { return is_new_; }  // it was not there before
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] int error() const { return error_; }  // errno of the last failure
  [[nodiscard]] mode_t rights() const { return rights_; }
  [[nodiscard]] Disk& disk() const { return *disk_; }
  /// Shared with who waits for the disk.
  [[nodiscard]] const std::shared_ptr<FileDescriptor>& descriptor() const { return file_; }

 private:
  ChunkFile(FileDescriptor file, std::string path, mode_t rights, Disk& disk)
      : file_(std::make_shared<FileDescriptor>(std::move(file))),
        path_(std::move(path)),
        rights_(rights),
        disk_(&disk) {}

  bool append_pieces(std::span<const std::span<const std::byte>> pieces);
  bool append_all_of(ChunkFile& other);
  bool failed(int reason);

  std::shared_ptr<FileDescriptor> file_;
  std::string path_;
  mode_t rights_;
  Disk* disk_;
  bool is_new_ = true;
  std::uint64_t bytes_ = 0;
  int error_ = 0;
};

}  // namespace lanescope
