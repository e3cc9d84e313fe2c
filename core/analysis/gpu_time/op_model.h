// How much arithmetic and how much memory traffic an operator takes at least, by the shapes of its
// inputs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/text/json_value.h"

namespace lanescope {

enum class OpFamily : std::uint8_t { MatrixProduct, Convolution, Attention, Elementwise };
/// "matrix_product", "convolution" …
std::string_view op_family_name(OpFamily family);

/// The family of an operator that is modelled; nullopt for others. Cost: a search in a list.
std::optional<OpFamily> modelled_op(std::string_view op_name);

struct OpWork {
  OpFamily family = OpFamily::MatrixProduct;
  double flops = 0;
  double bytes = 0;    // of inputs and outputs, once each
  std::string dtype;   // of the first tensor, as in the file: "float", "c10::BFloat16"
  std::string shapes;  // "[[64, 256], [256, 512]]"
  /// The smaller of the two outer dimensions of a matrix product: 1 or few in decoding.
  std::optional<double> least_outer;
};

/// As torch.utils.flop_counter counts, but that the gradient of a grouped convolution's weight is
/// not counted for each group anew, and that causal attention does half the work. nullopt when the
/// arguments lack the shapes, or for convolutions the values of the inputs. Pure.
std::optional<OpWork> work_of_op(std::string_view op_name, const JsonValue& args);

/// Bytes of an element of a type as operators spell it, "c10::Half" or "long int"; nullopt for
/// unknown ones.
std::optional<double> input_element_bytes(std::string_view type);

}  // namespace lanescope
