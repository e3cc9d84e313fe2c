// A window with the small trace open.
#pragma once

#include <string>

#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {

struct SmallTraceWindow {
  explicit SmallTraceWindow(const SmallTrace& trace = {}) {
    ui.open(folder.write("small.json", small_trace_text(trace)));
  }
  TempFolder folder;
  UiDriver ui;
};

inline std::string name_of(TraceView& view, EventId event) {
  const auto slice = view.snapshot()->find_slice(event);
  return slice ? std::string(view.snapshot()->text(slice->chunk->name[slice->slice]))
               : std::string();
}

}  // namespace lanescope
