#include "core/readers/nsys/origins/gpu_ranges.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <unordered_map>

#include "core/base/check.h"

namespace lanescope {

/// Goes through the calls of one thread after another, with the ranges that are open.
class NsysGpuRanges::Sweep {
 public:
  Sweep(const NsysGpuRanges& noted, NsysProcesses& processes, RowSink& sink)
      : noted_(noted), processes_(processes), sink_(sink) {}

  void open(const Range& range) {
    close_until(range.thread, range.times.begin_ns);
    const auto nested = std::ranges::count(open_, range.start_end,
                                           [](const Open& open) { return open.range->start_end; });
    if (static_cast<std::size_t>(nested) < kMostNested) {
      open_.push_back({&range, {}, {}});
    } else {
      sink_.issue(Issue::DeepRange, range.place.offset(), "");
    }
  }
  void add(const Call& call) {
    close_until(call.thread, call.begin_ns);
    for (const Work& work : std::span(noted_.work_).subspan(call.first_work, call.works)) {
      for (Open& range : open_) cover(range, work);
    }
  }
  void close_all() {
    for (const Open& range : open_) write(range);
    open_.clear();
  }

 private:
  struct Cover {
    std::uint32_t stream = 0;
    TimeRange times;
  };
  struct Open {
    const Range* range = nullptr;
    std::vector<Cover> covers;  // in the order of their first work
    std::unordered_map<std::uint32_t, std::size_t> cover_of_stream;
  };

  /// Ranges of different domains need not nest, so any of them may end first.
  void close_until(std::int64_t thread, Ns time_ns) {
    std::erase_if(open_, [&](const Open& range) {
      const bool ended = range.range->thread != thread || range.range->times.end_ns <= time_ns;
      if (ended) write(range);
      return ended;
    });
  }

  static void cover(Open& range, const Work& work) {
    const auto [at, fresh] = range.cover_of_stream.try_emplace(work.stream, range.covers.size());
    if (fresh) {
      range.covers.push_back({work.stream, work.times});
    } else {
      range.covers[at->second].times.include(work.times);
    }
  }

  void write(const Open& range) {
    for (const Cover& cover : range.covers) {
      const Stream& stream = noted_.streams_[cover.stream];
      RowSink::Slice slice;
      slice.track = processes_.stream_track(stream.process, stream.device, stream.stream,
                                            TrackRole::GpuAnnotation);
      slice.category = sink_.category("gpu_user_annotation");
      slice.name = range.range->name;
      slice.begin_ns = cover.times.begin_ns;
      slice.end_ns = cover.times.end_ns;
      slice.place = range.range->place;
      slice.begin_order = range.range->order;
      slice.concluded = true;
      sink_.slice(slice);
    }
  }

  const NsysGpuRanges& noted_;
  NsysProcesses& processes_;
  RowSink& sink_;
  std::vector<Open> open_;  // the outermost first
};

void NsysGpuRanges::note_work(const Stream& stream, std::uint32_t correlation,
                              const TimeRange& times) {
  if (!wanted_ || correlation == 0) return;
  LANESCOPE_CHECK(!sorted_, "all work before the calls");
  const auto [at, fresh] =
      stream_numbers_.try_emplace(stream, static_cast<std::uint32_t>(streams_.size()));
  if (fresh) streams_.push_back(stream);
  work_.push_back({correlation, at->second, times});
}

void NsysGpuRanges::sort_work() {
  if (sorted_) return;
  std::ranges::sort(work_, [](const Work& a, const Work& b) {
    return std::tuple(a.correlation, a.times.begin_ns, a.times.end_ns, a.stream) <
           std::tuple(b.correlation, b.times.begin_ns, b.times.end_ns, b.stream);
  });
  sorted_ = true;
}

void NsysGpuRanges::note_call(std::int64_t thread, Ns begin_ns, std::uint32_t correlation) {
  if (work_.empty() || correlation == 0) return;
  sort_work();
  if (std::ranges::binary_search(work_, correlation, {}, &Work::correlation))
    calls_.push_back({thread, begin_ns, correlation, 0, 0});
}

void NsysGpuRanges::note_range(const Range& range) {
  if (!calls_.empty()) ranges_.push_back(range);
}

/// Of several calls, work is of the last one that begins before it, else of the first.
void NsysGpuRanges::share_work() {
  std::ranges::sort(calls_, {}, [](const Call& call) {
    return std::tuple(call.correlation, call.begin_ns, call.thread);
  });
  std::size_t work = 0;
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    Call& call = calls_[i];
    const bool is_last = i + 1 == calls_.size() || calls_[i + 1].correlation != call.correlation;
    while (work < work_.size() && work_[work].correlation < call.correlation) ++work;
    call.first_work = work;
    while (work < work_.size() && work_[work].correlation == call.correlation &&
           (is_last || work_[work].times.begin_ns < calls_[i + 1].begin_ns))
      ++work;
    call.works = work - call.first_work;
  }
  std::erase_if(calls_, [](const Call& call) { return call.works == 0; });
}

void NsysGpuRanges::write(NsysProcesses& processes, RowSink& sink) {
  share_work();
  std::ranges::sort(calls_, {},
                    [](const Call& call) { return std::tuple(call.thread, call.begin_ns); });
  std::ranges::sort(ranges_, [](const Range& a, const Range& b) {
    return std::tuple(a.thread, a.times.begin_ns, b.times.end_ns, a.order) <
           std::tuple(b.thread, b.times.begin_ns, a.times.end_ns, b.order);
  });
  Sweep sweep(*this, processes, sink);
  auto range = ranges_.begin();
  for (const Call& call : calls_) {
    for (; range != ranges_.end() && std::tuple(range->thread, range->times.begin_ns) <=
                                         std::tuple(call.thread, call.begin_ns);
         ++range)
      sweep.open(*range);
    sweep.add(call);
  }
  sweep.close_all();
}

}  // namespace lanescope
