// Ctrl +, Ctrl - and Ctrl 0.
#include <vector>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

float height_of(UiDriver& ui, std::string_view mark) {
  return ui.mark(mark).height();
}

TEST_CASE("every part of the window follows the size of the text") {
  const TempFolder folder;
  UiDriver ui(2400, 1400);
  ui.open(folder.write("small.json", small_trace_text()));
  ui.show_tab("kernels");
  ui.view().go_to(ui.find("kernel_a"));
  ui.settle();
  const char* const marks[] = {"ruler",         "load_state", "row.kernel_a",
                               "details.title", "lane.steps", "status.trace"};
  std::vector<float> before;
  for (const char* mark : marks) before.push_back(height_of(ui, mark));
  for (int i = 0; i < 4; ++i) ui.key(ImGuiKey_Equal, ImGuiMod_Ctrl);
  ui.settle();
  CHECK(ui.window().settings().zoom == doctest::Approx(1.46).epsilon(0.02));
  for (std::size_t i = 0; i < before.size(); ++i) {
    CAPTURE(marks[i]);
    CHECK(height_of(ui, marks[i]) > before[i] * 1.25F);
  }
  ui.key(ImGuiKey_0, ImGuiMod_Ctrl);
  ui.settle();
  CHECK(height_of(ui, "ruler") == before.front());
}

TEST_CASE("the size of the text is remembered, and has its ends") {
  const TempFolder folder;
  const std::string settings = folder.path() + "/settings.json";
  {
    UiDriver ui(1600, 900, settings);
    for (int i = 0; i < 40; ++i) find_command("larger")->run(ui.window());
    CHECK(ui.window().settings().zoom == 2.5F);
    for (int i = 0; i < 60; ++i) find_command("smaller")->run(ui.window());
    CHECK(ui.window().settings().zoom == 0.6F);
    find_command("usual_size")->run(ui.window());
    find_command("larger")->run(ui.window());
    ui.frame();
  }
  UiDriver ui(1600, 900, settings);
  CHECK(ui.window().settings().zoom == doctest::Approx(1.1));
  CHECK(ui.window().style().scale == doctest::Approx(1.1));
}

TEST_CASE("the size of the text is in the menu and the palette") {
  for (const char* id : {"larger", "smaller", "usual_size"}) {
    REQUIRE(find_command(id) != nullptr);
    CHECK(find_command(id)->title.ends_with(" text"));
  }
}

}  // namespace
}  // namespace lanescope
