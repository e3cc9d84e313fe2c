// Which operators could run on tensor cores.
#pragma once

#include <string_view>

namespace lanescope {

/// By name: products of matrices, convolutions, recurrent cells, attention, and what autograd calls
/// their backward passes.
bool may_use_tensor_cores(std::string_view op_name);

}  // namespace lanescope
