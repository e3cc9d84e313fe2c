// Summaries of ranks as files, as the commands `summarize` and `info` write and print them, and the
// traces that they are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanescope {

/// The traces of a run's ranks in a folder, or in those of its hosts. Of `left_out` and `lost`, the
/// second is what is wrong.
struct RankFiles {
  struct Trace {
    std::string path;
    std::string stem;  // see summary_stem
  };
  std::vector<Trace> traces;
  std::vector<std::pair<std::string, std::string>> left_out;  // other files, which are no traces
  std::vector<std::pair<std::string, std::string>> lost;      // where more traces may lie
};
/// As `summarize` finds them. A damaged file is a trace if its summary is in the folder `out`, or
/// if `out` is empty, if its name is among `known`. Any thread. Throws Fault if nothing is found.
RankFiles list_rank_files(const std::string& folder, const std::string& out,
                          const std::vector<std::string>& known);

/// The same for a file that was fetched from elsewhere, by itself: why it is no trace of a rank;
/// empty if it is one, or damaged. `alike`: it is called like the run's other traces. Any thread.
std::string why_no_rank(const std::string& path, bool alike);

/// Which rank a file that cannot be read is of, by its name. Any thread.
std::optional<std::int64_t> rank_by_name(const std::string& path);

/// Writes the summary of a trace; see summarized_trace. Returns why the trace could not be read, if
/// that is all that the summary says; else nothing. Any thread. Throws Fault if nothing is written.
std::string write_rank_file(const std::string& trace, const std::string& output,
                            const std::string& named);

/// What `info --json` prints about a summary. Any thread. Throws Fault for other files.
std::string rank_file_document(const std::string& path);

}  // namespace lanescope
