// Which machine wrote a trace, by the name that torch.profiler's tensorboard_trace_handler gave the
// file: <host>_<pid>.<time>.pt.trace.json[.gz].
#pragma once

#include <string>

namespace lanescope {

/// "node7" of "node7_4242.1699999999999.pt.trace.json.gz"; empty for other names.
std::string host_in_file_name(const std::string& path);

}  // namespace lanescope
