// What threads of a container call themselves. gettid() returns the number in the PID namespace of
// the process; /proc and the kernel's records have that of the recorder's.
#pragma once

#include <cstdint>
#include <map>

#include "capture/sampler/system/proc_folder.h"

namespace lanescope {

class NamespaceTids {
 public:
  /// A process stays in the PID namespace in which it started.
  explicit NamespaceTids(const ProcFolder& process);

  /// A thread that is new. Cost: none, unless the process is in another namespace: 3 µs.
  void add(const ProcFolder& process, std::uint32_t tid);
  void forget(std::uint32_t tid);
  void clear() { tids_.clear(); }

  /// The number in /proc of the thread that calls itself `own`; 0: there is none.
  [[nodiscard]] std::uint32_t tid_of(std::uint32_t own) const;

 private:
  bool is_in_another_;
  std::map<std::uint32_t, std::uint32_t> tids_;  // by their own number
};

}  // namespace lanescope
