// How long a thread that was woken waited for a CPU. The kernel tells when a thread blocks and when
// it gets a CPU, but not when it is woken in between; the system counts how long it waited for a
// CPU in sum, and the difference to the waits that are known tells that.
#pragma once

#include <algorithm>

#include "core/base/check.h"
#include "core/base/time.h"

namespace lanescope {

/// Of one thread, in the order of its switches. Where it was woken several times since the sum was
/// known last, the first of these waits get the difference, as far as they are long enough.
class ReadyWaits {
 public:
  void out(Ns time_ns, bool blocked) {
    out_ns_ = time_ns;
    is_blocked_ = blocked;
  }
  /// Whether it has waited for something since it lost its CPU.
  [[nodiscard]] bool is_blocked() const { return is_blocked_; }

  /// The time that it has waited for CPUs so far, which is known to be right for `until_ns`.
  void know(Ns waited_ns, Ns until_ns) {
    if (!is_known_) accounted_ns_ = waited_ns;
    is_known_ = true;
    waited_ns_ = waited_ns;
    known_ns_ = until_ns;
  }
  [[nodiscard]] Ns known_ns() const { return known_ns_; }
  /// Switches are missing: what is counted next is the begin.
  void forget() {
    is_known_ = is_blocked_ = false;
    out_ns_ = 0;
  }

  /// The clock was set, `shift_ns` ahead.
  void move(Ns shift_ns) {
    if (out_ns_ != 0) out_ns_ = saturating_add(out_ns_, shift_ns);
    if (known_ns_ != 0) known_ns_ = saturating_add(known_ns_, shift_ns);
  }

  /// It gets a CPU. Returns for how long it could have run, if it was blocked before; else 0.
  Ns in(Ns time_ns) {
    const Ns off_ns = out_ns_ != 0 ? std::max<Ns>(time_ns - out_ns_, 0) : 0;
    const bool was_blocked = is_blocked_;
    is_blocked_ = false;
    out_ns_ = 0;
    if (!was_blocked) {
      accounted_ns_ += off_ns;
      return 0;
    }
    const Ns ready_ns = is_known_ ? std::clamp<Ns>(waited_ns_ - accounted_ns_, 0, off_ns) : 0;
    accounted_ns_ += ready_ns;
    LANESCOPE_CHECK(ready_ns <= off_ns, "woken {} ns before, of {} ns without a CPU", ready_ns,
                    off_ns);
    return ready_ns;
  }

 private:
  Ns out_ns_ = 0;  // when it lost its CPU; 0: it has one, or that is not known
  bool is_blocked_ = false, is_known_ = false;
  Ns waited_ns_ = 0, accounted_ns_ = 0, known_ns_ = 0;
};

}  // namespace lanescope
