// Which processes of a recording started which: their lanes stand together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

/// What is known of a process's work, in rising order.
enum class ProcessWork : std::uint8_t {
  Waited,  // no more than its states
  Python,  // functions were sampled
  Calls,   // it recorded its own calls or operators
  Steps,
};

class ProcessFamilies {
 public:
  struct Member {
    std::string_view pid;
    ProcessWork work = ProcessWork::Waited;
  };
  /// Recordings know the parents of their processes; for other traces there are no families.
  /// `members`: those with lanes, the most important first. All must outlive this.
  ProcessFamilies(const Snapshot& snapshot, std::span<const Member> members);

  /// The pid of the nearest ancestor that has lanes; empty if there is none.
  [[nodiscard]] std::string_view parent_of(std::string_view pid) const;
  /// Indexes of `members`: behind each parent its children, in the order in which they were seen to
  /// start. A less important parent that does other work than its child, as a launcher does, does
  /// not come before it.
  [[nodiscard]] std::vector<std::size_t> order() const;

 private:
  struct Origin {
    std::string parent;  // its pid
    std::size_t start = 0;
  };
  void note_origins(const JsonObject& metadata);
  /// The member that it stands behind; its own index if there is none.
  [[nodiscard]] std::size_t leader_of(std::size_t member) const;
  [[nodiscard]] std::size_t start_of(std::size_t member) const;
  void add_family(std::size_t root, std::vector<std::size_t>& order) const;

  std::span<const Member> members_;
  std::map<std::string, Origin, std::less<>> origins_;  // by pid, of all known processes
  std::vector<std::size_t> leaders_;                    // leader_of() of all members
};

}  // namespace lanescope
