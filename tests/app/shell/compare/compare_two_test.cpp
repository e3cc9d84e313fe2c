// Two traces that are chosen one after the other and opened beside each other.
#include <doctest/doctest.h>

#include "tests/app/seen_screen.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

struct TwoFiles {
  TwoFiles() {
    ui.window().settings().last_folder = folder.path();
    ui.frame();
  }
  void choose(const std::string& name) {
    REQUIRE(ui.frames_until([&] { return ui.has_mark("open.list"); }));
    ui.type(name);
    ui.key(ImGuiKey_Enter);
    ui.frames(2);
  }
  std::string title() { return SeenScreen().page(ui.mark("open.title")); }
  TempFolder folder;
  std::string a = folder.write("a.json", small_trace_text());
  std::string b = folder.write("b.json", small_trace_text({.ops_per_step = 3}));
  UiDriver ui;
};

TEST_CASE("two traces are chosen on the start page, A first, and opened beside each other") {
  TwoFiles w;
  w.ui.click("start.compare");
  w.ui.frames(2);
  CHECK(w.title().find("choose A") != std::string::npos);
  w.choose("a.json");
  CHECK(w.title().find("choose B, to compare with a.json") != std::string::npos);
  CHECK(w.ui.workspace().opening() == nullptr);  // nothing yet
  w.choose("b.json");
  w.ui.settle();
  REQUIRE(w.ui.workspace().runs().both());
  CHECK(w.ui.workspace().both().a()->path() == w.a);
  CHECK(w.ui.workspace().both().b()->path() == w.b);
}

TEST_CASE("without a second trace nothing is opened") {
  TwoFiles w;
  w.ui.click("start.compare");
  w.ui.frames(2);
  w.choose("a.json");
  w.ui.key(ImGuiKey_Escape);
  w.ui.settle();
  CHECK(w.ui.workspace().trace() == nullptr);
  CHECK(w.ui.has_mark("start.compare"));
}

TEST_CASE("a file that is dropped while A is asked for is A") {
  TwoFiles w;
  w.ui.click("start.compare");
  w.ui.frames(2);
  w.ui.window().ask(request::Dropped{{w.b}});
  w.ui.frames(3);
  CHECK(w.title().find("choose B, to compare with b.json") != std::string::npos);
}

}  // namespace
}  // namespace lanescope
