#include "app/cli/output/cut_names.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("a long name loses its middle") {
  const std::vector<std::string_view> names{"short", "a_rather_long_name_of_an_operator"};
  const std::vector<std::string> texts = cut_names(names, 16);
  CHECK(texts[0] == "short");
  CHECK(texts[1].starts_with("a_rath"));
  CHECK(texts[1].ends_with("perator"));
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
