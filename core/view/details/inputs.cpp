#include "core/view/details/inputs.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {
namespace {

std::optional<JsonValue> member(const JsonValue& object,
                                std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (const JsonValue* value = object.find(key)) return *value;
  }
  return std::nullopt;
}

const JsonArray* items(const std::optional<JsonValue>& list) {
  return list ? list->array() : nullptr;
}

const JsonValue* item(const std::optional<JsonValue>& list, std::size_t i) {
  const JsonArray* array = items(list);
  return array != nullptr && i < array->size() ? &(*array)[i] : nullptr;
}

std::string text_at(const std::optional<JsonValue>& list, std::size_t i) {
  const JsonValue* value = item(list, i);
  return value != nullptr ? value->to_text(true) : std::string();
}

bool is_empty_list(const JsonValue& value) {
  return value.array() != nullptr && value.array()->empty();
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) {
    if (!text.empty()) out += (out.empty() ? "" : " ") + text;
  }
  return out;
}

/// Whether these are the strides of a dense tensor of that shape. Dimensions of size one may have
/// any stride.
bool is_contiguous(const JsonArray& shape, const JsonArray& strides) {
  if (shape.size() != strides.size()) return false;
  std::int64_t dense = 1;
  for (std::size_t d = shape.size(); d-- > 0;) {
    if (shape[d].array() != nullptr && strides[d].array() != nullptr) {  // a list of tensors
      if (!is_contiguous(*shape[d].array(), *strides[d].array())) return false;
      continue;
    }
    const std::int64_t size = shape[d].as_int(-1);
    if (size == 0) return true;
    if (size != 1 && strides[d].as_int(-1) != dense) return false;
    if (__builtin_mul_overflow(dense, size, &dense)) return false;
  }
  return true;
}

/// "bfloat16" for "c10::BFloat16", "int64" for "long int"; others unchanged.
std::string dtype_name(const std::string& type) {
  using Name = std::pair<std::string_view, std::string_view>;
  constexpr std::array kNames = {Name{"float", "float32"},
                                 Name{"double", "float64"},
                                 Name{"int", "int32"},
                                 Name{"long int", "int64"},
                                 Name{"long", "int64"},
                                 Name{"short", "int16"},
                                 Name{"short int", "int16"},
                                 Name{"signed char", "int8"},
                                 Name{"char", "int8"},
                                 Name{"unsigned char", "uint8"},
                                 Name{"c10::Half", "float16"},
                                 Name{"c10::BFloat16", "bfloat16"},
                                 Name{"c10::complex<float>", "complex64"},
                                 Name{"c10::complex<double>", "complex128"}};
  for (const auto& [spelled, name] : kNames) {
    if (type == spelled) return std::string(name);
  }
  constexpr std::string_view kScope = "c10::";
  return type.starts_with(kScope) ? type.substr(kScope.size()) : type;
}

}  // namespace

void take_inputs(const JsonValue& args, DetailsOp& op) {
  op.input_shapes = member(args, {"Input Dims", "Input dims"});
  op.input_types = member(args, {"Input type"});
  op.input_strides = member(args, {"Input Strides"});
  op.concrete_inputs = member(args, {"Concrete Inputs"});
}

std::string shapes_text(const DetailsOp& op) {
  const JsonArray* shapes = items(op.input_shapes);
  const JsonArray* values = items(op.concrete_inputs);
  const std::size_t count =
      std::max(shapes != nullptr ? shapes->size() : 0, values != nullptr ? values->size() : 0);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    const JsonValue* shape = item(op.input_shapes, i);
    std::string value = text_at(op.concrete_inputs, i);
    // A scalar's shape is the empty list, as is that of a tensor without dimensions.
    const bool scalar = shape == nullptr || is_empty_list(*shape);
    // None, or of a kind that the profiler does not record.
    if (scalar && value.empty() && op.input_types && text_at(op.input_types, i).empty())
      value = "n/a";
    texts.push_back(scalar && !value.empty() ? value : text_at(op.input_shapes, i));
  }
  return joined(texts);
}

std::string types_text(const DetailsOp& op) {
  const JsonArray* types = items(op.input_types);
  if (types == nullptr) return {};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < types->size(); ++i) {
    const std::string type = text_at(op.input_types, i);
    if (type.empty() || type == "Scalar" || type == "ScalarList") continue;
    names.push_back(dtype_name(type));
  }
  const bool alike =
      std::adjacent_find(names.begin(), names.end(), std::not_equal_to<>()) == names.end();
  if (alike && names.size() > 1) names.resize(1);
  return joined(names);
}

std::string strides_text(const DetailsOp& op) {
  const JsonArray* strides = items(op.input_strides);
  if (strides == nullptr) return {};
  bool dense = true;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < strides->size(); ++i) {
    const JsonValue& stride = (*strides)[i];
    if (stride.array() == nullptr || stride.array()->empty()) continue;
    const JsonValue* shape = item(op.input_shapes, i);
    const bool known = shape != nullptr && shape->array() != nullptr;
    dense = dense && known && is_contiguous(*shape->array(), *stride.array());
    texts.push_back(stride.to_text());
  }
  if (texts.empty()) return {};
  return dense ? "contiguous" : joined(texts);
}

}  // namespace lanescope
