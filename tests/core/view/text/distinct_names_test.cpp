#include <doctest/doctest.h>

#include "core/view/text/short_name.h"

using namespace lanescope;

TEST_CASE("equal titles have the words in which their names differ, others are left alone") {
  std::vector<std::string> titles = {"gemm", "copy", "gemm", "add", "add"};
  const std::vector<std::string_view> names = {"gemm<float, 128, 64>", "copy<int>",
                                               "gemm<float, 256, 64>", "add<1>", "add<1>"};
  tell_apart(titles, names);
  CHECK(titles ==
        std::vector<std::string>{"gemm [128]", "copy", "gemm [256]", "add [#1]", "add [#2]"});
}
