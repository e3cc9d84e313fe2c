// What a started program writes to its stdout and stderr, until somebody reads it.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/bytes/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

/// A file in memory and no pipe, so that a program never waits for its reader, outlives it
/// unharmed, and neither needs a thread. What has been read is given back to the system; once this
/// is gone, or its process, whatever is written is. One thread.
class ProgramOutput {
 public:
  /// `keeper`: a program that gives it back from then on, see find_output_keeper(); empty: nobody
  /// does. Errors: Unsupported: the system gives no such file.
  static Result<ProgramOutput> open(const std::string& keeper = {});

  /// For CaptureOptions::output.
  [[nodiscard]] int descriptor() const { return writing_.get(); }

  struct Piece {
    std::string bytes;
    std::uint64_t skipped = 0;  // bytes before them that were too many to be kept
  };
  /// What has been written since, of more than `most_bytes` the end. Cost: a copy of it.
  Piece take(std::size_t most_bytes = std::size_t{1} << 20);

 private:
  ProgramOutput(FileDescriptor file, FileDescriptor writing)
      : file_(std::move(file)), writing_(std::move(writing)) {}
  void start(const std::string& keeper);

  FileDescriptor file_, writing_;
  FileDescriptor here_;                 // the keeper's sign that we are: an end of a pipe
  std::uint64_t read_ = 0, freed_ = 0;  // so far from the file's start
};

}  // namespace lanescope
