// The annotation that each GPU event belongs to.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/analysis/ops/annotation_tree.h"
#include "core/analysis/ops/charges.h"
#include "core/store/slice_finder.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A GPU event belongs to the annotations around its launch call, on the call's thread. Autograd's
/// threads have no annotations, so their launches belong to the annotations open on the main
/// thread, which waits for them. If no call or annotation is found, the event belongs to the
/// gpu_user_annotation around it on its stream.
class AnnotationSites {
 public:
  /// Refers to the snapshot, which must be complete. Cost: a pass over the categories of the host
  /// slices, and over the GPU annotations.
  explicit AnnotationSites(const Snapshot& snapshot);

  /// The innermost annotation of a GPU event; `tree` is null if there is none.
  struct Site {
    const AnnotationTree* tree = nullptr;
    std::uint32_t at = kNoParent;
  };
  /// Where a caller's last event was found; the next is often near it.
  struct Hints {
    SliceFinder slices;
    std::vector<std::uint32_t> annotations;  // by track, for AnnotationTree; empty: none are kept
  };
  [[nodiscard]] Hints hints() const {
    return {SliceFinder(snapshot_), std::vector<std::uint32_t>(trees_.size())};
  }
  /// Cost: constant if the event is near the last one, else log n.
  [[nodiscard]] Site site_of(const Track& track, const TrackChunk& chunk, std::uint32_t slice,
                             Hints& hints) const;
  /// The same for a single event. Cost: log n.
  [[nodiscard]] Site site_of(const Track& track, const TrackChunk& chunk,
                             std::uint32_t slice) const {
    Hints none{SliceFinder(snapshot_), {}};
    return site_of(track, chunk, slice, none);
  }

  /// False if the host has no annotations, only the GPU.
  [[nodiscard]] bool on_host() const { return host_annotations_ != 0; }
  /// Calls visit(annotation) for each annotation: those of the host, which are repeated on GPU
  /// streams, or else those of the GPU.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t t = 0; t < trees_.size(); ++t) {
      const bool host = snapshot_.tracks[t].kind == TrackKind::CpuThread;
      if (host != on_host()) continue;
      for (std::uint32_t i = 0; i < trees_[t].size(); ++i) visit(trees_[t][i]);
    }
  }

 private:
  using StreamKey = std::tuple<StringId, std::int64_t, std::int64_t>;  // process, device, stream

  void add_gpu_annotations();
  void find_main_threads();
  [[nodiscard]] Site host_site(const SliceRef& launch, Hints& hints) const;
  [[nodiscard]] Site gpu_site(const Track& track, TimeRange range, Hints& hints) const;
  [[nodiscard]] bool is_backward(EventId op, Hints& hints) const;
  /// The innermost annotation of a track at a time; kNoParent if there is none.
  [[nodiscard]] std::uint32_t innermost_at(std::size_t track, Ns time_ns, Hints& hints) const {
    std::vector<std::uint32_t>& known = hints.annotations;
    return known.empty() ? trees_[track].innermost_at(time_ns)
                         : trees_[track].innermost_at(time_ns, known[track]);
  }

  const Snapshot& snapshot_;
  std::vector<bool> is_autograd_;  // by name
  AnnotationTrees trees_;          // by track
  std::size_t host_annotations_ = 0;
  std::unordered_map<StringId, std::size_t> main_thread_;  // by process: index of a track
  std::map<StreamKey, std::size_t> gpu_annotations_;       // index of a track
};

/// "ProfilerStep*" for "ProfilerStep#12", so that steps share a row. Other names are unchanged.
std::string_view folded_annotation(std::string_view name);

}  // namespace lanescope
