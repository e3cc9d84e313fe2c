// The tabs at the bottom where there is not room for all of them.
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "tests/app/ui_driver.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

/// Where the tabs and "More" stand, but for the open tab.
std::map<std::string, float> places(UiDriver& ui) {
  std::map<std::string, float> places;
  const std::string open = "tab." + std::string(ui.shown_tab());
  for (const std::string& name : ui.mark_names()) {
    if ((name.starts_with("tab.") || name == "tabs.more") && name != open)
      places[name] = ui.mark(name).x0;
  }
  return places;
}

}  // namespace

TEST_CASE("no tab moves when another is opened, from the row or from behind More") {
  UiDriver ui(1280, 800);
  ui.open(source_folder() + "/assets/examples/transformer-cpu.json.gz");
  const auto titles = ui.tabs();
  REQUIRE(ui.show_tab(titles.front()));
  ui.settle();
  const auto before = places(ui);
  REQUIRE(before.contains("tabs.more"));
  REQUIRE(before.size() > 4);
  std::size_t behind = 0;
  for (const std::string_view title : titles) {
    REQUIRE(ui.show_tab(title));
    ui.settle();
    const std::string open = "tab." + std::string(title);
    REQUIRE(ui.has_mark(open));
    if (!before.contains(open) && title != titles.front()) {
      ++behind;
      CHECK(ui.mark(open).x0 >= ui.mark("tabs.more").x1);
    }
    for (const auto& [name, x] : places(ui)) {
      INFO(name);
      if (const auto was = before.find(name); was != before.end()) CHECK(x == was->second);
    }
  }
  CHECK(behind > 2);
}

TEST_CASE("a tab behind More is opened from its menu, and is marked there") {
  UiDriver ui(1280, 800);
  ui.open(source_folder() + "/assets/examples/transformer-cpu.json.gz");
  ui.click("tabs.more");
  ui.frames(2);
  REQUIRE(ui.has_mark("Load report"));
  ui.click("Load report");
  ui.frames(2);
  CHECK(ui.shown_tab() == "Load report");
  CHECK(ui.has_mark("tab.Load report"));
}

}  // namespace lanescope
