// The inputs of an operator, as they were given: shapes with the values of scalars among them,
// types, strides.
#pragma once

#include <string>

#include "core/view/details/model.h"

namespace lanescope {

/// "[640] [888,2880] [2880,640] 1 1": tensors by their shapes, scalars by their values where the
/// trace has them. Empty when it has neither.
std::string shapes_text(const DetailsOp& op);

/// The types of the tensors as PyTorch calls them, once when all are alike: "bfloat16",
/// "float32 int64". Empty when the trace has none.
std::string types_text(const DetailsOp& op);

/// "contiguous", or the strides of each tensor: "[1] [2880,1] [1,2880]". Empty when the trace has
/// none or there is no tensor of at least one dimension.
std::string strides_text(const DetailsOp& op);

}  // namespace lanescope
