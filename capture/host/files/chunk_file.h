// An append-only file of chunks, see capture/wire/file.h. A partial write is undone, so the file
// always ends with a whole chunk unless the process crashes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "capture/host/files/disk.h"
#include "capture/wire/file.h"
#include "core/base/files/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

struct Chunk {
  wire::ChunkKind kind{};
  std::uint32_t process = 0, channel = 0;
  std::int64_t time_ns = 0;
  std::span<const std::byte> payload;
  std::uint32_t number = 0;  // see wire::ChunkHeader
};

/// One thread.
class ChunkFile {
 public:
  /// Creates a file. Nothing, with the errno in `reason`, if it cannot be created or already
  /// exists.
  static std::optional<ChunkFile> create_new(const std::string& path, mode_t rights, Disk& disk,
                                             int& reason);
  /// Creates a file and locks it. No file of that name may exist, except an empty one that no
  /// process is writing. `rights` are restricted by the umask; `disk` must outlive the file.
  /// Errors: Unreadable (message: why and what to do).
  static Result<ChunkFile> create(const std::string& path, mode_t rights, Disk& disk);
  /// Opens and locks an existing recording, whose contents stay until clear(); creates one if there
  /// is none. Errors: Unreadable.
  static Result<ChunkFile> open_old(const std::string& path, mode_t rights, Disk& disk);

  /// Empties the file and gives it the permissions of a new one. False: see error().
  bool clear();
  bool append_header(const wire::FileHeader& header);

  /// False: nothing was appended; see error().
  bool append(const Chunk& chunk);
  /// Moves the contents of `other` to the end of this file. If the disk has no room for both, the
  /// start of `other` is freed while copying. False: see error(); nothing was appended and `other`
  /// is whole, unless a part of it had to be freed: then what was not copied is still in it at its
  /// original position, so nothing is lost as long as the progress is known.
  bool move_all_of(ChunkFile& other);
  /// Copies the first `bytes` of a file, which may be one that grows. False: see error(); nothing
  /// was appended.
  bool append_copy(const FileDescriptor& from, std::uint64_t bytes);
  /// Truncates the file to the size that bytes() had before.
  bool rewind(std::uint64_t bytes);
  /// Reads bytes appended earlier. False: see error().
  bool read_at(std::uint64_t at, std::span<std::byte> out);

  /// Whether the file still exists under its name.
  [[nodiscard]] bool is_in_place() const;
  /// Whether another program has truncated it, so that not all is there that was appended. Call
  /// before more is appended, which hides it. Cost: a system call.
  [[nodiscard]] bool is_cut() const;
  /// Writes it again under its name, which must be free, after the file was removed. False: see
  /// error().
  bool put_back();
  /// Renames it; the new name must be free. False: see error().
  bool rename(const std::string& path);

  /// Removes the file from its folder.
  void remove();
  /// Waits until everything written is on the disk. False: see error().
  bool sync();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool is_new() const { return is_new_; }  // it did not exist before
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] int error() const { return error_; }  // errno of the last failure
  [[nodiscard]] mode_t rights() const { return rights_; }
  [[nodiscard]] Disk& disk() const { return *disk_; }
  /// Shared with the thread that syncs it.
  [[nodiscard]] const std::shared_ptr<FileDescriptor>& descriptor() const { return file_; }

 private:
  ChunkFile(FileDescriptor file, std::string path, mode_t rights, Disk& disk)
      : file_(std::make_shared<FileDescriptor>(std::move(file))),
        path_(std::move(path)),
        rights_(rights),
        disk_(&disk) {}

  bool append_pieces(std::span<const std::span<const std::byte>> pieces);
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
