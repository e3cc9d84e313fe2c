// The minimum arithmetic and memory traffic of an operator, from its input shapes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text/json_value.h"

namespace lanescope {

enum class OpFamily : std::uint8_t { MatrixProduct, Convolution, Attention, Elementwise };
/// "matrix_product", "convolution" …
std::string_view op_family_name(OpFamily family);

/// The family of a modeled operator; nullopt for others. Cost: a search in a list.
std::optional<OpFamily> modelled_op(std::string_view op_name);

struct OpWork {
  OpFamily family = OpFamily::MatrixProduct;
  double flops = 0;
  double bytes = 0;    // of inputs and outputs, each counted once
  std::string dtype;   // of the first tensor, as in the file: "float", "c10::BFloat16"
  std::string shapes;  // "[[64, 256], [256, 512]]"
  /// The smaller outer dimension of a matrix product; small in decoding.
  std::optional<double> least_outer;
};

/// What work_of_op() looks at, for read_arguments().
inline constexpr std::array<std::string_view, 4> kOpWorkArguments = {
    "Input Dims", "Input dims", "Input type", "Concrete Inputs"};

/// Counts like torch.utils.flop_counter, except that the weight gradient of a grouped convolution
/// is not counted once per group, and causal attention counts half. nullopt if the arguments lack
/// shapes or, for convolutions, input values. Pure.
std::optional<OpWork> work_of_op(std::string_view op_name, const JsonValue& args);

/// Bytes per element of a type as spelled in operators, "c10::Half" or "long int"; nullopt if
/// unknown.
std::optional<double> input_element_bytes(std::string_view type);

}  // namespace lanescope
