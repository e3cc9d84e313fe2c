// Shares what is open as one HTML file, see core/export/shared_page.h.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/workspace/traces/open_trace.h"
#include "core/base/result.h"
#include "core/export/redaction.h"
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
  std::optional<TimeRange> cut;          // of a single trace; nullopt: all of it
  std::shared_ptr<Redaction> redaction;  // of all runs; null: names stay
};

/// The view that is open. If a range of a single trace is selected, only that part is shared.
/// `other`: run B; null: none. With `redact`, names are replaced, also those of the files. UI
/// thread. Cost: with a range, a look at every event.
ShareJob share_job(const OpenTrace& trace, const OpenTrace* other, bool redact);

/// What share_job() would put into the file, in a sentence.
std::string share_contents(const OpenTrace& trace, const OpenTrace* other);

/// Writes the file; returns the number of names that were replaced. Call once for a job.
/// `read_page`: see SystemOffers::share_page. Errors: of it and of SharedPage; Unreadable if a
/// trace can no longer be read. Worker.
Result<std::size_t> write_shared(const std::string& to, const ShareJob& job,
                                 const std::function<Result<std::string>()>& read_page);

/// How many names of a kind are replaced.
struct NameCount {
  std::string_view kind;  // "functions"
  std::size_t count = 0;
};
/// What write_shared() would replace in a job with a redaction, most first; writes nothing. Cost:
/// that of writing the traces uncompressed. Errors: Unreadable as for write_shared; Cancelled.
/// Worker.
Result<std::vector<NameCount>> count_names(const ShareJob& job, const std::stop_token& stop);

}  // namespace lanescope
