#include "core/analysis/gpu_time/op_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "core/analysis/comm/collective.h"

namespace lanescope {
namespace {

using Shape = std::vector<double>;

enum class OpKind : std::uint8_t {
  Mm,        // a, b
  Addmm,     // bias, a, b
  Linear,    // x, weight
  Conv,      // input, weight, bias, stride, padding, dilation, transposed, output padding, groups
  ConvBack,  // gradient, input, weight, bias sizes, then as Conv, output mask
  Attention,
  AttentionBack,
  Elementwise,
  Copy,
};

struct OpEntry {
  std::string_view name;
  OpKind kind;
  std::size_t causal = 0;  // Attention: the index of the is_causal input
};

constexpr std::array<OpEntry, 19> kOps = {{
    {"aten::mm", OpKind::Mm},
    {"aten::bmm", OpKind::Mm},
    {"aten::_scaled_mm", OpKind::Mm},
    {"aten::addmm", OpKind::Addmm},
    {"aten::addmm_", OpKind::Addmm},
    {"aten::_addmm_activation", OpKind::Addmm},
    {"aten::baddbmm", OpKind::Addmm},
    {"aten::baddbmm_", OpKind::Addmm},
    {"aten::linear", OpKind::Linear},
    {"aten::convolution", OpKind::Conv},
    {"aten::_convolution", OpKind::Conv},
    {"aten::convolution_overrideable", OpKind::Conv},
    {"aten::convolution_backward", OpKind::ConvBack},
    {"aten::_scaled_dot_product_flash_attention", OpKind::Attention, 4},
    {"aten::_scaled_dot_product_efficient_attention", OpKind::Attention, 6},
    {"aten::_scaled_dot_product_cudnn_attention", OpKind::Attention, 6},
    {"aten::_scaled_dot_product_flash_attention_backward", OpKind::AttentionBack, 11},
    {"aten::_scaled_dot_product_efficient_attention_backward", OpKind::AttentionBack, 11},
    {"aten::copy_", OpKind::Copy},
}};

constexpr std::array<std::string_view, 38> kElementwise = {
    "aten::add",           "aten::add_",         "aten::sub",   "aten::sub_",
    "aten::mul",           "aten::mul_",         "aten::div",   "aten::div_",
    "aten::neg",           "aten::abs",          "aten::pow",   "aten::exp",
    "aten::log",           "aten::sqrt",         "aten::sqrt_", "aten::rsqrt",
    "aten::reciprocal",    "aten::sin",          "aten::cos",   "aten::tanh",
    "aten::sigmoid",       "aten::relu",         "aten::relu_", "aten::relu6",
    "aten::gelu",          "aten::silu",         "aten::silu_", "aten::leaky_relu",
    "aten::clamp",         "aten::clamp_min_",   "aten::where", "aten::masked_fill_",
    "aten::addcmul_",      "aten::addcdiv_",     "aten::lerp_", "aten::threshold_backward",
    "aten::gelu_backward", "aten::silu_backward"};

std::optional<OpEntry> find_op(std::string_view name) {
  if (std::ranges::find(kElementwise, name) != kElementwise.end())
    return OpEntry{name, OpKind::Elementwise};
  const auto* const found = std::ranges::find(kOps, name, &OpEntry::name);
  return found == kOps.end() ? std::nullopt : std::optional(*found);
}

OpFamily family_of(OpKind kind) {
  switch (kind) {
    case OpKind::Mm:
    case OpKind::Addmm:
    case OpKind::Linear:
      return OpFamily::MatrixProduct;
    case OpKind::Conv:
    case OpKind::ConvBack:
      return OpFamily::Convolution;
    case OpKind::Attention:
    case OpKind::AttentionBack:
      return OpFamily::Attention;
    case OpKind::Elementwise:
    case OpKind::Copy:
      break;
  }
  return OpFamily::Elementwise;
}

double product(std::span<const double> sizes) {
  double all = 1;
  for (const double size : sizes) all *= size;
  return all;
}

/// The numbers in a text such as "[2, 2]", "2" or "[True, False]".
std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" ,[]()", i), text.size());
    const std::string word(text.substr(i, end - i));
    if (word == "True" || word == "False") {
      numbers.push_back(word == "True" ? 1 : 0);
    } else if (!word.empty()) {
      numbers.push_back(std::strtod(word.c_str(), nullptr));
    }
    i = end + 1;
  }
  return numbers;
}

/// The inputs of one call.
class OpInputs {
 public:
  explicit OpInputs(const JsonValue& args) {
    const JsonValue* dims = args.find("Input Dims");
    if (dims == nullptr) dims = args.find("Input dims");
    if (dims == nullptr || dims->array() == nullptr) return;
    shapes_text_ = dims->to_text();
    for (const JsonValue& shape : *dims->array()) shapes_.push_back(shape_of(shape));
    types_ = texts(args.find("Input type"));
    values_ = texts(args.find("Concrete Inputs"));
  }

  /// Empty for scalars, lists and missing inputs.
  [[nodiscard]] const Shape& shape(std::size_t i) const {
    static const Shape none;
    return i < shapes_.size() ? shapes_[i] : none;
  }
  [[nodiscard]] std::vector<double> value(std::size_t i) const {
    return i < values_.size() ? numbers_in(values_[i]) : std::vector<double>{};
  }
  [[nodiscard]] std::size_t size() const { return shapes_.size(); }
  [[nodiscard]] const std::string& shapes_text() const { return shapes_text_; }
  [[nodiscard]] std::string dtype(std::size_t i) const {
    return i < types_.size() ? types_[i] : std::string();
  }
  [[nodiscard]] std::size_t first_tensor() const {
    std::size_t i = 0;
    while (i < shapes_.size() && shapes_[i].empty()) ++i;
    return i;
  }
  /// Of all tensors; those of unknown type count 0.
  [[nodiscard]] double bytes() const {
    double sum = 0;
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      if (!shapes_[i].empty()) sum += product(shapes_[i]) * element(i);
    }
    return sum;
  }
  [[nodiscard]] double element(std::size_t i) const {
    return input_element_bytes(dtype(i)).value_or(0);
  }

 private:
  static Shape shape_of(const JsonValue& value) {
    Shape shape;
    if (value.array() == nullptr) return shape;
    for (const JsonValue& size : *value.array()) {
      if (size.array() != nullptr || size.as_int(-1) < 0) return {};
      shape.push_back(static_cast<double>(size.as_int()));
    }
    return shape;
  }
  static std::vector<std::string> texts(const JsonValue* list) {
    std::vector<std::string> out;
    if (list == nullptr || list->array() == nullptr) return out;
    for (const JsonValue& one : *list->array()) out.push_back(one.to_text(true));
    return out;
  }

  std::vector<Shape> shapes_;
  std::vector<std::string> types_, values_;
  std::string shapes_text_;
};

/// The arithmetic of an operator and the number of elements of its output.
struct Computed {
  double flops = 0, out = 0;
  std::optional<double> least_outer;
};

/// [.., m, k] times [.., k, n].
std::optional<Computed> matrix_product(const Shape& a, const Shape& b) {
  if (a.size() < 2 || a.size() > 3 || b.size() != a.size()) return std::nullopt;
  const double m = a[a.size() - 2], k = a.back(), n = b.back();
  if (b[b.size() - 2] != k) return std::nullopt;
  const double batch = a.size() == 3 ? a[0] : 1;
  return Computed{2 * batch * m * n * k, batch * m * n, std::min(m, n)};
}

std::optional<Computed> linear(const Shape& x, const Shape& weight) {
  if (x.empty() || weight.size() != 2 || weight[1] != x.back()) return std::nullopt;
  const double rows = product(x) / std::max(1.0, x.back());
  return Computed{2 * product(x) * weight[0], rows * weight[0], std::min(rows, weight[0])};
}

/// The value for dimension `d` in a list that has one per dimension, or one for all.
double of_dimension(const std::vector<double>& values, std::size_t d, double otherwise) {
  if (values.empty()) return otherwise;
  return d < values.size() ? values[d] : values.back();
}

/// The forward pass; `first` is the index of the stride among the inputs.
std::optional<Computed> convolution(const OpInputs& in, const Shape& input, const Shape& weight,
                                    std::size_t first) {
  if (input.size() < 3 || weight.size() != input.size()) return std::nullopt;
  const auto stride = in.value(first), padding = in.value(first + 1);
  const auto dilation = in.value(first + 2), transposed = in.value(first + 3);
  const auto groups = in.value(first + 5);
  if (stride.empty() || transposed.empty()) return std::nullopt;
  const double n = input[0];
  const auto in_spatial = std::span(input).subspan(2);
  if (transposed[0] != 0) {
    return Computed{
        2 * n * product(in_spatial) * product(weight), n * weight[1] * product(in_spatial), {}};
  }
  if (groups.empty() || weight[1] * groups[0] != input[1]) return std::nullopt;
  double out_spatial = 1;
  for (std::size_t d = 0; d < in_spatial.size(); ++d) {
    const double reach = of_dimension(dilation, d, 1) * (weight[d + 2] - 1) + 1;
    const double room = in_spatial[d] + 2 * of_dimension(padding, d, 0) - reach;
    const double step = of_dimension(stride, d, 1);
    if (room < 0 || step < 1) return std::nullopt;
    out_spatial *= std::floor(room / step) + 1;
  }
  return Computed{2 * n * out_spatial * product(weight), n * weight[0] * out_spatial, {}};
}

/// Each requested gradient costs as much as the forward pass.
std::optional<Computed> convolution_backward(const OpInputs& in) {
  const Shape &gradient = in.shape(0), &input = in.shape(1), &weight = in.shape(2);
  const auto transposed = in.value(7), mask = in.value(10);
  if (gradient.size() < 3 || input.size() != gradient.size() || weight.size() != input.size() ||
      transposed.empty() || mask.size() < 2) {
    return std::nullopt;
  }
  const Shape& over = transposed[0] != 0 ? input : gradient;
  const double forward = 2 * gradient[0] * product(std::span(over).subspan(2)) * product(weight);
  const double out = mask[0] * product(input) + mask[1] * product(weight);
  return Computed{forward * (mask[0] + mask[1]), out, {}};
}

/// Query, key and value from input `first` on, each [batch, heads, length, dimension].
std::optional<Computed> attention(const OpInputs& in, std::size_t first, std::size_t causal,
                                  double passes) {
  const Shape &q = in.shape(first), &k = in.shape(first + 1), &v = in.shape(first + 2);
  if (q.size() != 4 || k.size() != 4 || v.size() != 4) return std::nullopt;
  const auto is_causal = in.value(causal);
  const double half = !is_causal.empty() && is_causal[0] != 0 ? 0.5 : 1;
  const double heads = q[0] * q[1];
  return Computed{2 * heads * q[2] * k[2] * (q[3] + v[3]) * passes * half,
                  heads * q[2] * v[3] * (passes > 1 ? 3 : 1),
                  {}};
}

/// Broadcasts `shape` into `spread`, as PyTorch does: dimensions are aligned at the last one, and 1
/// takes any size.
void broadcast(Shape& spread, const Shape& shape) {
  if (spread.size() < shape.size()) spread.insert(spread.begin(), shape.size() - spread.size(), 1);
  for (std::size_t back = 1; back <= shape.size(); ++back) {
    double& size = spread[spread.size() - back];
    if (size == 1) size = shape[shape.size() - back];
  }
}

/// The output has the broadcast shape of the inputs.
std::optional<Computed> elementwise(const OpInputs& in, double flops_each) {
  Shape out;
  for (std::size_t i = 0; i < in.size(); ++i) broadcast(out, in.shape(i));
  const double elements = product(out);
  if (out.empty() || elements <= 0) return std::nullopt;
  return Computed{flops_each * elements, elements, {}};
}

std::optional<Computed> compute(const OpEntry& op, const OpInputs& in) {
  switch (op.kind) {
    case OpKind::Mm:
      return matrix_product(in.shape(0), in.shape(1));
    case OpKind::Addmm:
      return matrix_product(in.shape(1), in.shape(2));
    case OpKind::Linear:
      return linear(in.shape(0), in.shape(1));
    case OpKind::Conv:
      return convolution(in, in.shape(0), in.shape(1), 3);
    case OpKind::ConvBack:
      return convolution_backward(in);
    case OpKind::Attention:
      return attention(in, 0, op.causal, 1);
    case OpKind::AttentionBack:
      return attention(in, 1, op.causal, 2.5);
    case OpKind::Elementwise:
      return elementwise(in, 1);
    case OpKind::Copy:
      return elementwise(in, 0);
  }
  return std::nullopt;
}

/// The element size of the result, assuming the type of the first tensor, which for copies is the
/// destination.
double out_element(const OpInputs& in) {
  return in.element(in.first_tensor());
}

}  // namespace

std::string_view op_family_name(OpFamily family) {
  constexpr std::array<std::string_view, 4> kNames = {"matrix_product", "convolution", "attention",
                                                      "elementwise"};
  return kNames[static_cast<std::size_t>(family)];
}

std::optional<OpFamily> modelled_op(std::string_view op_name) {
  const auto op = find_op(op_name);
  return op ? std::optional(family_of(op->kind)) : std::nullopt;
}

std::optional<double> input_element_bytes(std::string_view type) {
  constexpr std::string_view kScope = "c10::";
  if (type.starts_with(kScope)) type.remove_prefix(kScope.size());
  using Name = std::pair<std::string_view, std::string_view>;
  constexpr std::array kNames = {Name{"long int", "long"},
                                 Name{"short int", "short"},
                                 Name{"signed char", "char"},
                                 Name{"unsigned char", "byte"},
                                 Name{"complex<float>", "complexfloat"},
                                 Name{"complex<double>", "complexdouble"}};
  for (const auto& [spelled, name] : kNames) {
    if (type == spelled) type = name;
  }
  const auto bytes = element_bytes(type);
  return bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt;
}

std::optional<OpWork> work_of_op(std::string_view op_name, const JsonValue& args) {
  const auto op = find_op(op_name);
  if (!op) return std::nullopt;
  const OpInputs in(args);
  const auto computed = compute(*op, in);
  if (!computed || !std::isfinite(computed->flops)) return std::nullopt;
  OpWork work;
  work.family = family_of(op->kind);
  work.flops = computed->flops;
  // The destination of a copy is written, not read.
  const double inputs =
      op->kind == OpKind::Copy ? in.bytes() - product(in.shape(0)) * in.element(0) : in.bytes();
  work.bytes = inputs + computed->out * out_element(in);
  work.dtype = in.dtype(in.first_tensor());
  work.shapes = in.shapes_text();
  work.least_outer = computed->least_outer;
  return work;
}

}  // namespace lanescope
