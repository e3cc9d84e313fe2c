// Code in a sentence is set apart, and the sentence still wraps like any other.
#include "app/widgets/draw/sentence.h"

#include <cmath>

#include <doctest/doctest.h>

#include "app/widgets/draw/text.h"
#include "tests/app/seen_screen.h"
#include "tests/app/widgets/widget_stage.h"

namespace lanescope {
namespace {

constexpr const char* kAdvice =
    "Remove torch.cuda.synchronize() and event.synchronize() from the loop, or record with "
    "activities=[ProfilerActivity.CPU, …] and `lanescope report`.";

/// The right end of what a list has since it had `from` corners.
float right_end(const ImDrawList& list, int from) {
  float end = 0;
  for (int i = from; i < list.VtxBuffer.Size; ++i) end = std::max(end, list.VtxBuffer[i].pos.x);
  return end;
}

}  // namespace

TEST_CASE("code in a sentence is monospaced, the words around it are not") {
  WidgetStage stage;
  stage.show([](const Ui& ui, ImDrawList&) {
    const Face& face = ui.face().ui;
    const std::string_view code = "with_stack=True";
    const float mono = text_width(ui.face().mono, code);
    CHECK(std::abs(sentence_width(ui, face, code) - mono) <= 1);
    CHECK(mono != doctest::Approx(text_width(face, code)).epsilon(0.01));
    const std::string_view prose = "record with more steps";
    CHECK(sentence_width(ui, face, prose) == text_width(face, prose));
    CHECK(sentence_width(ui, face, "a\nlonger line") == text_width(face, "longer line"));
  });
}

TEST_CASE("a sentence with code stays within its width, and measures what it draws") {
  WidgetStage stage({}, {800, 700});
  for (const float width : {40.0F, 120.0F, 200.0F, 333.0F, 700.0F}) {
    CAPTURE(width);
    stage.show([&](const Ui& ui, ImDrawList& list) {
      const Face& face = ui.face().ui;
      const int from = list.VtxBuffer.Size;
      const float height = draw_sentence(&list, ui, face, {10, 10}, width, kRed, kAdvice);
      CHECK(height == draw_sentence(nullptr, ui, face, {}, width, 0, kAdvice));
      CHECK(right_end(list, from) <= 10 + width + 2);
    });
  }
}

TEST_CASE("a call stays whole where it fits on a line") {
  WidgetStage stage;
  stage.show([](const Ui& ui, ImDrawList& list) {
    const float width = sentence_width(ui, ui.face().ui, "torch.cuda.synchronize()") + 4;
    draw_sentence(&list, ui, ui.face().ui, {10, 10}, width, kRed,
                  "Remove torch.cuda.synchronize() here");
  });
  const std::string page = SeenScreen().page({0, 0, 800, 400});
  CHECK(page.find("torch.cuda.synchronize()\n") != std::string::npos);
}

TEST_CASE("backquotes are not drawn, on one line either") {
  WidgetStage stage;
  stage.show([](const Ui& ui, ImDrawList& list) {
    const std::string_view text = "Run `lanescope info` now";
    draw_sentence_fitted(list, ui, ui.face().ui, {10, 10}, 600, kRed, text);
    draw_sentence_fitted(list, ui, ui.face().ui, {10, 60}, 70, kRed, text);
    CHECK(draw_sentence_fitted(list, ui, ui.face().ui, {10, 110}, 70, kRed, text) <= 70);
  });
  const std::string page = SeenScreen().page({0, 0, 800, 400});
  CHECK(page.find("lanescope info") != std::string::npos);
  CHECK(page.find('`') == std::string::npos);
  CHECK(page.find("…") != std::string::npos);
}

}  // namespace lanescope
