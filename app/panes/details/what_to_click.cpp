#include "app/panes/details/what_to_click.h"

#include <algorithm>

#include "core/view/memory/text.h"
#include "core/view/text/empty_file.h"
#include "core/view/text/memory_device.h"

namespace lanescope {

namespace {

/// Programs that were sampled from outside and launched nothing have neither launches nor
/// operators.
bool is_only_sampled(const Snapshot& snapshot) {
  const auto has_slices = [&](bool sampled) {
    return std::ranges::any_of(snapshot.tracks, [sampled](const Track& track) {
      return track.slices > 0 && is_sampled(track.kind) == sampled;
    });
  };
  return has_slices(true) && !has_slices(false);
}

}  // namespace

std::string_view what_to_click(const Snapshot& snapshot) {
  if (is_memory_snapshot(snapshot))
    return "Click a block in the Memory tab to see its size, lifetime and stack. Drag over the "
           "lanes to measure a range.";
  if (holds_nothing(snapshot)) return "This file has nothing to select.";
  if (is_memory_timeline(snapshot)) return "Drag over the lanes to measure a range.";
  if (is_only_sampled(snapshot))
    return "Click a slice to see its duration, thread and stack. Drag over the lanes to measure a "
           "range.";
  return "Click a slice to see its launch, operators, shapes and stack. Drag over the lanes to "
         "measure a range.";
}

}  // namespace lanescope
