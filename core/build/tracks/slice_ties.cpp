#include "core/build/tracks/slice_ties.h"

#include <algorithm>
#include <tuple>

#include "core/base/check.h"
#include "core/base/threads/parallel.h"

namespace lanescope {
namespace {

using Group = std::span<SortedSlice>;

/// The ids of a tied slice.
struct TiedSlice {
  RawRef ref = kNoRef;
  std::uint32_t begin_id = 0;  // Python id or External id: both increase in the order of begins
  std::uint32_t correlation = 0;
};

std::vector<Group> groups_of(std::span<SortedSlice> slices, const SliceOrder& order) {
  std::vector<Group> groups;
  for (std::size_t begin = 0; begin < slices.size();) {
    std::size_t end = begin + 1;
    while (end < slices.size() && order.ties(slices[begin], slices[end])) ++end;
    if (end - begin > 1) groups.push_back(slices.subspan(begin, end - begin));
    begin = end;
  }
  return groups;
}

class TieBreaker {
 public:
  TieBreaker(const TrackBuildInput& in, std::vector<std::vector<Group>> groups)
      : in_(in), groups_(std::move(groups)) {
    for (const auto& track : groups_) {
      for (const Group& group : track) {
        for (const SortedSlice& slice : group) tied_.push_back({slice.ref});
      }
    }
    std::ranges::sort(tied_, {}, &TiedSlice::ref);
  }

  [[nodiscard]] bool any() const { return !tied_.empty(); }

  void run() {
    if (!in_.parents_first) read_ids();
    parallel_for(groups_.size(), in_.threads, [&](std::size_t t, unsigned) {
      std::vector<Keyed> keyed;
      for (const Group& group : groups_[t]) sort(group, keyed);
    });
  }

 private:
  /// Compared in this order.
  struct Keyed {
    bool is_operator;
    std::uint32_t begin_id, correlation;
    StringId name;
    CategoryId category;
    std::uint64_t offset;
    SortedSlice slice;

    [[nodiscard]] auto key() const {
      return std::tuple(is_operator, begin_id, correlation, name, category, offset);
    }
  };

  void read_ids() {
    std::vector<bool> is_tied(in_.store.ref_limit(), false);
    for (const TiedSlice& slice : tied_) is_tied[slice.ref] = true;
    for (const RawBatch& batch : in_.batches) {
      for (const RawLink& link : batch.links) {
        if (!is_tied[link.slice]) continue;
        TiedSlice& slice = *find(link.slice);
        slice.begin_id = link.external_id;
        slice.correlation = link.correlation;
      }
      for (const RawPythonId& frame : batch.python_ids) {
        if (is_tied[frame.slice]) find(frame.slice)->begin_id = frame.id;
      }
    }
  }

  [[nodiscard]] std::vector<TiedSlice>::iterator find(RawRef ref) {
    const auto at = std::ranges::lower_bound(tied_, ref, {}, &TiedSlice::ref);
    LANESCOPE_CHECK(at != tied_.end() && at->ref == ref, "row {} among the {} that tie", ref,
                    tied_.size());
    return at;
  }

  void sort(Group group, std::vector<Keyed>& keyed) {
    keyed.clear();
    for (const SortedSlice& slice : group) keyed.push_back(keyed_of(slice));
    const bool all_have_ids =
        std::ranges::all_of(keyed, [](const Keyed& one) { return one.begin_id != 0; });
    if (all_have_ids) {
      for (Keyed& one : keyed) one.is_operator = false;
    }
    std::ranges::sort(keyed, {}, &Keyed::key);
    for (std::size_t i = 0; i < group.size(); ++i) group[i] = keyed[i].slice;
  }

  [[nodiscard]] Keyed keyed_of(const SortedSlice& slice) {
    const RawSlice& raw = in_.store[slice.ref];
    if (in_.parents_first)
      return {false, 0, 0, StringId::Empty, CategoryId{}, raw.place.offset(), slice};
    const TiedSlice& ids = *find(slice.ref);
    const WorkerMap& map = in_.tables.workers[in_.store.worker_of(slice.ref)];
    const auto& lane = map.lanes[raw.lane];
    // Sampled functions have no ids; whoever wrote them wrote the outer one first.
    const bool is_frame =
        lane.kind == CategoryKind::SampledFrame || lane.kind == CategoryKind::NativeFrame;
    const bool has_name = lane.phase == RawPhase::Complete && !is_frame;
    const StringId name = has_name ? map.texts[raw.name] : StringId::Empty;
    return {lane.kind == CategoryKind::CpuOp,
            ids.begin_id,
            ids.correlation,
            name,
            lane.category,
            raw.place.offset(),
            slice};
  }

  const TrackBuildInput& in_;
  std::vector<std::vector<Group>> groups_;  // by track
  std::vector<TiedSlice> tied_;             // by ref
};

}  // namespace

int SliceOrder::rank_of(RawRef ref) const {
  const WorkerMap& map = in_->tables.workers[in_->store.worker_of(ref)];
  const GlobalSliceKind& lane = map.lanes[in_->store[ref].lane];
  if (in_->parents_first || lane.phase == RawPhase::Nested) return 0;
  switch (lane.kind) {
    case CategoryKind::PythonFunction:
    case CategoryKind::SampledFrame:
      return 0;
    case CategoryKind::UserAnnotation:
    case CategoryKind::CpuOp:
      return 1;
    case CategoryKind::HostCall:
      return 2;
    case CategoryKind::NativeFrame:  // below a line of Python
      return 4;
    default:
      return 3;
  }
}

void order_ties(const TrackBuildInput& in, std::span<const std::span<SortedSlice>> tracks) {
  std::vector<std::vector<Group>> groups(tracks.size());
  parallel_for(tracks.size(), in.threads,
               [&](std::size_t t, unsigned) { groups[t] = groups_of(tracks[t], SliceOrder(in)); });
  TieBreaker ties(in, std::move(groups));
  if (ties.any()) ties.run();
}

}  // namespace lanescope
