// The ranges in which autograd's engine calls the nodes of a backward pass.
#pragma once

#include <string_view>

namespace lanescope {

/// Begins their names; that of the node follows (torch/csrc/autograd/engine.cpp).
inline constexpr std::string_view kAutogradEngineCall = "autograd::engine::evaluate_function: ";

}  // namespace lanescope
