// NVTX ranges over the work that was launched inside them, stream by stream: what torch.profiler
// writes as gpu_user_annotation, and Nsight Systems draws as NVTX rows of a stream.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "core/readers/nsys/context.h"

namespace lanescope {

/// All work is noted before the first call.
class NsysGpuRanges {
 public:
  explicit NsysGpuRanges(bool wanted) : wanted_(wanted) {}

  struct Stream {
    NsysProcess process{};
    std::int64_t device = 0, stream = 0;
    friend auto operator<=>(const Stream&, const Stream&) = default;
  };
  /// `correlation`: of NsysContext. Work without one is in no range.
  void note_work(const Stream& stream, std::uint32_t correlation, const TimeRange& times);
  void note_call(std::int64_t thread, Ns begin_ns, std::uint32_t correlation);

  struct Range {
    std::int64_t thread = 0;
    TimeRange times;          // the end of an open one is kMaxNs
    std::uint32_t order = 0;  // of ranges with the same times, the outer one has the smaller number
    LocalId name = 0;
    Place place;
    bool start_end = false;  // not pushed and popped: it may end before ranges inside it
  };
  void note_range(const Range& range);

  /// A range lasts from the first begin to the last end of what its thread launched inside it. Of
  /// calls with the same id, work belongs to the nearest. Ranges within kMostNested others of their
  /// kind are left out, and counted in the load report; start/end ranges that never end therefore
  /// leave room for pushed ones. Cost: sorting what was noted; work by how deep its call is in
  /// ranges.
  void write(NsysProcesses& processes, RowSink& sink);
  static constexpr std::size_t kMostNested = 64;

 private:
  struct Work {
    std::uint32_t correlation = 0, stream = 0;
    TimeRange times;
  };
  struct Call {
    std::int64_t thread = 0;
    Ns begin_ns = 0;
    std::uint32_t correlation = 0;
    std::size_t first_work = 0, works = 0;  // its own, in work_
  };
  class Sweep;

  void sort_work();
  void share_work();

  bool wanted_, sorted_ = false;
  std::map<Stream, std::uint32_t> stream_numbers_;
  std::vector<Stream> streams_;
  std::vector<Work> work_;  // by correlation and begin, once sorted
  std::vector<Call> calls_;
  std::vector<Range> ranges_;
};

}  // namespace lanescope
