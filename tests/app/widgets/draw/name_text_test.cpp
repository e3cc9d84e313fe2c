#include "app/widgets/draw/name_text.h"

#include <doctest/doctest.h>

#include "tests/app/seen_screen.h"
#include "tests/app/widgets/widget_stage.h"

namespace lanescope {
namespace {

/// What is drawn of a name in so much of its width.
std::string drawn(std::string_view name, std::size_t differs_at, float share) {
  float room = 0, used = 0;
  WidgetStage stage([&](const Ui& ui, ImDrawList& list) {
    const Face& face = ui.face().ui;
    room = share * text_width(face, name);
    used = draw_name_fitted(list, face, {20, 20}, room, kRed, name, differs_at);
  });
  stage.frames(2);
  CHECK(used <= room + 1);
  return SeenScreen().page(WidgetStage::screen());
}

bool has(const std::string& page, std::string_view words) {
  return page.find(words) != std::string::npos;
}

constexpr std::string_view kName = "nvjet_tst_128x256_64x4_2x1_v_bz_TNN";
const std::size_t kPart = kName.find("2x1");

}  // namespace

TEST_CASE("a name that fits is whole") {
  CHECK(has(drawn(kName, kPart, 1.1F), kName));
}

TEST_CASE("a name that does not fit keeps its start and the part that differs") {
  const std::string page = drawn(kName, kPart, 0.7F);
  CHECK(has(page, "nvjet_"));
  CHECK(has(page, "…"));
  CHECK(has(page, "2x1_v_bz_TNN"));
  CHECK_FALSE(has(page, "64x4"));
}

TEST_CASE("the part that differs is cut at its end where there is little room") {
  const std::string page = drawn(kName, kPart, 0.3F);
  CHECK(has(page, "2x1"));
  CHECK_FALSE(has(page, "TNN"));
}

TEST_CASE("a suffix that tells names apart does not push out the functor") {
  constexpr std::string_view kKernel =
      "vectorized_elementwise_kernel<BinaryFunctor<float, float, MulFunctor>> [128]";
  const std::string page = drawn(kKernel, kKernel.find("[128]"), 0.5F);
  CHECK(has(page, "vec"));
  CHECK(has(page, "<BinaryFunctor"));
  CHECK(has(page, "[128]"));
  CHECK_FALSE(has(page, "elementwise_kernel"));
}

TEST_CASE("a name that shows what differs anyway, or differs in nothing, is cut at its end") {
  CHECK(has(drawn(kName, 6, 0.7F), "nvjet_tst_128x256"));
  CHECK_FALSE(has(drawn(kName, 0, 0.7F), "TNN"));
}

}  // namespace lanescope
