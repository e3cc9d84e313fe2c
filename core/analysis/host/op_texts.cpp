#include "core/analysis/host/op_texts.h"

#include <algorithm>

#include "core/base/threads/work.h"

namespace lanescope {
namespace {

struct OpText {
  Place place;
  EventId op = EventId::None;
};

}  // namespace

std::vector<EventId> ops_in_file_order(const Snapshot& snapshot) {
  std::vector<OpText> texts;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::CpuThread) continue;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
        if (snapshot.kind_of(chunk->category[slice]) == CategoryKind::CpuOp) {
          texts.push_back({chunk->place[slice], chunk->id_of(slice)});
        }
      }
    }
  }
  std::sort(texts.begin(), texts.end(),
            [](const OpText& a, const OpText& b) { return a.place.offset() < b.place.offset(); });
  std::vector<EventId> ops;
  for (const OpText& text : texts) ops.push_back(text.op);
  return ops;
}

}  // namespace lanescope
