#include "core/view/details/self_cpu.h"

#include <algorithm>

namespace lanescope {
namespace {

class NestedTime {
 public:
  NestedTime(const Snapshot& snapshot, const TrackChunk& chunk, bool annotations_too)
      : snapshot_(snapshot), chunk_(chunk), annotations_too_(annotations_too) {}

  /// In the part of a row; what is inside a slice that does not count is searched in turn.
  [[nodiscard]] Ns in(std::uint32_t row, TimeRange range) const {
    if (row >= chunk_.rows.size()) return 0;
    Ns sum_ns = 0;
    const auto [first, last] = slices_starting_in(chunk_, row, range);
    for (std::uint32_t i = first; i < last; ++i) {
      const TimeRange inside{chunk_.start_ns[i], std::min(chunk_.end_ns(i), range.end_ns)};
      sum_ns = saturating_add(sum_ns, counts(i) ? inside.length_ns() : in(row + 1, inside));
    }
    return sum_ns;
  }

 private:
  [[nodiscard]] bool counts(std::uint32_t slice) const {
    const CategoryKind kind = snapshot_.kind_of(chunk_.category[slice]);
    return kind == CategoryKind::CpuOp ||
           (annotations_too_ && kind == CategoryKind::UserAnnotation);
  }

  const Snapshot& snapshot_;
  const TrackChunk& chunk_;
  bool annotations_too_;
};

}  // namespace

Ns self_time_of(const Snapshot& snapshot, const SliceRef& home) {
  const TrackChunk& chunk = *home.chunk;
  const std::uint32_t below = chunk.row_of(home.slice) + 1;
  if (below >= chunk.rows.size()) return chunk.dur_ns[home.slice];
  const TimeRange range = chunk.range(home.slice);
  Ns inside_ns = 0;
  const auto [first, last] = slices_starting_in(chunk, below, range);
  for (std::uint32_t i = first; i < last; ++i) {
    if (snapshot.kind_of(chunk.category[i]) == CategoryKind::SampledLine) continue;
    inside_ns =
        saturating_add(inside_ns, std::min(chunk.end_ns(i), range.end_ns) - chunk.start_ns[i]);
  }
  return std::max<Ns>(0, chunk.dur_ns[home.slice] - inside_ns);
}

std::optional<Ns> self_cpu_time(const Snapshot& snapshot, const SliceRef& home, bool inside_op) {
  const TrackChunk& chunk = *home.chunk;
  const CategoryKind kind = snapshot.kind_of(chunk.category[home.slice]);
  const bool annotation = kind == CategoryKind::UserAnnotation;
  if (kind != CategoryKind::CpuOp && (!annotation || inside_op)) return std::nullopt;
  const TimeRange range = chunk.range(home.slice);
  const Ns nested_ns =
      NestedTime(snapshot, chunk, annotation).in(chunk.row_of(home.slice) + 1, range);
  return std::max<Ns>(0, range.length_ns() - nested_ns);
}

}  // namespace lanescope
