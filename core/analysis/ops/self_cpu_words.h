// What "Self CPU" is, said in the same words by the table of operators and by the details of one.
#pragma once

#include <string_view>

namespace lanescope {

inline constexpr std::string_view kSelfCpuWords =
    "CPU time in the operator itself, without nested operators; runtime calls inside it, such as "
    "cudaLaunchKernel, count as its own. In the table of operators: of a selected range, the parts "
    "in it.";

}  // namespace lanescope
