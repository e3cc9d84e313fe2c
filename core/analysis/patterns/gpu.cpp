#include <algorithm>
#include <array>
#include <string_view>

#include "core/analysis/copies/copies.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/kernels/sequences.h"
#include "core/analysis/kernels/strings.h"
#include "core/analysis/ops/enclosing_ops.h"
#include "core/analysis/patterns/finders.h"
#include "core/analysis/results.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 10> kFills = {
    "aten::fill_", "aten::zero_", "aten::normal_", "aten::uniform_", "aten::zeros",
    "aten::ones",  "aten::full",  "aten::rand",    "aten::randn",    "aten::arange"};
constexpr std::string_view kRecompute = "CheckpointFunctionBackward";
constexpr std::string_view kBackward = "autograd::engine::evaluate_function";

/// The operators that patterns look for around GPU work.
enum Role : std::size_t { kTo, kContiguous, kInBackward };

EnclosingOps::Roles roles_of(std::string_view name) {
  if (name == "aten::to") return 1U << kTo;
  if (name == "aten::contiguous") return 1U << kContiguous;
  return name == kRecompute || name.starts_with(kBackward) ? 1U << kInBackward : 0;
}

bool is_upload(std::string_view copy) {
  return copy_route(CategoryKind::Memcpy, copy).kind == "HtoD";
}

class GpuPatterns {
 public:
  GpuPatterns(const PatternInput& in, PatternRows& rows)
      : in_(in),
        snapshot_(in.snapshot),
        rows_(rows),
        slices_(snapshot_),
        ops_(snapshot_, roles_of),
        is_recompute_(snapshot_, [](std::string_view name) { return name == kRecompute; }),
        are_uploads_(snapshot_, is_upload) {}

  void find() {
    const auto timelines = in_.results.of<DeviceTimelines>();
    for (const DeviceTimeline& timeline : timelines->devices) {
      for (const TimelineEvent& event : timeline.events) {
        if (event.counts) add_event(event);
      }
    }
    add_extra_copies();
    add_loops();
    add_uploads();
  }

 private:
  void add_event(const TimelineEvent& event) {
    const Ns length_ns = length_of(event.range);
    if (const EventId op = ops_.around(event.link, kContiguous); op != EventId::None) {
      rows_.add(Pattern::ContiguousCopies, slice_name(slices_, op), op, op, 0, length_ns);
    }
    const EventId recompute = ops_.around(event.link, kInBackward);
    const StringId name = slice_name(slices_, recompute);
    if (recompute != EventId::None && is_recompute_(name)) {
      rows_.add(Pattern::Recompute, name, event.event, recompute, 0, length_ns);
    }
    if (event.kind != CategoryKind::Memcpy || !are_uploads_(event.name)) return;
    if (const EventId op = ops_.around(event.link, kTo); op != EventId::None) {
      uploads_.push_back({op, length_ns});
    }
  }

  void add_extra_copies() {
    if (uploads_.empty()) return;
    const std::vector<EventId> before = previous_siblings(snapshot_);
    for (const Upload& upload : uploads_) {
      const EventId made = before[index_of(upload.op)];
      const std::string_view name = snapshot_.text(slice_name(snapshot_, made));
      if (std::ranges::find(kFills, name) == kFills.end()) continue;
      rows_.add(Pattern::ExtraCopy, slice_name(snapshot_, made), upload.op, upload.op, 0,
                upload.length_ns);
    }
  }

  void add_loops() {
    const auto kernels = launched_kernels(snapshot_, in_.window, kMostSequenceKernels);
    for (std::size_t i = 0; i < kernels.size();) {
      std::size_t end = i;
      Ns total_ns = 0;
      for (; end < kernels.size() && kernels[end].launcher == kernels[i].launcher &&
             kernels[end].name == kernels[i].name;
           ++end) {
        total_ns = saturating_add(total_ns, kernels[end].length_ns);
      }
      if (std::cmp_greater_equal(end - i, in_.window.thresholds->loop_launches)) {
        rows_.add(Pattern::LoopLaunches, kernels[i].name, kernels[i].event, kernels[i].link, 0,
                  total_ns);
      }
      i = end;
    }
  }

  void add_uploads() {
    for (const CopyDevice& device : in_.results.of<CopyTable>()->devices) {
      if (!device.repeated) continue;
      for (const RepeatedCopy& copy : *device.repeated) {
        if (device.rows[copy.row].route.kind != "HtoD") continue;
        const auto at = snapshot_.find_slice(copy.first);
        rows_.add(Pattern::RepeatedUpload, copy.op, copy.first, at->chunk->link[at->slice], 0,
                  copy.total_ns);
      }
    }
  }

  struct Upload {
    EventId op;
    Ns length_ns;
  };

  const PatternInput& in_;
  const Snapshot& snapshot_;
  PatternRows& rows_;
  SliceFinder slices_;
  EnclosingOps ops_;
  NameTest is_recompute_, are_uploads_;
  std::vector<Upload> uploads_;
};

}  // namespace

void find_gpu_patterns(const PatternInput& in, PatternRows& rows) {
  GpuPatterns(in, rows).find();
}

std::vector<EventId> previous_siblings(const Snapshot& snapshot) {
  std::vector<EventId> before(snapshot.slice_count, EventId::None);
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::CpuThread || track.chunks.empty()) continue;
    const TrackChunk& chunk = *track.chunks.front();
    std::vector<EventId> last(chunk.size() + 1, EventId::None);  // by parent; last: no parent
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      if (snapshot.kind_of(chunk.category[slice]) != CategoryKind::CpuOp) continue;
      const EventId parent = chunk.link[slice];
      const std::uint32_t place =
          parent == EventId::None ? chunk.size() : index_of(parent) - index_of(chunk.first_id);
      before[index_of(chunk.id_of(slice))] = last[place];
      last[place] = chunk.id_of(slice);
    }
  }
  return before;
}

}  // namespace lanescope
