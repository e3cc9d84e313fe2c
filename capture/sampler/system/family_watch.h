// Finds the processes of a run as they start: a command and everything that it starts. Where
// /proc/loadavg tells the last PID that was given, only new numbers are looked at, so that a look
// costs a microsecond while nothing starts; else all of /proc is listed, at intervals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "capture/sampler/system/proc_folder.h"
#include "core/base/time.h"

namespace lanescope {

/// The number of the process or thread of this machine that started last; nullopt: the system does
/// not tell. Cost: 1 µs.
class LastStarted {
 public:
  explicit LastStarted(const std::string& proc);
  std::optional<std::int64_t> read();

 private:
  FileDescriptor file_;
};

/// One thread.
class FamilyWatch {
 public:
  /// `command`: 0: only by `marker`, "NAME=VALUE" in the environment, which finds processes whose
  /// parents are gone. `proc`: where /proc is mounted.
  /// `most`: more processes are left out. `adopter`: a process whose children belong to the run as
  /// well; 0: none.
  FamilyWatch(std::int64_t command, std::string marker, std::string proc = "/proc",
              std::size_t most = kMostMembers, std::int64_t adopter = 0);

  struct Look {
    std::vector<ProcFolder> joined;     // parents before their children
    std::vector<std::string> problems;  // why one is left out; each reason is told once
  };
  /// `now_ns`: monotonic. `last_started`: of LastStarted, which the caller may need as well.
  Look look(Ns now_ns, std::optional<std::int64_t> last_started);

  /// The kernel told that a member has started this process, itself or by one that is gone: it
  /// joins at the next look, whoever its parent is.
  void claim(std::int64_t pid);
  /// The process has ended.
  void forget(std::int64_t pid) { members_.erase(pid); }
  /// Whether it may still be watched, which an exec can change, or setuid(). The reason is in the
  /// next look. Cost: 2 to 5 µs.
  bool allows(const ProcFolder& process);

  /// Whether it was found and is not watched, as long as its number is known.
  [[nodiscard]] bool leaves_out(std::int64_t pid) const;

  /// Processes of the run that are not watched.
  struct LeftOutCounts {
    std::uint64_t beyond_most = 0, of_others = 0;
    /// They started after the first look, and had lost their parents when they were seen, as
    /// daemons do; they may be of the run, or not.
    std::uint64_t orphans = 0;
  };
  /// Those since the last call.
  LeftOutCounts take_left_out() { return std::exchange(left_out_, {}); }

  static constexpr std::size_t kMostMembers = 1024;

 private:
  struct Newcomer {
    std::int64_t pid = 0, parent = 0;
    bool is_ours = false;  // it runs as this user
    std::string name;
    ProcFolder folder;
  };
  enum class Member { Watched, LeftOut };

  std::vector<std::int64_t> new_numbers(Ns now_ns, std::optional<std::int64_t> last_started);
  /// `from`, `to`: the last numbers given before and now.
  void forget_others(std::int64_t from, std::int64_t to);
  std::vector<std::int64_t> list_all(Ns now_ns);
  void examine(std::int64_t pid, std::vector<Newcomer>& newcomers);
  [[nodiscard]] bool belongs(const Newcomer& newcomer) const;
  void admit(Newcomer newcomer, Look& look);
  /// Whether it is the parent of those that have lost theirs: PID 1, or systemd for a user.
  [[nodiscard]] bool is_for_orphans(std::int64_t parent) const;
  void leave_out(std::string reason, std::string sentence);

  std::int64_t command_;
  std::string marker_, proc_;
  std::size_t most_;
  std::int64_t adopter_;
  std::map<std::int64_t, Member> members_;
  std::set<std::int64_t> others_;  // listed and found to be no members
  std::set<std::int64_t> claimed_;
  bool has_looked_ = false;
  std::optional<std::int64_t> last_started_;
  Ns next_listing_ns_ = kMinNs, listing_allowed_ns_ = kMinNs;
  LeftOutCounts left_out_;
  std::set<std::string> reasons_;      // told already
  std::vector<std::string> problems_;  // for the next look
};

}  // namespace lanescope
