// Which of the ranges that somebody marked a GPU event is the work of.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/analysis/ops/annotation_tree.h"
#include "core/analysis/ops/charges.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The annotations around the call that launched the event, on the call's thread. The threads of
/// autograd mark nothing: what they launch belongs to what the thread of the steps had open then,
/// since that one waits for them. Where no call or no annotation is known, the event belongs to the
/// GPU's own annotation (gpu_user_annotation) that it runs in, on its stream.
class AnnotationSites {
 public:
  /// Refers to the snapshot, which must be complete. Cost: a pass over the host slices' categories,
  /// and the GPU's annotations.
  explicit AnnotationSites(const Snapshot& snapshot);

  /// The innermost annotation of a GPU event; none where `tree` is null.
  struct Site {
    const AnnotationTree* tree = nullptr;
    std::uint32_t at = kNoParent;
  };
  /// Cost: log n.
  [[nodiscard]] Site site_of(const Track& track, const TrackChunk& chunk,
                             std::uint32_t slice) const;

  /// False: the host marked nothing, all there is are the GPU's annotations.
  [[nodiscard]] bool on_host() const { return host_annotations_ != 0; }
  /// Calls visit(annotation) for each: those of the host, which stand on the GPU's streams again,
  /// else those of the GPU.
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
  [[nodiscard]] Site host_site(const SliceRef& launch) const;
  [[nodiscard]] Site gpu_site(const Track& track, TimeRange range) const;
  [[nodiscard]] bool is_backward(EventId op) const;

  const Snapshot& snapshot_;
  std::vector<bool> is_autograd_;  // by name
  AnnotationTrees trees_;          // by track
  std::size_t host_annotations_ = 0;
  std::unordered_map<StringId, std::size_t> main_thread_;  // by process: a track
  std::map<StreamKey, std::size_t> gpu_annotations_;       // a track each
};

/// "ProfilerStep*" of "ProfilerStep#12": steps are one row. Other names as they are.
std::string_view folded_annotation(std::string_view name);

}  // namespace lanescope
