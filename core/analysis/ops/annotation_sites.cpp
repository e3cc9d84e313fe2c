#include "core/analysis/ops/annotation_sites.h"

#include <numeric>
#include <utility>

#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::string_view kStep = "ProfilerStep#";
/// Kineto extends GPU annotations by up to a microsecond, and other writers round.
constexpr Ns kGpuSlack = 1000;
/// Real stacks are a few tens deep; this bounds the cost for malicious traces.
constexpr int kMostSteps = 1000;

/// Matches "autograd::engine::evaluate_function: MmBackward0", before 2021 just "MmBackward", and
/// gradient accumulation, "torch::autograd::AccumulateGrad".
bool is_autograd_name(std::string_view name) {
  if (name.starts_with("autograd::") || name.find("torch::autograd::") != std::string_view::npos)
    return true;
  const std::size_t last = name.find_last_not_of("0123456789");
  return last != std::string_view::npos && name.substr(0, last + 1).ends_with("Backward");
}

std::vector<bool> autograd_names(const Snapshot& snapshot) {
  std::vector<bool> are(snapshot.strings->size());
  for (std::uint32_t i = 0; i < are.size(); ++i) {
    const std::string_view name = snapshot.text(StringId{i});
    count_work(Work::NameBytes, name.size());
    are[i] = is_autograd_name(name);
  }
  return are;
}

bool has_steps(const Snapshot& snapshot, const AnnotationTree& tree) {
  count_work(Work::Events, tree.size());
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (snapshot.text(tree[i].name).starts_with(kStep)) return true;
  }
  return false;
}

}  // namespace

std::string_view folded_annotation(std::string_view name) {
  return name.starts_with(kStep) ? "ProfilerStep*" : name;
}

AnnotationSites::AnnotationSites(const Snapshot& snapshot)
    : snapshot_(snapshot),
      is_autograd_(autograd_names(snapshot)),
      trees_(find_annotations(snapshot, RangesBy::CategoryOrName)) {
  for (const AnnotationTree& tree : trees_) host_annotations_ += tree.size();
  add_gpu_annotations();
  find_main_threads();
}

void AnnotationSites::add_gpu_annotations() {
  for (std::size_t t = 0; t < snapshot_.tracks.size(); ++t) {
    const Track& track = snapshot_.tracks[t];
    if (track.kind != TrackKind::GpuAnnotation) continue;
    for (const auto& chunk : track.chunks) {
      std::vector<std::uint32_t> slices(chunk->size());
      std::iota(slices.begin(), slices.end(), 0U);
      add_ranges(*chunk, std::move(slices), trees_[t]);
    }
    gpu_annotations_[{track.process, track.device, track.stream}] = t;
  }
}

void AnnotationSites::find_main_threads() {
  struct Best {
    bool steps;
    std::size_t annotations;
  };
  std::unordered_map<StringId, Best> best;
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    const Track& track = snapshot_.tracks[t];
    if (track.kind != TrackKind::CpuThread || trees_[t].empty()) continue;
    const Best its{has_steps(snapshot_, trees_[t]), trees_[t].size()};
    const auto [known, is_new] = best.try_emplace(track.process, its);
    const bool better =
        its.steps != known->second.steps ? its.steps : its.annotations > known->second.annotations;
    if (!is_new && !better) continue;
    known->second = its;
    main_thread_[track.process] = t;
  }
}

AnnotationSites::Site AnnotationSites::site_of(const Track& track, const TrackChunk& chunk,
                                               std::uint32_t slice, Hints& hints) const {
  const auto launch = hints.slices.find(chunk.link[slice]);
  if (launch && launch->track->kind == TrackKind::CpuThread) {
    const Site site = host_site(*launch, hints);
    if (site.tree != nullptr) return site;
  }
  return gpu_site(track, chunk.range(slice), hints);
}

AnnotationSites::Site AnnotationSites::host_site(const SliceRef& launch, Hints& hints) const {
  const Ns start_ns = launch.chunk->start_ns[launch.slice];
  const std::size_t own = index_of(launch.track->id);
  const std::uint32_t at = innermost_at(own, start_ns, hints);
  if (at != kNoParent) return {&trees_[own], at};
  const auto main = main_thread_.find(launch.track->process);
  if (main == main_thread_.end() || !is_backward(launch.chunk->id_of(launch.slice), hints))
    return {};
  const std::uint32_t open = innermost_at(main->second, start_ns, hints);
  return open == kNoParent ? Site{} : Site{&trees_[main->second], open};
}

/// Whether a call, or anything around it, is run by autograd.
bool AnnotationSites::is_backward(EventId event, Hints& hints) const {
  for (int step = 0; step < kMostSteps; ++step) {
    const auto at = hints.slices.find(event);
    if (!at || at->track->kind != TrackKind::CpuThread) return false;
    if (is_autograd_[index_of(at->chunk->name[at->slice])]) return true;
    event = at->chunk->link[at->slice];
  }
  return false;
}

AnnotationSites::Site AnnotationSites::gpu_site(const Track& track, TimeRange range,
                                                Hints& hints) const {
  const auto found = gpu_annotations_.find({track.process, track.device, track.stream});
  if (found == gpu_annotations_.end()) return {};
  const AnnotationTree& tree = trees_[found->second];
  std::uint32_t at = innermost_at(found->second, range.begin_ns, hints);
  for (int step = 0; at != kNoParent; ++step) {
    if (tree[at].range.end_ns >= saturating_sub(range.end_ns, kGpuSlack)) return {&tree, at};
    at = step < kMostSteps ? tree[at].parent : kNoParent;
  }
  return {};
}

}  // namespace lanescope
