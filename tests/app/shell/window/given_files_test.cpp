// What the command line names for the window: one run, or two beside each other.
#include "app/shell/window/given_files.h"

#include <doctest/doctest.h>

#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/view/fleet/made_wall.h"

namespace lanescope {
namespace {

struct GivenWindow {
  void open(const std::string& a, const std::string& b) {
    open_given(ui.workspace(), {{a}, b, {}, {}});
    ui.settle();
    ui.frames(2);
  }
  TempFolder folder;
  UiDriver ui;
};

}  // namespace

TEST_CASE("two traces that are named stand beside each other, with what differs in front") {
  GivenWindow test;
  const std::string a = test.folder.write("a.json", small_trace_text({.steps = 3}));
  const std::string b = test.folder.write("b.json", small_trace_text({.steps = 4}));
  test.open(a, b);
  REQUIRE(test.ui.workspace().runs().both());
  CHECK(test.ui.workspace().both().a()->path() == a);
  CHECK(test.ui.workspace().both().b()->path() == b);
  CHECK(test.ui.shown_tab() == "Compare");
  CHECK_FALSE(test.ui.notice());
}

TEST_CASE("two folders of summaries that are named are one wall of how they differ") {
  GivenWindow test;
  const TempFolder before, after;
  FleetPlan plan;
  write_summaries(before, plan);
  plan.slow_gpus = {{5, 1.3}};
  write_summaries(after, plan);
  test.open(before.path(), after.path());
  REQUIRE(test.ui.workspace().ranks() != nullptr);
  REQUIRE(test.ui.workspace().ranks()->fleet() != nullptr);
  CHECK(test.ui.workspace().ranks()->fleet()->comparison() != nullptr);
  CHECK(test.ui.workspace().ranks()->fleet()->difference() != nullptr);
}

TEST_CASE("a second run that is missing or is no trace is one line, and the first one stays") {
  GivenWindow test;
  const std::string a = test.folder.write("a.json", small_trace_text({.steps = 3}));
  std::string b = test.folder.path() + "/b.json", why = "b.json: no such file; check the path";
  SUBCASE("missing") {}
  SUBCASE("no trace") {
    b = test.folder.write("diary.json", "Dear diary");
    why = "diary.json: is not JSON";
  }
  test.open(a, b);
  CHECK(test.ui.workspace().both().a()->path() == a);
  CHECK(test.ui.workspace().both().b() == nullptr);
  CHECK_FALSE(test.ui.workspace().loading());
  REQUIRE(test.ui.notice());
  CAPTURE(test.ui.notice()->text);
  CHECK(test.ui.notice()->text.starts_with(why));
  CHECK(test.ui.notice()->text.find('\n') == std::string::npos);
}

TEST_CASE("one trace that is named stands alone") {
  GivenWindow test;
  test.open(test.folder.write("a.json", small_trace_text({.steps = 3})), "");
  CHECK(test.ui.workspace().both().b() == nullptr);
  CHECK_FALSE(test.ui.workspace().runs().open());
}

}  // namespace lanescope
