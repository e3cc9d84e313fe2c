#include "core/view/details/inputs.h"

#include <doctest/doctest.h>

#include "core/readers/json/event_text.h"

namespace lanescope {
namespace {

DetailsOp op(const std::string& shapes, const std::string& types, const std::string& strides,
             const std::string& values) {
  const auto list = [](const std::string& text) -> std::optional<JsonValue> {
    if (text.empty()) return std::nullopt;
    const auto parsed = parse_event_text("{\"v\":" + text + "}");
    REQUIRE(parsed.ok());
    return *parsed.value().find("v");
  };
  DetailsOp out;
  out.input_shapes = list(shapes);
  out.input_types = list(types);
  out.input_strides = list(strides);
  out.concrete_inputs = list(values);
  return out;
}

}  // namespace

TEST_CASE("scalars stand among the shapes by their values") {
  const DetailsOp addmm =
      op("[[640],[888,2880],[],[]]", R"(["float","float","Scalar",""])", "", R"(["","","1",""])");
  CHECK(shapes_text(addmm) == "[640] [888,2880] 1 n/a");
  CHECK(shapes_text(op("[[64,256],[]]", R"(["float","float"])", "", "")) == "[64,256] []");
  CHECK(shapes_text(op("", "", "", "")).empty());
}

TEST_CASE("types are those of PyTorch, once when all are alike") {
  CHECK(types_text(op("", R"(["c10::BFloat16","c10::BFloat16","Scalar"])", "", "")) == "bfloat16");
  CHECK(types_text(op("", R"(["float","long int",""])", "", "")) == "float32 int64");
}

TEST_CASE("strides are told where they are not dense") {
  CHECK(strides_text(op("[[4,3],[5]]", "", "[[3,1],[1]]", "")) == "contiguous");
  CHECK(strides_text(op("[[1,3]]", "", "[[99,1]]", "")) == "contiguous");
  CHECK(strides_text(op("[[4,3]]", "", "[[1,4]]", "")) == "[1,4]");
  CHECK(strides_text(op("[[[4,3],[2]],[]]", "", "[[[3,1],[1]],[]]", "")) == "contiguous");
  CHECK(strides_text(op("[[]]", "", "[[]]", "")).empty());
  CHECK(strides_text(op("[[4]]", "", "", "")).empty());
}

}  // namespace lanescope
