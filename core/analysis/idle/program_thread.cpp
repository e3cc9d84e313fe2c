#include "core/analysis/idle/program_thread.h"

#include <algorithm>

#include "core/base/threads/work.h"

namespace lanescope {
namespace {

bool is_python(const Category& category) {
  return category.kind == CategoryKind::PythonFunction;
}

bool runs_python(const Snapshot& snapshot, const Track& track) {
  if (track.kind != TrackKind::CpuThread || track.chunks.empty()) return false;
  const TrackChunk& chunk = *track.chunks.front();
  count_work(Work::Events, chunk.size());
  for (std::uint32_t i = 0; i < chunk.size(); ++i) {
    if (snapshot.kind_of(chunk.category[i]) == CategoryKind::PythonFunction) return true;
  }
  return false;
}

}  // namespace

TrackId program_thread(const Snapshot& snapshot, std::span<const TrackId> launching) {
  if (std::ranges::none_of(snapshot.categories, is_python)) return TrackId::None;
  TrackId found = TrackId::None;
  for (const Track& track : snapshot.tracks) {
    if (!runs_python(snapshot, track)) continue;
    const bool launches = std::ranges::find(launching, track.id) != launching.end();
    if (launches || found != TrackId::None) return TrackId::None;
    found = track.id;
  }
  return found;
}

}  // namespace lanescope
