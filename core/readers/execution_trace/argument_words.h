// How an execution trace writes the arguments of an operator, in torch.profiler's words.
#pragma once

#include "core/base/text/json_value.h"

namespace lanescope {

/// "float" for "Tensor(float)", "TensorList" for a list of tensors, "Scalar", "ScalarList", and ""
/// for what torch.profiler does not name. `types`: a list of texts.
JsonArray profiler_types(const JsonArray& types);

/// "" for tensors; else the value as a text, such as "1", "True" and "[1, 1]".
JsonArray profiler_values(const JsonArray& values, const JsonArray& types);

}  // namespace lanescope
