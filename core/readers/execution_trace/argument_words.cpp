#include "core/readers/execution_trace/argument_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope {
namespace {

constexpr std::string_view kTensor = "Tensor(", kList = "GenericList[";

bool is_scalar(std::string_view type) {
  constexpr std::array<std::string_view, 5> kScalars = {"Int", "Double", "Bool", "SymInt",
                                                        "ComplexDouble"};
  return std::ranges::find(kScalars, type) != kScalars.end();
}

std::string type_word(std::string_view type) {
  if (type.starts_with(kTensor) && type.ends_with(')')) {
    const std::string_view element = type.substr(kTensor.size(), type.size() - kTensor.size() - 1);
    return element.starts_with("nullptr") ? "" : std::string(element);
  }
  if (is_scalar(type)) return "Scalar";
  if (!type.starts_with(kList)) return "";
  return type.substr(kList.size()).starts_with(kTensor) ? "TensorList" : "ScalarList";
}

std::string_view text_of(const JsonValue& value) {
  const std::string* text = value.string();
  return text == nullptr ? std::string_view() : *text;
}

/// As Python prints it.
std::string value_word(const JsonValue& value) {
  if (const bool* flag = std::get_if<bool>(&value.data)) return *flag ? "True" : "False";
  if (const std::string* text = value.string()) return *text == "<None>" ? "" : *text;
  const JsonArray* list = value.array();
  if (list == nullptr) return value.is_null() ? "" : value.to_text();
  std::string words = "[";
  for (const JsonValue& element : *list) {
    if (words.size() > 1) words += ", ";
    words += value_word(element);
  }
  return words + "]";
}

}  // namespace

JsonArray profiler_types(const JsonArray& types) {
  JsonArray words;
  for (const JsonValue& type : types) words.push_back(JsonValue{type_word(text_of(type))});
  return words;
}

JsonArray profiler_values(const JsonArray& values, const JsonArray& types) {
  JsonArray words;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string_view type = i < types.size() ? text_of(types[i]) : std::string_view();
    const bool has_tensors = type.find(kTensor) != std::string_view::npos;
    words.push_back(JsonValue{has_tensors ? std::string() : value_word(values[i])});
  }
  return words;
}

}  // namespace lanescope
