#include "core/readers/xplane/arrows.h"

#include <algorithm>
#include <tuple>

namespace lanescope {

void XArrows::add(const XFacts& facts, const RowSink::ArrowEnd& end) {
  if (facts.produces) ends_.push_back({*facts.produces, false, end});
  if (facts.consumes) ends_.push_back({*facts.consumes, true, end});
}

void XArrows::write(RowSink& sink) {
  std::ranges::sort(ends_, {}, [](const End& end) {
    return std::tuple(end.context.type, end.context.id, end.consumes, end.at.time_ns);
  });
  const End* producer = nullptr;
  for (const End& end : ends_) {
    if (!end.consumes) {
      producer = &end;
    } else if (producer != nullptr && producer->context == end.context) {
      sink.arrow("producer to consumer", producer->at, end.at);
    }
  }
}

}  // namespace lanescope
