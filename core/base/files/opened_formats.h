// What opens besides torch.profiler traces, in one sentence for the start page and for --help.
#pragma once

#include <string_view>

namespace lanescope {

inline constexpr std::string_view kOpensToo =
    "Also opens Nsight Systems (SQLite), Perfetto, XPlane, rocprofv3, rocpd and RPD traces, and "
    "pprof and speedscope profiles.";

}  // namespace lanescope
