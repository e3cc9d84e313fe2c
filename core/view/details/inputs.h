// An operator's inputs as recorded: shapes and scalar values, types, strides.
#pragma once

#include <string>

#include "core/view/details/model.h"

namespace lanescope {

/// Takes the inputs of an operator from its arguments, as they are in the file.
void take_inputs(const JsonValue& args, DetailsOp& op);

/// "[640] [888,2880] [2880,640] 1 1": shapes for tensors, values for scalars if the trace has them.
/// Empty if it has neither.
std::string shapes_text(const DetailsOp& op);

/// The tensors' dtypes as PyTorch names them, given once if all are the same: "bfloat16",
/// "float32 int64". Empty if the trace has none.
std::string types_text(const DetailsOp& op);

/// "contiguous", or the strides of each tensor: "[1] [2880,1] [1,2880]". Empty if the trace has
/// none or no tensor has a dimension.
std::string strides_text(const DetailsOp& op);

}  // namespace lanescope
