// From sums between collectives back to activity.
#include <algorithm>

#include "core/analysis/events/interval_union.h"
#include "core/ranks/summary/activity_outline.h"

namespace lanescope {
namespace {

/// Places what a segment consists of, one after the other.
class SegmentFiller {
 public:
  explicit SegmentFiller(const DeviceOutline& outline) : outline_(outline) {}

  DeviceActivity run() {
    out_.device = outline_.device;
    each_segment(outline_.parts, [&](TimeRange segment, auto begin, auto end) {
      Ns now = segment.begin_ns;
      for (auto part = begin; part != end; ++part) {
        const Ns until = std::min(saturating_add(now, part->ns), segment.end_ns);
        place(*part, {now, until});
        now = until;
      }
    });
    each_segment(outline_.works, [&](TimeRange segment, auto begin, auto end) {
      place_works(segment, begin, end, false, out_.kernels);
      place_works(segment, begin, end, true, out_.copies);
    });
    return std::move(out_);
  }

 private:
  template <typename Items, typename Visit>
  void each_segment(const Items& items, const Visit& visit) {
    for (auto begin = items.begin(); begin != items.end();) {
      const auto end = std::find_if(begin, items.end(),
                                    [&](const auto& one) { return one.segment != begin->segment; });
      visit(TimeRange{outline_.cuts[begin->segment], outline_.cuts[begin->segment + 1]}, begin,
            end);
      begin = end;
    }
  }

  void place(const OutlinePart& part, const TimeRange& range) {
    if (part.term >= kFirstIdleTerm) {
      const auto what = static_cast<IdleClass>(part.term - kFirstIdleTerm);
      out_.idle.push_back({range, what, part.event, part.name});
      return;
    }
    add_later(part.term == kComputeTerm  ? out_.compute
              : part.term == kMemoryTerm ? out_.exposed_memory
                                         : out_.exposed_comm,
              range);
  }

  /// Work of several streams may take longer than its segment: then all of it is shortened alike.
  template <typename Works>
  static void place_works(TimeRange segment, Works begin, Works end, bool copies,
                          std::vector<ActivityWork>& out) {
    double sum_ns = 0;
    for (auto work = begin; work != end; ++work) {
      if (work->is_copy == copies) sum_ns += static_cast<double>(work->ns);
    }
    const auto length_ns = static_cast<double>(length_of(segment));
    const double scale = sum_ns > length_ns ? length_ns / sum_ns : 1;
    Ns now = segment.begin_ns;
    for (auto work = begin; work != end; ++work) {
      if (work->is_copy != copies) continue;
      const auto ns = scale < 1 ? static_cast<Ns>(static_cast<double>(work->ns) * scale) : work->ns;
      const Ns from = std::min(now, segment.end_ns - 1);
      now = std::min(saturating_add(from, ns), segment.end_ns);
      out.push_back({{from, now}, work->event, work->name, 0, work->count});
    }
  }

  const DeviceOutline& outline_;
  DeviceActivity out_;
};

}  // namespace

RankActivity activity_of(const ActivityOutline& outline) {
  RankActivity out;
  out.names = outline.names;
  for (const DeviceOutline& device : outline.devices) {
    out.devices.push_back(SegmentFiller(device).run());
  }
  return out;
}

}  // namespace lanescope
