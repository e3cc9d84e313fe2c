#include "core/view/text/names/differing_part.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

/// The part of each title that has to stay, a line each.
std::string parts_of(const std::vector<std::string_view>& titles) {
  const std::vector<std::uint32_t> parts = differing_parts(titles);
  std::string text;
  for (std::size_t i = 0; i < titles.size(); ++i)
    text += std::string(titles[i].substr(parts[i])) + "\n";
  return text;
}

}  // namespace

TEST_CASE("what differs is the words behind what all have in common, bracket included") {
  CHECK(parts_of({"gemm<float> [128, 4]", "add", "gemm<float> [256, 4]"}) ==
        "[128, 4]\nadd\n[256, 4]\n");
  CHECK(parts_of({"nvjet_tst_128x256_64x4_1x2_h_bz_TNT", "nvjet_tst_128x256_64x4_2x1_v_bz_TNN"}) ==
        "1x2_h_bz_TNT\n2x1_v_bz_TNN\n");
}

TEST_CASE(
    "a number is not cut in its middle, and a name that another continues has its last word") {
  CHECK(parts_of({"tile_1280_a", "tile_1281_a"}) == "1280_a\n1281_a\n");
  CHECK(parts_of({"reduce_kernel", "reduce_kernel_2d"}) == "kernel\nkernel_2d\n");
  CHECK(parts_of({"Größe_ä", "Größe_ö"}) == "ä\nö\n");
}

TEST_CASE("equal titles and titles of their own have nothing to keep") {
  CHECK(parts_of({"copy", "copy", "gemm"}) == "copy\ncopy\ngemm\n");
  CHECK(differing_parts(std::vector<std::string_view>{"one_two"}) == std::vector<std::uint32_t>{0});
  // The equal ones do not hide the one that differs.
  CHECK(parts_of({"gemm_a", "gemm_a", "gemm_b"}) == "a\na\nb\n");
  CHECK(parts_of({}).empty());
}

TEST_CASE("a title that is cut keeps its start and the part that differs") {
  const std::string_view title = "nvjet_tst_128x256_64x4_2x1_v_bz_TNN";
  CHECK(cut_title(title, 23, 100) == title);
  CHECK(cut_title(title, 23, 27) == "nvjet_tst_128x2…2x1_v_bz_TNN");
  CHECK(cut_title(title, 0, 12) == "nvjet_tst_12…");
  CHECK(cut_title(title, 6, 20) == "nvjet_tst_128x256_64…");  // shown anyway
}

}  // namespace lanescope
