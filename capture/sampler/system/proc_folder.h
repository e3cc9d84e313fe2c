// The folder of one process below /proc. It is opened once, so that what is read in it later is
// always of that process and never of another that was given the same number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "core/base/files/file_descriptor.h"

namespace lanescope {

/// What a read in /proc came to.
enum class ProcAnswer {
  Text,
  Gone,     // the process or thread has ended
  Refused,  // the system does not allow it, or has no such file
  Failed,   // no descriptor is left, or the like: it may work later
};

struct ProcText {
  ProcAnswer answer = ProcAnswer::Failed;
  std::string_view text;  // in the room that was passed

  [[nodiscard]] bool ok() const { return answer == ProcAnswer::Text; }
};

/// How many files may be kept open. The first ones keep theirs: all are read in turn, so that
/// giving up the longest unread one for each that is needed would close every file before its next
/// use. One thread.
class DescriptorBudget {
 public:
  /// By default half of what the process may have open, at most 4096.
  DescriptorBudget();
  explicit DescriptorBudget(std::size_t most) : left_(most) {}

  bool take();
  void give_back() { ++left_; }

 private:
  std::size_t left_;
};

/// A file that is read again and again, and stays open if the budget allows. A read costs about
/// 0.5 µs of an open file and 2 µs of another.
class KeptFile {
 public:
  explicit KeptFile(DescriptorBudget& budget) : budget_(&budget) {}
  KeptFile(KeptFile&& other) noexcept : budget_(other.budget_), file_(std::move(other.file_)) {}
  KeptFile& operator=(KeptFile&& other) noexcept {
    close();
    budget_ = other.budget_;
    file_ = std::move(other.file_);
    return *this;
  }
  KeptFile(const KeptFile&) = delete;
  KeptFile& operator=(const KeptFile&) = delete;
  ~KeptFile() { close(); }

  /// The file's beginning, cut at the size of `room`. `path`: below `folder`, always the same.
  ProcText read(int folder, const char* path, std::span<char> room);
  void close();

 private:
  DescriptorBudget* budget_;
  FileDescriptor file_;
};

class ProcFolder {
 public:
  /// nullopt: there is no such process. `proc`: where /proc is mounted.
  static std::optional<ProcFolder> open(std::int64_t pid, const std::string& proc = "/proc");

  [[nodiscard]] std::int64_t pid() const { return pid_; }
  [[nodiscard]] int descriptor() const { return folder_.get(); }

  /// The effective user of the process as it is now; root once it has ended. nullopt: not known.
  /// Cost: below 1 µs.
  [[nodiscard]] std::optional<uid_t> user() const;
  /// A file's beginning, cut at the size of `room`.
  ProcText read(const char* path, std::span<char> room) const;
  /// Where a link leads to; empty: not to be read.
  std::string_view link(const char* path, std::span<char> room) const;
  /// The entries of a folder in it that are numbers, at most `most`. Gone, or Text.
  ProcAnswer numbers(const char* path, std::size_t most, std::vector<std::int64_t>& to) const;

 private:
  ProcFolder(std::int64_t pid, FileDescriptor folder) : pid_(pid), folder_(std::move(folder)) {}

  std::int64_t pid_;
  FileDescriptor folder_;
};

/// The processes that `proc` lists, in no order.
std::vector<std::int64_t> listed_processes(const std::string& proc);

}  // namespace lanescope
