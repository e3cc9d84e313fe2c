// What one thread waited for, in sum.
#pragma once

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/host_time/host_time.h"
#include "core/analysis/host_time/unseen_waits.h"
#include "core/store/thread_state.h"

namespace lanescope {

class WaitSums {
 public:
  /// `period_ns`: between two samples.
  explicit WaitSums(Ns period_ns) : unseen_(period_ns) {}

  struct Wait {
    SliceRef slice;
    ThreadState state;  // that does not run; its text must outlive this object
    StringId line = StringId::Empty;
    Ns length_ns = 0, held_ns = 0;  // held_ns: of it, with the GIL
    bool for_thread = false;
  };
  void add(const Wait& wait);

  /// By reason, the longest first; their thread is still to be set.
  [[nodiscard]] std::vector<HostWait> rows() const;

 private:
  struct AtLine {
    Ns total_ns = 0, longest_ns = 0;
    EventId longest = EventId::None;
  };
  struct Sum {
    HostWait wait;
    std::map<StringId, AtLine> lines;
  };
  void note_unseen(const Wait& wait);
  static HostWait with_top_line(const Sum& sum);

  /// By reason, and whether it is another thread: a lock's state may be either.
  std::map<std::pair<std::string_view, bool>, Sum> sums_;
  UnseenWaits unseen_;
};

}  // namespace lanescope
