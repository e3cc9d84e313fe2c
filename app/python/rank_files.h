// Summaries of ranks as files, as the commands `summarize` and `info` write and print them.
#pragma once

#include <string>

namespace lanescope {

/// Writes the summary of a trace; see summarized_trace. Returns why the trace could not be read, if
/// that is all that the summary says; else nothing. Any thread. Throws Fault if nothing is written.
std::string write_rank_file(const std::string& trace, const std::string& output,
                            const std::string& named);

/// What `info --json` prints about a summary. Any thread. Throws Fault for other files.
std::string rank_file_document(const std::string& path);

}  // namespace lanescope
