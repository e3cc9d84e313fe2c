#include "app/cli/output/cut_names.h"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "app/cli/output/printable.h"

namespace lanescope {

TEST_CASE("a long name loses its middle") {
  const std::vector<std::string_view> names{"short", "a_rather_long_name_of_an_operator"};
  const std::vector<std::string> texts = cut_names(names, 16);
  CHECK(texts[0] == "short");
  CHECK(texts[1].starts_with("a_rath"));
  CHECK(texts[1].ends_with("perator"));
}

TEST_CASE("of a Python function with a long name its file and line are seen as well") {
  const std::string file = "transformers/models/llama/modeling_llama.py(812): ";
  const std::vector<std::string> names{
      file + "LlamaForCausalLM.prepare_inputs_for_generation", file + "LlamaForCausalLM.forward",
      file + "_compute_the_scaled_dot_product_attention_of_one_long_block",
      "aten::an_operator_whose_name_is_so_long_that_it_is_cut_in_the_middle"};
  const std::vector<std::string> texts =
      cut_names(std::vector<std::string_view>(names.begin(), names.end()), 56);
  CHECK(texts[0] == "…g_llama.py(812): prepare_inputs_for_generation");
  CHECK(texts[1].starts_with("transformers/"));
  CHECK(texts[1].ends_with(": LlamaForCausalLM.forward"));
  CHECK(texts[2].starts_with("…g_llama.py(812): _compute_the"));
  CHECK(texts[2].ends_with("long_block"));
  CHECK(texts[3].starts_with("aten::an_operator"));
  for (const std::string& text : texts) CHECK(display_width(text) <= 56);
}

TEST_CASE("names that differ in the middle keep what tells them apart") {
  const std::vector<std::string_view> names{
      "FSDP::pre_forward (blocks.9._checkpoint_wrapped_module)", "aten::mm",
      "FSDP::pre_forward (blocks.10._checkpoint_wrapped_module)"};
  const std::vector<std::string> texts = cut_names(names, 44);
  CHECK(texts[0] != texts[2]);
  CHECK(texts[0].find("9._check") != std::string::npos);
  CHECK(texts[2].find("10._check") != std::string::npos);
  CHECK(texts[1] == "aten::mm");
}

TEST_CASE("equal names stay equal, and control characters are gone from cut ones too") {
  const std::string line = "\x1b[2J a name of a kernel with ";
  const std::vector<std::string> names{line + "one in the middle and the same end",
                                       line + "two in the middle and the same end",
                                       line + "two in the middle and the same end"};
  const std::vector<std::string> texts =
      cut_names(std::vector<std::string_view>(names.begin(), names.end()), 30);
  CHECK(texts[0] != texts[1]);
  CHECK(texts[1] == texts[2]);
  for (const std::string& text : texts) CHECK(text.find('\x1b') == std::string::npos);
}

}  // namespace lanescope
