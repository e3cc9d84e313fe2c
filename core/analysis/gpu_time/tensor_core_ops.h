// The operators that can use tensor cores.
#pragma once

#include <string_view>

namespace lanescope {

/// By name: matrix products, convolutions, recurrent cells, attention, and autograd's names of
/// their backward passes.
bool may_use_tensor_cores(std::string_view op_name);

}  // namespace lanescope
