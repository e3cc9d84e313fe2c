// Figures of one process: who it is, its memory, its faults, what it read and wrote.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "capture/sampler/system/proc_folder.h"
#include "core/base/time.h"

namespace lanescope {

struct ProcessStatus {
  std::string name;
  std::int64_t process = 0;  // its PID; of a thread, that of the process
  std::int64_t parent = 0;
  std::array<std::uint32_t, 4> users{};  // real, effective, saved, for files
  std::uint64_t resident_bytes = 0, peak_resident_bytes = 0;
  bool has_ended = false;  // and waits for its parent to take notice

  /// Whether it has no other user's rights, as a setuid program has.
  [[nodiscard]] bool is_of_user(uid_t user) const;
};

/// The number by which a process or thread knows itself, if that is in a PID namespace below the
/// one of /proc, as in a container; nullopt: it is the one of /proc. `status`: the text of its
/// status file.
std::optional<std::uint32_t> number_in_namespace(std::string_view status);

/// nullopt: it has ended. Cost: 2 to 5 µs.
std::optional<ProcessStatus> read_status(const ProcFolder& process);

/// One thread.
class ProcessCounters {
 public:
  using Visit = std::function<void(std::string_view name, double value)>;
  /// Passes on the counters that have changed, and once a second all of them. The first look only
  /// has the memory, since the others are rates. Cost: 10 µs.
  void look(Ns now_ns, const ProcFolder& process, const Visit& visit);

 private:
  enum Figure : std::size_t {
    Resident,
    Peak,
    MinorFaults,
    MajorFaults,
    Read,
    Written,
    DiskRead,
    DiskWritten,
    kFigures
  };
  struct Totals {
    std::array<std::optional<double>, kFigures> of{};
  };
  static Totals totals(const ProcFolder& process);
  void tell(Figure figure, double value, bool again, const Visit& visit);

  Ns before_ns_ = 0;
  Ns told_all_ns_ = kMinNs;
  Totals before_;
  std::array<std::optional<double>, kFigures> told_{};
};

}  // namespace lanescope
