#include "core/view/timeline/selection_text.h"

#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

Ns together_ns(const Snapshot& snapshot, const Selection& selection) {
  Ns sum = 0;
  for (const EventId event : selection.events()) {
    const auto slice = snapshot.find_slice(event);
    if (slice) sum = saturating_add(sum, slice->chunk->dur_ns[slice->slice]);
  }
  return sum;
}

}  // namespace

std::string selection_text(const Snapshot& snapshot, const Selection& selection) {
  std::string text;
  if (!selection.events().empty()) {
    const std::size_t count = selection.events().size();
    text = format_count(static_cast<std::int64_t>(count)) + " selected · " +
           format_duration(together_ns(snapshot, selection));
    if (count > 1) text += " total";
  }
  if (selection.gap()) text = "idle gap · " + format_duration(selection.gap()->range.length_ns());
  if (selection.range()) {
    if (!text.empty()) text += "   ";
    text += "range " + format_range(*selection.range(), snapshot.extent.begin_ns) + " · " +
            format_duration(selection.range()->length_ns());
  }
  return text;
}

std::string view_text(const Snapshot& snapshot, const Viewport& viewport) {
  if (snapshot.extent.empty()) return "no events";
  return "view " + format_range(viewport.range(), snapshot.extent.begin_ns);
}

}  // namespace lanescope
