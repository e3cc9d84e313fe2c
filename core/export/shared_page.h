// One HTML file with the program, a view, and the traces that it shows: opens in a browser, without
// a network.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/search/event_query.h"
#include "core/base/files/replace_file.h"
#include "core/base/result.h"
#include "core/base/text/json_value.h"
#include "core/export/trace_writer.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// What the page shows when it is opened.
struct SharedView {
  std::optional<TimeRange> range_ns;  // from the start of the trace in the page; none: all of it
  std::string select;                 // a search expression; may be empty
  std::string tab;                    // may be empty
  bool compare = false;
  std::string title;
  JsonArray notes;  // marks, as in the file of bookmarks
};

/// Where a trace will begin when it is opened, if only the events of a range are kept. Cost: a look
/// at every event.
Ns begin_of_cut(const Snapshot& trace, const std::optional<TimeRange>& range);

/// Writes the parts in this order: begin(), view(), trace() for A and possibly B, commit(). Until
/// commit(), the file that is there stays as it is.
class SharedPage {
 public:
  /// The most text that the traces of a page may take, in Base64. Browsers hold it as one string.
  static constexpr std::uint64_t kMostData = std::uint64_t{512} << 20U;

  /// `page`: from read_viewer_page(). Errors: as FileReplacement.
  static Result<SharedPage> begin(const std::string& path, std::string page, mode_t most_rights);

  std::optional<Error> view(const SharedView& view);
  /// `letter`: 'a' or 'b'. `file_name`: as shown, such as "run.json.gz". Compressed and encoded as
  /// it is written, so that only pieces are in memory. Errors: as write_trace_file; Unsupported for
  /// more than `most` bytes.
  std::optional<Error> trace(char letter, const std::string& file_name, const Snapshot& trace,
                             const ReadEvent& read, const TraceWriteOptions& options,
                             std::uint64_t most = kMostData);
  std::optional<Error> commit();

  /// Bytes of the program, and of the traces.
  [[nodiscard]] std::uint64_t page_bytes() const { return page_.size(); }
  [[nodiscard]] std::uint64_t data_bytes() const { return data_bytes_; }

 private:
  SharedPage(FileReplacement file, std::string page, std::size_t place)
      : file_(std::move(file)), page_(std::move(page)), place_(place) {}

  FileReplacement file_;
  std::string page_;
  std::size_t place_;  // of the comment that the data replaces
  std::uint64_t data_bytes_ = 0;
};

}  // namespace lanescope
