#include "core/analysis/steps/activity.h"

#include <algorithm>
#include <string_view>

#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/ops/ops.h"
#include "core/base/threads/work.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

bool loads_data(std::string_view name) {
  return (name.starts_with("enumerate(DataLoader)#") && name.ends_with(".__next__")) ||
         name.starts_with("enumerate(DataPipe)#");
}

/// When each track was in a class, as a merged list; the lists are one after the other.
struct ClassIntervals {
  std::vector<TimeRange> intervals;
  std::vector<std::size_t> run_begins;
};

class ActivityFinder {
 public:
  ActivityFinder(const Snapshot& snapshot, const AnalysisWindow& window)
      : snapshot_(snapshot),
        window_(window),
        as_tensorboard_(window.kind == WindowKind::Tb),
        host_communicates_(!has_gpu_work(snapshot)),
        classes_(snapshot),
        fills_(snapshot, names_fill),
        host_class_(snapshot.strings->size()) {}

  StepActivity find() {
    TrackId last = TrackId::None;
    for_each_gpu_event(
        snapshot_, window_,
        [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
          if (track.id != last) begin_track();
          last = track.id;
          add(gpu_class(chunk, slice, kind), chunk.range(slice));
        });
    for_each_chunk(snapshot_, TrackKind::CpuThread, [this](const Track&, const TrackChunk& chunk) {
      begin_track();
      add_thread(chunk);
    });
    StepActivity activity;
    for (std::size_t c = 0; c < kStepClasses; ++c) {
      merge_runs(found_[c].intervals, found_[c].run_begins,
                 [](const TimeRange& a, const TimeRange& b) { return a.begin_ns < b.begin_ns; });
      activity[c] = merged(found_[c].intervals);
      found_[c] = {};  // as large as all of the activity
    }
    return activity;
  }

 private:
  void begin_track() {
    for (ClassIntervals& found : found_) found.run_begins.push_back(found.intervals.size());
  }
  /// Most slices are inside the one before, so they are merged as far as the track goes.
  void add(StepClass step_class, TimeRange range) {
    if (range.empty() || step_class == StepClass::Other) return;
    auto& [intervals, run_begins] = found_[static_cast<std::size_t>(step_class)];
    if (intervals.size() == run_begins.back() || range.begin_ns > intervals.back().end_ns) {
      intervals.push_back(range);
    } else {
      intervals.back().end_ns = std::max(intervals.back().end_ns, range.end_ns);
    }
  }

  void add_thread(const TrackChunk& chunk) {
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      const CategoryKind kind = snapshot_.kind_of(chunk.category[slice]);
      if (kind == CategoryKind::HostCall) {
        add(StepClass::Runtime, chunk.range(slice));
      } else if (kind == CategoryKind::CpuOp || kind == CategoryKind::UserAnnotation) {
        add(class_of_name(kind, chunk.name[slice]), chunk.range(slice));
      }
    }
  }

  [[nodiscard]] StepClass gpu_class(const TrackChunk& chunk, std::uint32_t slice,
                                    CategoryKind kind) {
    if (kind == CategoryKind::Memcpy) return StepClass::Memcpy;
    if (kind == CategoryKind::Memset) return StepClass::Memset;
    if (as_tensorboard_) {
      return is_collective(chunk.link[slice]) ? StepClass::Communication : StepClass::Kernel;
    }
    switch (classes_.of(kind, chunk.name[slice])) {
      case GpuClass::Compute:
        return StepClass::Kernel;
      case GpuClass::Communication:
        return StepClass::Communication;
      case GpuClass::Memory:
        break;
    }
    // On AMD, copies and fills have the category of kernels.
    return fills_(chunk.name[slice]) ? StepClass::Memset : StepClass::Memcpy;
  }

  /// Whether the operator around a launch is a collective, by its name.
  [[nodiscard]] bool is_collective(EventId link) const {
    auto at = snapshot_.find_slice(link);
    if (at && snapshot_.kind_of(at->chunk->category[at->slice]) != CategoryKind::CpuOp) {
      at = snapshot_.find_slice(at->chunk->link[at->slice]);
    }
    return at && is_collective_name(snapshot_.text(at->chunk->name[at->slice]));
  }
  static bool is_collective_name(std::string_view name) {
    return name.starts_with("nccl:") || name.starts_with("gloo:");
  }

  /// The class of an operator or annotation; each name is classified once.
  StepClass class_of_name(CategoryKind kind, StringId name) {
    std::uint8_t& known = host_class_[index_of(name)];
    if (known == 0) known = static_cast<std::uint8_t>(1 + static_cast<int>(name_class(name)));
    const auto found = static_cast<StepClass>(known - 1);
    // An annotation does not say what runs inside it.
    const bool is_range = kind == CategoryKind::UserAnnotation && !as_tensorboard_;
    return is_range && found == StepClass::CpuExec ? StepClass::Other : found;
  }
  [[nodiscard]] StepClass name_class(StringId id) const {
    const std::string_view name = snapshot_.text(id);
    if (loads_data(name)) return StepClass::DataLoader;
    if (as_tensorboard_) {
      if (name.starts_with("ProfilerStep#")) return StepClass::Other;
      return is_collective_name(name) ? StepClass::Communication : StepClass::CpuExec;
    }
    if (host_communicates_ && is_host_collective(name)) return StepClass::Communication;
    return is_annotation_name(name) ? StepClass::Other : StepClass::CpuExec;
  }

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  bool as_tensorboard_;
  bool host_communicates_;
  GpuClasses classes_;
  NameTest fills_;
  std::vector<std::uint8_t> host_class_;  // by name: 0 unknown, else class + 1
  std::array<ClassIntervals, kStepClasses> found_;
};

}  // namespace

StepActivity step_activity(const Snapshot& snapshot, const AnalysisWindow& window) {
  return ActivityFinder(snapshot, window).find();
}

}  // namespace lanescope
