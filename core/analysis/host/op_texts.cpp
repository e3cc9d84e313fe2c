#include "core/analysis/host/op_texts.h"

#include <algorithm>

#include "core/store/each_slice.h"

namespace lanescope {
namespace {

struct OpText {
  Place place;
  EventId op = EventId::None;
};

}  // namespace

std::vector<EventId> ops_in_file_order(const Snapshot& snapshot) {
  std::vector<OpText> texts;
  for_each_slice(snapshot, TrackKind::CpuThread,
                 [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
                   if (snapshot.kind_of(chunk.category[slice]) == CategoryKind::CpuOp) {
                     texts.push_back({chunk.place[slice], chunk.id_of(slice)});
                   }
                 });
  std::ranges::sort(texts, {}, [](const OpText& a) { return a.place.offset(); });
  std::vector<EventId> ops;
  for (const OpText& text : texts) ops.push_back(text.op);
  return ops;
}

}  // namespace lanescope
