#include "core/analysis/gpu_time/op_model.h"

#include <doctest/doctest.h>

#include "core/readers/json/event_text.h"

using namespace lanescope;

namespace {

std::optional<OpWork> work(std::string_view op, const std::string& dims, const std::string& types,
                           const std::string& values = "[]") {
  const auto args = parse_event_text(R"({"Input Dims": )" + dims + R"(, "Input type": )" + types +
                                     R"(, "Concrete Inputs": )" + values + "}");
  REQUIRE(args.ok());
  return work_of_op(op, args.value());
}

}  // namespace

TEST_CASE("a product of matrices takes two operations for each pair of elements") {
  const auto mm = work("aten::mm", "[[4, 8], [8, 16]]", R"(["c10::Half", "c10::Half"])");
  REQUIRE(mm);
  CHECK(mm->flops == 2.0 * 4 * 8 * 16);
  CHECK(mm->bytes == 2.0 * (4 * 8 + 8 * 16 + 4 * 16));
  CHECK(mm->least_outer == 4);
  CHECK(mm->shapes == "[[4,8],[8,16]]");
  const auto addmm = work("aten::addmm", "[[16], [4, 8], [8, 16]]", R"(["float","float","float"])");
  CHECK(addmm->flops == 2.0 * 4 * 8 * 16);
  CHECK(addmm->bytes == 4.0 * (16 + 4 * 8 + 8 * 16 + 4 * 16));
  const auto bmm = work("aten::bmm", "[[3, 4, 8], [3, 8, 16]]", R"(["float","float"])");
  CHECK(bmm->flops == 2.0 * 3 * 4 * 8 * 16);
  const auto linear =
      work("aten::linear", "[[2, 5, 8], [16, 8], [16]]", R"(["float","float","float"])");
  CHECK(linear->flops == 2.0 * 10 * 8 * 16);
  CHECK(!work("aten::mm", "[[4, 8], [7, 16]]", "[]"));
  CHECK(!work("aten::sort", "[[4]]", "[]"));
}

TEST_CASE("a convolution takes its weight once for each place of the output") {
  const std::string types = R"(["float","float","","","","","","",""])";
  const std::string dims = "[[2, 4, 9, 9], [8, 4, 3, 3], [], [], [], [], [], [], []]";
  const auto plain = work("aten::convolution", dims, types,
                          R"(["", "", "", "[2, 2]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1"])");
  REQUIRE(plain);
  CHECK(plain->flops == 2.0 * 2 * 5 * 5 * 8 * 4 * 3 * 3);
  const auto grouped =
      work("aten::convolution", "[[2, 4, 9, 9], [8, 2, 3, 3], [], [], [], [], [], [], []]", types,
           R"(["", "", "", "[1, 1]", "[0, 0]", "[1, 1]", "False", "[0, 0]", "2"])");
  CHECK(grouped->flops == 2.0 * 2 * 7 * 7 * 8 * 2 * 3 * 3);
  const auto transposed =
      work("aten::convolution", "[[2, 8, 5, 5], [8, 4, 3, 3], [], [], [], [], [], [], []]", types,
           R"(["", "", "", "[2, 2]", "[0, 0]", "[1, 1]", "True", "[0, 0]", "1"])");
  CHECK(transposed->flops == 2.0 * 2 * 5 * 5 * 8 * 4 * 3 * 3);
  CHECK(!work("aten::convolution", dims, types));  // the stride is not recorded
}

TEST_CASE("a convolution's backward pass takes as much again for each gradient asked for") {
  const std::string dims =
      "[[2, 8, 5, 5], [2, 4, 9, 9], [8, 4, 3, 3], [], [], [], [], [], [], [], []]";
  const auto back = [&](const std::string& mask) {
    return work("aten::convolution_backward", dims, R"(["float","float","float"])",
                R"(["", "", "", "[0]", "[2, 2]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1", ")" +
                    mask + R"("])");
  };
  const double forward = 2.0 * 2 * 5 * 5 * 8 * 4 * 3 * 3;
  CHECK(back("[True, True, False]")->flops == 2 * forward);
  CHECK(back("[False, True, True]")->flops == forward);
}

TEST_CASE("attention multiplies twice, half of it when causal, five times backward") {
  const std::string dims = "[[2, 3, 10, 16], [2, 3, 20, 16], [2, 3, 20, 8], [], [], [], []]";
  const double forward = 2.0 * 2 * 3 * 10 * 20 * (16 + 8);
  const auto flash = [&](const std::string& causal) {
    return work("aten::_scaled_dot_product_flash_attention", dims, R"(["c10::Half"])",
                R"(["", "", "", "0.", ")" + causal + R"("])")
        ->flops;
  };
  CHECK(flash("False") == forward);
  CHECK(flash("True") == forward / 2);
  const std::string back = "[[2, 3, 10, 8], [2, 3, 10, 16], [2, 3, 20, 16], [2, 3, 20, 8], []]";
  CHECK(work("aten::_scaled_dot_product_flash_attention_backward", back, "[]")->flops ==
        2.5 * forward);
}

TEST_CASE("elementwise work is one operation an element, a copy none") {
  const auto add = work("aten::add", "[[4, 8], [8], []]", R"(["float", "float", "Scalar"])");
  CHECK(add->flops == 32);
  CHECK(add->bytes == 4.0 * (32 + 8 + 32));
  const auto copy = work("aten::copy_", "[[4], [4], []]", R"(["float", "c10::Half", "Scalar"])");
  CHECK(copy->flops == 0);
  CHECK(copy->bytes == 4.0 * 2 + 4.0 * 4);
  CHECK(!work("aten::add", "[[], []]", "[]"));
}

TEST_CASE("elementwise work has the size that its inputs are broadcast to") {
  const auto outer = work("aten::mul", "[[4096, 1], [1, 512]]", R"(["float", "float"])");
  CHECK(outer->flops == 4096 * 512);
  CHECK(outer->bytes == 4.0 * (4096 + 512 + 4096 * 512));
  CHECK(work("aten::mul", "[[3], [2, 1]]", "[]")->flops == 6);
  CHECK(work("aten::where", "[[5, 1, 1], [7, 1], [2]]", "[]")->flops == 5 * 7 * 2);
  CHECK(!work("aten::mul", "[[0], [1]]", "[]"));
}

TEST_CASE("types have the size that PyTorch gives them") {
  CHECK(input_element_bytes("c10::BFloat16") == 2);
  CHECK(input_element_bytes("long int") == 8);
  CHECK(input_element_bytes("unsigned char") == 1);
  CHECK(input_element_bytes("c10::Float8_e4m3fn") == 1);
  CHECK(!input_element_bytes("Scalar"));
}
