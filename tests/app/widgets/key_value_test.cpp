// What rows of facts show of keys that do not fit.
#include "app/widgets/key_value.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "app/widgets/draw/text.h"
#include "tests/app/widgets/widget_stage.h"

namespace lanescope {
namespace {

/// Whether resting on a row of this key, without an explanation, shows a tooltip.
bool explains(WidgetStage& stage, std::string_view key) {
  stage.show([key](const Ui& ui, ImDrawList&) {
    FactColumn column(ui, {20, 10, 220, 390});
    column.fact(key, "0", "");
  });
  stage.rest({60, 20});
  return !ImGui::GetForegroundDrawList()->VtxBuffer.empty();
}

}  // namespace

TEST_CASE("a key that does not fit is whole in the tooltip") {
  WidgetStage stage;
  CHECK(explains(stage, "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum"));
  CHECK_FALSE(explains(stage, "correlation"));
}

TEST_CASE("a key has the room that a short value leaves") {
  WidgetStage stage;
  // Of 200 pixels, more than the 70 % that a key has beside a long value.
  std::string key = "k";
  stage.show([&key](const Ui& ui, ImDrawList&) {
    while (text_width(ui.face().ui, key) < 155) key += "k";
  });
  CHECK_FALSE(explains(stage, key));
}

}  // namespace lanescope
