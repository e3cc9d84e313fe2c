#include <doctest/doctest.h>
#include <fmt/format.h>

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

namespace {

std::vector<std::string> told_apart(const std::vector<std::string>& names) {
  std::vector<std::string> titles(names.size(), "gemm");
  tell_names_apart(titles, std::vector<std::string_view>(names.begin(), names.end()));
  return titles;
}

/// As Composable Kernel names its GEMMs, with fewer arguments.
std::string ck_gemm(const char* layout, int block, int tile_m, int tail) {
  return fmt::format(
      "void ck::kernel_gemm_xdl_cshuffle_v3<ck::GridwiseGemm_xdl_cshuffle_v3<"
      "ck::tensor_layout::gemm::RowMajor, ck::tensor_layout::gemm::{}, ck::half_t, ck::half_t, "
      "float, ck::tensor_operation::element_wise::PassThrough, "
      "(ck::tensor_operation::device::GemmSpecialization)7, {}, {}, 128, 64, 8, 8, "
      "ck::Sequence<8, 32, 1>, -1>, true, (ck::InMemoryDataOperationEnum)0, 2, "
      "(ck::TailNumber){}>(ck::GridwiseGemm_xdl_cshuffle_v3<ck::tensor_layout::gemm::RowMajor, "
      "ck::tensor_layout::gemm::{}>::Argument)",
      layout, block, tile_m, tail, layout);
}

}  // namespace

TEST_CASE("names of dozens of template arguments show the fewest that tell all apart") {
  CHECK(told_apart({ck_gemm("ColumnMajor", 256, 128, 1), ck_gemm("RowMajor", 256, 128, 1),
                    ck_gemm("ColumnMajor", 256, 256, 1)}) ==
        std::vector<std::string>{"gemm [ColumnMajor, 128]", "gemm [RowMajor, 128]",
                                 "gemm [ColumnMajor, 256]"});
  // One argument is enough here, although two differ.
  CHECK(told_apart({ck_gemm("ColumnMajor", 64, 32, 1), ck_gemm("ColumnMajor", 128, 64, 1),
                    ck_gemm("ColumnMajor", 256, 64, 10)}) ==
        std::vector<std::string>{"gemm [64]", "gemm [128]", "gemm [256]"});
}

TEST_CASE("mangled names differ in their identifiers and numbers") {
  const std::string begin = "_ZN2ck22kernel_gemm_xdl_cshuffINS_5TraitEDF16bS1_Li256E";
  CHECK(told_apart({begin + "Li128EEvT0_", begin + "Li64EEvT0_"}) ==
        std::vector<std::string>{"gemm [128]", "gemm [64]"});
}

TEST_CASE("long names that differ only in what is no argument are numbered") {
  const std::string name = ck_gemm("RowMajor", 256, 128, 1);
  CHECK(told_apart({name, name + " [clone a very long one, and a longer one] (.kd)"}).back() !=
        told_apart({name, name + " [clone a very long one, and a longer one] (.kd)"}).front());
  std::vector<std::string> same = {"gemm", "gemm"};
  tell_apart(same, std::vector<std::string_view>{name, name});
  CHECK(same == std::vector<std::string>{"gemm [#1]", "gemm [#2]"});
}
