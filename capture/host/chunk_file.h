// A file of chunks, see capture/wire/file.h: append only. What could not be written whole is taken
// back, so that the file always ends with a whole chunk, but for a crash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "capture/host/file_descriptor.h"
#include "capture/wire/file.h"
#include "core/base/result.h"

namespace lanescope {

struct Chunk {
  wire::ChunkKind kind{};
  std::uint32_t process = 0, lane = 0;
  std::int64_t time_ns = 0;
  std::span<const std::byte> payload;
};

/// One thread.
class ChunkFile {
 public:
  /// Opens or makes the file and locks it; what it holds stays until clear(). Errors: Unreadable
  /// (message: why and what to do).
  static Result<ChunkFile> open(const std::string& path);

  /// Empties the file.
  bool clear();
  bool append_header(const wire::FileHeader& header);

  /// False: nothing was appended, error() says why.
  bool append(const Chunk& chunk);
  bool append_all_of(const ChunkFile& other);

  /// Whether the file is still found under its name.
  [[nodiscard]] bool is_in_place() const;
  /// Writes it once more under its name, which must be free: somebody has removed it. False:
  /// error() says why not.
  bool put_back();

  /// Removes the file from its folder.
  void remove();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool is_new() const { return is_new_; }  // it was not there before
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] int error() const { return error_; }  // errno of the last failure
  /// Shared with who waits for the disk.
  [[nodiscard]] const std::shared_ptr<FileDescriptor>& descriptor() const { return file_; }

 private:
  ChunkFile(FileDescriptor file, std::string path, bool is_new)
      : file_(std::make_shared<FileDescriptor>(std::move(file))),
        path_(std::move(path)),
        is_new_(is_new) {}

  bool append_pieces(std::span<const std::span<const std::byte>> pieces);
  bool take_back();

  std::shared_ptr<FileDescriptor> file_;
  std::string path_;
  bool is_new_ = false;
  std::uint64_t bytes_ = 0;
  int error_ = 0;
};

}  // namespace lanescope
