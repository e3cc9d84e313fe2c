// The stdout and stderr of a launched program, until they are read.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/files/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

/// An in-memory file rather than a pipe, so that the program never waits for its reader, survives
/// its end, and neither side needs a thread. What has been read is given back to the system; once
/// this object or its process is gone, so is everything written. Single-threaded.
class ProgramOutput {
 public:
  /// `keeper`: a program that frees the output after that, see find_output_keeper(); empty: none.
  /// Errors: Unsupported: the system provides no such file.
  static Result<ProgramOutput> open(const std::string& keeper = {});

  /// For CaptureOptions::output.
  [[nodiscard]] int descriptor() const { return writing_.get(); }

  struct Piece {
    std::string bytes;
    std::uint64_t skipped = 0;  // bytes before these that were skipped, being too many
  };
  /// What has been written since the last call; only the end if it is more than `most_bytes`. Cost:
  /// a copy of it.
  Piece take(std::size_t most_bytes = std::size_t{1} << 20);

 private:
  ProgramOutput(FileDescriptor file, FileDescriptor writing)
      : file_(std::move(file)), writing_(std::move(writing)) {}
  void start(const std::string& keeper);

  FileDescriptor file_, writing_;
  FileDescriptor here_;                 // pipe end that shows the keeper we are alive
  std::uint64_t read_ = 0, freed_ = 0;  // offsets from the file's start
};

}  // namespace lanescope
