#include "tests/bench/synthetic_rows.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

namespace lanescope::bench {
namespace {

constexpr double kLengthNs = 10e9;
constexpr std::uint32_t kNames = 300;

/// xorshift64*: quick, and the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint64_t next() {
    state_ ^= state_ >> 12U;
    state_ ^= state_ << 25U;
    state_ ^= state_ >> 27U;
    return state_ * 0x2545F4914F6CDD1DU;
  }
  double share() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

std::vector<StringId> intern_names(StringPool& pool) {
  static constexpr std::array<const char*, 5> kKinds = {
      "sm90_xmma_gemm_{}", "elementwise_kernel_{}", "flash_fwd_kernel_{}", "ncclDevKernel_{}",
      "reduce_kernel_{}"};
  std::vector<StringId> names;
  for (std::uint32_t i = 0; i < kNames; ++i) {
    names.push_back(pool.intern(fmt::format(fmt::runtime(kKinds[i % kKinds.size()]), i)));
  }
  return names;
}

std::shared_ptr<const TrackChunk> full_row(std::uint32_t first_id, std::uint32_t slices,
                                           const std::vector<StringId>& names, Random& random) {
  auto chunk = std::make_shared<TrackChunk>();
  chunk->first_id = EventId{first_id};
  chunk->start_ns = Column<Ns>(slices);
  chunk->dur_ns = Column<Ns>(slices);
  chunk->name = Column<StringId>(slices);
  chunk->category = Column<CategoryId>(slices);
  const double mean_ns = kLengthNs / slices;
  Ns at_ns = 0;
  for (std::uint32_t i = 0; i < slices; ++i) {
    at_ns += static_cast<Ns>(mean_ns * 0.4 * random.share());
    chunk->start_ns[i] = at_ns;
    chunk->dur_ns[i] = static_cast<Ns>(mean_ns * 1.6 * random.share());
    at_ns += chunk->dur_ns[i];
    chunk->name[i] = names[random.next() % names.size()];
    chunk->category[i] = CategoryId{1};
  }
  chunk->bounds = {chunk->start_ns[0], at_ns};
  Row row{0, slices, {}};
  row.lod = Lod(chunk->slices_of(row));
  chunk->rows.push_back(std::move(row));
  return chunk;
}

}  // namespace

std::shared_ptr<const Snapshot> synthetic_rows(std::uint32_t rows, std::uint64_t slices) {
  auto snapshot = std::make_shared<Snapshot>();
  StringPool pool;
  const std::vector<StringId> names = intern_names(pool);
  snapshot->categories = {{}, {pool.intern("kernel"), CategoryKind::Kernel}};
  snapshot->strings = pool.freeze();
  snapshot->complete = true;
  Random random(slices);
  const auto per_row = static_cast<std::uint32_t>(slices / rows);
  for (std::uint32_t r = 0; r < rows; ++r) {
    Track track;
    track.id = TrackId{r};
    track.kind = TrackKind::GpuStream;
    track.device = 0;
    track.stream = r;
    track.slices = per_row;
    track.depth = 1;
    track.chunks.push_back(full_row(snapshot->slice_count, per_row, names, random));
    track.bounds = track.chunks.front()->bounds;
    snapshot->extent.end_ns = std::max(snapshot->extent.end_ns, track.bounds.end_ns);
    snapshot->chunk_locations.push_back({EventId{snapshot->slice_count}, track.id, 0});
    snapshot->slice_count += per_row;
    snapshot->tracks.push_back(std::move(track));
  }
  snapshot->index_chunks();
  snapshot->x_extent = snapshot->extent;
  return snapshot;
}

}  // namespace lanescope::bench
