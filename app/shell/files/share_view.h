// Shares what is open as one HTML file, see core/export/shared_page.h.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/workspace/traces/open_trace.h"
#include "core/base/result.h"
#include "core/export/shared_page.h"

namespace lanescope {

/// Everything that the worker needs; later changes in the window do not matter.
struct ShareJob {
  struct Run {
    std::string path, name;  // the name of the file in the page
    std::shared_ptr<const Snapshot> snapshot;
    EventJson texts;
  };
  std::vector<Run> runs;  // the trace, and possibly run B
  SharedView view;
  std::optional<TimeRange> cut;  // of the trace; nullopt: all of it
};

/// The view that is open. If a range is selected, only that part of the trace is shared. `other`:
/// run B; null: none. UI thread. Cost: with a range, a look at every event.
ShareJob share_job(const OpenTrace& trace, const OpenTrace* other);

/// Writes the file. `read_page`: see SystemOffers::share_page. Errors: of it and of SharedPage;
/// Unreadable if a trace can no longer be read. Worker.
std::optional<Error> write_shared(const std::string& to, const ShareJob& job,
                                  const std::function<Result<std::string>()>& read_page);

}  // namespace lanescope
