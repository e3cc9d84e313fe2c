#include "core/export/perfetto/args_in_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/check.h"

namespace lanescope::perfetto {

ArgsInOrder::ArgsInOrder(const ReadEvent& read, std::vector<Placed> events)
    : read_(read), events_(std::move(events)) {}

void ArgsInOrder::read_ahead() {
  first_ = at_;
  const std::size_t count = std::min(kAtOnce, events_.size() - at_);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return events_[first_ + i].offset; });
  ahead_.assign(count, std::nullopt);
  for (const std::size_t i : order) ahead_[i] = read_(events_[first_ + i].event);
}

std::optional<JsonValue> ArgsInOrder::next(EventId event) {
  LANESCOPE_CHECK(at_ < events_.size() && events_[at_].event == event,
                  "the events in their order, not {} at {}", index_of(event), at_);
  if (at_ == first_ + ahead_.size()) read_ahead();
  return std::move(ahead_[at_++ - first_]);
}

}  // namespace lanescope::perfetto
