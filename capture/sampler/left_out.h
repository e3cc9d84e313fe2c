// How much of a program is not sampled. Each reason is told when it first occurs; what it amounts
// to is known later.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lanescope {

/// Counted since the last take().
class LeftOut {
 public:
  void processes_beyond_most(std::uint64_t count, std::uint64_t most) {
    beyond_most_ += count;
    most_processes_ = most;
  }
  void processes_ended_before(std::uint64_t count) { ended_before_ += count; }
  /// A single one has been told of in full.
  void processes_of_others(std::uint64_t count) { of_others_ += count; }
  /// They may be of the program, which neither their parents nor the kernel can tell any more.
  void processes_without_parents(std::uint64_t count) { without_parents_ += count; }
  /// Of one process.
  void threads_beyond_most(std::uint64_t count, std::uint64_t most);
  /// Of a process whose Python stacks cannot be read, for a reason that was told of another one.
  void python_of(const std::string& why_not) { ++unreadable_[why_not]; }

  /// Texts of Problems, with their numbers, see capture/wire/README.md.
  std::vector<std::string> take();

 private:
  std::uint64_t beyond_most_ = 0, of_others_ = 0, most_processes_ = 0, ended_before_ = 0;
  std::uint64_t without_parents_ = 0;
  std::uint64_t threads_ = 0, thread_processes_ = 0, most_threads_ = 0;
  std::map<std::string, std::uint64_t> unreadable_;  // processes, by reason
};

}  // namespace lanescope
