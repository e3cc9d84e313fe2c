#include "core/build/links/end_links.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanescope {
namespace {

/// Where an end's ids go.
struct EndLink {
  RawLink link;  // of the slice
  bool is_taken = false;
};

class EndLinks {
 public:
  explicit EndLinks(const BuiltTracks& built) : built_(built) {
    for (const PairEnd& one : built.ends) begins_.emplace_back(one.end, one.begin);
    std::ranges::sort(begins_);
  }

  void collect(const RawBatch& batch) {
    for (const RawLink& link : batch.links) {
      const RawRef begin = begin_of(link.slice);
      if (begin != kNoRef) by_begin_[begin] = {{begin, link.correlation, link.external_id}};
    }
  }
  [[nodiscard]] bool any() const { return !by_begin_.empty(); }

  /// Gives them to the begins of a batch that have a link.
  void fill(RawBatch& batch) {
    for (RawLink& link : batch.links) {
      const auto found = by_begin_.find(link.slice);
      if (found == by_begin_.end()) continue;
      auto& [of_end, is_taken] = found->second;
      if (of_end.correlation != 0) link.correlation = of_end.correlation;
      if (of_end.external_id != 0) link.external_id = of_end.external_id;
      is_taken = true;
    }
  }

  /// Links of ends become those of slices that have none.
  void move(RawBatch& batch) const {
    std::erase_if(batch.links, [this](RawLink& link) {
      const RawRef begin = begin_of(link.slice);
      if (begin == kNoRef) return false;
      link.slice = begin;
      return by_begin_.at(begin).is_taken;
    });
  }

 private:
  /// kNoRef if it is not of an end.
  [[nodiscard]] RawRef begin_of(RawRef ref) const {
    if (built_.locations[ref].is_slice()) return kNoRef;
    const auto at = std::ranges::lower_bound(begins_, ref, {}, &std::pair<RawRef, RawRef>::first);
    return at == begins_.end() || at->first != ref ? kNoRef : at->second;
  }

  const BuiltTracks& built_;
  std::vector<std::pair<RawRef, RawRef>> begins_;  // by end
  std::unordered_map<RawRef, EndLink> by_begin_;
};

}  // namespace

void take_ids_of_ends(std::span<RawBatch> batches, const BuiltTracks& built) {
  const auto is_of_end = [&](const RawLink& link) {
    return !built.locations[link.slice].is_slice();
  };
  const auto has_any = [&](const RawBatch& batch) {
    return std::ranges::any_of(batch.links, is_of_end);
  };
  if (built.ends.empty() || std::ranges::none_of(batches, has_any)) return;
  EndLinks ends(built);
  for (const RawBatch& batch : batches) ends.collect(batch);
  if (!ends.any()) return;
  for (RawBatch& batch : batches) ends.fill(batch);
  for (RawBatch& batch : batches) ends.move(batch);
}

}  // namespace lanescope
