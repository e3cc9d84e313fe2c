#include "core/readers/capture/samples/off_cpu.h"

#include <algorithm>

namespace lanescope {

void OffCpuTimes::add(Ns time_ns, wire::SwitchKind kind) {
  has_any_ = true;
  if (kind == wire::SwitchKind::Ready) return;  // it had none before, and has none yet
  if (time_ns < gap_end_ns_) return;
  const bool is_open = !stretches_.empty() && stretches_.back().end_ns == kMaxNs;
  if (kind == wire::SwitchKind::In) {
    if (is_open) stretches_.back().end_ns = time_ns;
    return;
  }
  const bool waits = kind == wire::SwitchKind::Blocked;
  if (is_open) {
    stretches_.back().waits |= waits;
    return;
  }
  stretches_.push_back({time_ns, kMaxNs, waits});
  if (stretches_.size() > kMostKept) stretches_.pop_front();
}

void OffCpuTimes::add_gap(const TimeRange& gap) {
  gap_end_ns_ = std::max(gap_end_ns_, gap.end_ns);
  if (stretches_.empty() || stretches_.back().end_ns != kMaxNs) return;
  stretches_.back().end_ns = std::max(stretches_.back().begin_ns, gap.begin_ns);
}

std::deque<OffCpuTimes::Stretch>::const_iterator OffCpuTimes::first_ending_after(Ns time_ns) const {
  return std::ranges::upper_bound(stretches_, time_ns, {}, &Stretch::end_ns);
}

std::optional<OffCpuTimes::Stretch> OffCpuTimes::at(Ns time_ns) const {
  const auto at = first_ending_after(time_ns);
  if (at == stretches_.end() || at->begin_ns > time_ns) return std::nullopt;
  return *at;
}

Ns OffCpuTimes::first_wait_after(Ns time_ns, Ns least_ns) const {
  for (auto at = first_ending_after(time_ns); at != stretches_.end(); ++at) {
    const Ns begin_ns = std::max(at->begin_ns, time_ns);
    if (at->waits && at->end_ns - begin_ns >= least_ns) return begin_ns;
  }
  return kMaxNs;
}

std::vector<TimeRange> OffCpuTimes::between_waits(const TimeRange& range, Ns least_ns) const {
  std::vector<TimeRange> between{{range.begin_ns, range.end_ns}};
  for (auto at = first_ending_after(range.begin_ns);
       at != stretches_.end() && at->begin_ns < range.end_ns; ++at) {
    const Ns begin_ns = std::max(at->begin_ns, range.begin_ns);
    const Ns end_ns = std::min(at->end_ns, range.end_ns);
    if (!at->waits || end_ns - begin_ns < least_ns) continue;
    between.back().end_ns = begin_ns;
    if (between.size() == kMostBetween) between.erase(between.begin() + 1);
    between.push_back({end_ns, range.end_ns});
  }
  return between;
}

Ns OffCpuTimes::on_cpu_ns(Ns from_ns, Ns to_ns) const {
  Ns on_ns = saturating_sub(to_ns, from_ns);
  for (auto at = first_ending_after(from_ns); at != stretches_.end() && at->begin_ns < to_ns; ++at)
    on_ns -= std::min(at->end_ns, to_ns) - std::max(at->begin_ns, from_ns);
  return on_ns;
}

Ns OffCpuTimes::time_after(Ns from_ns, Ns cpu_ns) const {
  Ns time_ns = saturating_add(from_ns, cpu_ns);
  for (auto at = first_ending_after(from_ns); at != stretches_.end() && at->begin_ns < time_ns;
       ++at) {
    const Ns off_ns = saturating_sub(at->end_ns, std::max(at->begin_ns, from_ns));
    // The thread was not seen again: what is open ends where it lost its CPU.
    if (at->end_ns == kMaxNs) return std::max(at->begin_ns, from_ns);
    time_ns = saturating_add(time_ns, off_ns);
  }
  return time_ns;
}

}  // namespace lanescope
