#include "app/panes/details/what_to_click.h"

#include "core/view/memory/text.h"
#include "core/view/text/empty_file.h"

namespace lanescope {

std::string_view what_to_click(const Snapshot& snapshot) {
  if (is_memory_snapshot(snapshot))
    return "Click a block in the Memory tab to see its size, lifetime and stack. Drag over the "
           "lanes to measure a range.";
  if (holds_nothing(snapshot)) return "This file has nothing to select.";
  if (is_memory_timeline(snapshot)) return "Drag over the lanes to measure a range.";
  return "Click a slice to see its launch, operators, shapes and stack. Drag over the lanes to "
         "measure a range.";
}

}  // namespace lanescope
