#include "app/shell/window/given_view.h"

#include <doctest/doctest.h>

#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

/// A window that got a view and then its trace.
struct Given {
  explicit Given(const std::string& json, const std::string& name = "small.json") : ui(1600, 900) {
    auto parsed = GivenView::parse(json);
    REQUIRE(parsed.ok());
    view = std::move(parsed).value();
    const std::string path = folder.write(name, small_trace_text({.steps = 40}));
    CHECK_FALSE(view.put_notes(path));
    ui.open(path);
    frames();
  }
  void frames() {
    for (int i = 0; i < 40; ++i) {
      ui.settle();
      view.step(ui.window());
    }
  }
  TempFolder folder;
  UiDriver ui;
  GivenView view;
};

TEST_CASE("a given view zooms, selects and opens its tab once the trace is there") {
  Given given(R"({"version":1,"range_ns":[100000,400000],"select":"kernel_b","tab":"Kernels"})");
  CHECK(given.view.done());
  const TraceView& view = given.ui.view();
  const Ns start_ns = view.snapshot()->extent.begin_ns;
  const TimeRange shown = view.viewport.range();  // rounded outwards
  CHECK(shown.begin_ns == start_ns + 100'000);
  CHECK(shown.end_ns - start_ns == doctest::Approx(400'000).epsilon(0.00001));
  CHECK(view.selection.primary() != EventId::None);
  CHECK(given.ui.window().workspace().trace()->tab_title() == "Kernels");
}

TEST_CASE("a view of another file waits for that file") {
  Given given(R"({"file":"other.json","tab":"Kernels"})");
  CHECK_FALSE(given.view.done());
  given.ui.open(given.folder.write("other.json", small_trace_text()));
  given.frames();
  CHECK(given.view.done());
  CHECK(given.ui.window().workspace().trace()->tab_title() == "Kernels");
}

TEST_CASE("the notes of a given view are marks of the trace") {
  Given given(R"({"notes":[{"begin_ns":1000,"end_ns":2000,"name":"slow start","note":"why?"}]})");
  REQUIRE(given.ui.view().marks.all().marks.size() == 1);
  CHECK(given.ui.view().marks.all().marks[0].name == "slow start");
}

TEST_CASE("what a given view cannot show is said") {
  Given given(R"({"select":"no such event","tab":"Kernels"})");
  CHECK(given.view.done());
  const auto& notice = given.ui.window().workspace().notices().shown();
  REQUIRE(notice);
  CHECK(notice->text.find("no such event") != std::string::npos);
}

TEST_CASE("a view that is not JSON is refused") {
  CHECK_FALSE(GivenView::parse("tab=Kernels").ok());
}

TEST_CASE("a link has the file, the range, the selected event and the tab") {
  Given given(R"({"range_ns":[100000,400000],"select":"kernel_b","tab":"Kernels"})", "a b.json");
  const std::string link = link_of_view(given.ui.window());
  CHECK(link.starts_with("file=a%20b.json&range=100000:40000"));
  CHECK(link.find("&select=cat:kernel%20ts%3E%3D") != std::string::npos);
  CHECK(link.ends_with("&tab=Kernels"));
}

TEST_CASE("without a trace there is nothing to link to") {
  UiDriver ui(1600, 900);
  ui.settle();
  CHECK(link_of_view(ui.window()).empty());
}

}  // namespace
}  // namespace lanescope
