#include "app/shell/window/given_view.h"

#include <filesystem>
#include <utility>

#include <doctest/doctest.h>

#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/file_text.h"

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

TEST_CASE(
    "the view of the command line is that of the first trace, and tells what is wrong with it") {
  for (const bool is_right : {true, false}) {
    CAPTURE(is_right);
    const TempFolder folder;
    UiDriver ui(1600, 900);
    GivenView view(ShownPart{std::nullopt, "kernel_b", is_right ? "kernels" : "colonels"});
    ui.open(folder.write("small.json", small_trace_text({.steps = 4})));
    for (int i = 0; i < 10; ++i) {
      ui.settle();
      view.step(ui.window());
    }
    CHECK(view.done());
    const auto& notice = ui.workspace().notices().shown();
    CHECK(notice.has_value() == !is_right);
    if (notice) CHECK(notice->text.find("there is no tab named 'colonels'") != std::string::npos);
    if (is_right) CHECK(ui.workspace().trace()->tab_title() == "Kernels");
    if (is_right) CHECK(ui.view().selection.primary() != EventId::None);
  }
}

TEST_CASE("a view of a file of another name is shown with a warning") {
  Given given(R"({"file":"other.json","tab":"Kernels"})");
  CHECK(given.view.done());
  CHECK(given.ui.window().workspace().trace()->tab_title() == "Kernels");
  const auto& notice = given.ui.window().workspace().notices().shown();
  REQUIRE(notice);
  CHECK(notice->text == "The view was made for other.json and may not fit this file.");
}

TEST_CASE("notes that the user has already stay when a page with notes is opened") {
  const TempFolder folder;
  const std::string path = folder.write("small.json", small_trace_text());
  folder.write("small.json.lanescope.json", "mine");
  const auto view = GivenView::parse(R"({"notes":[{"begin_ns":1,"end_ns":2,"name":"theirs"}]})");
  REQUIRE(view.ok());
  CHECK_FALSE(view.value().put_notes(path));
  CHECK(file_text(path + ".lanescope.json") == "mine");
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

/// A window that got a link to a comparison and waits for its files.
struct GivenComparison {
  explicit GivenComparison(const std::string& rest = R"(,"tab":"Kernels")") : ui(1600, 900) {
    auto parsed = GivenView::parse(R"({"file":"a.json","file_b":"b.json")" + rest + "}");
    REQUIRE(parsed.ok());
    view = std::move(parsed).value();
    ui.settle();
    view.begin(ui.workspace());
  }
  std::string write(const std::string& name) {
    return folder.write(name, small_trace_text({.steps = 8}));
  }
  bool give(const std::vector<std::string>& paths) {
    const bool taken = view.open_runs(paths, ui.workspace());
    frames();
    return taken;
  }
  void frames() {
    for (int i = 0; i < 40; ++i) {
      ui.settle();
      view.step(ui.window());
    }
    ui.settle();
  }
  /// The names of what is open, A first.
  std::vector<std::string> open() {
    std::vector<std::string> names;
    for (const OpenTrace* run : ui.workspace().both())
      names.push_back(std::filesystem::path(run->path()).filename().string());
    return names;
  }
  std::string notice() { return ui.notice() ? ui.notice()->text : std::string(); }
  TempFolder folder;
  UiDriver ui;
  GivenView view;
};

const std::vector<std::string> kBoth{"a.json", "b.json"};

TEST_CASE("both files of a link to a comparison, given together, become the runs that they were") {
  GivenComparison given(R"(,"tab":"Compare","range_ns":[10000000,40000000])");
  CHECK(given.notice() == "This link compares a.json with b.json: open both files here.");
  CHECK(given.give({given.write("b.json"), given.write("a.json")}));
  CHECK(given.view.done());
  CHECK(given.open() == kBoth);
  CHECK(given.ui.shown_tab() == "Compare");
  const TraceView& view = given.ui.workspace().both().a()->view;
  CHECK(view.viewport.range().begin_ns == view.snapshot()->extent.begin_ns + 10'000'000);
  CHECK(given.notice().empty());
}

TEST_CASE("the files of a link to a comparison may come one after the other") {
  for (const auto& [first, second] :
       {std::pair("a.json", "b.json"), std::pair("b.json", "a.json")}) {
    CAPTURE(first);
    GivenComparison given;
    CHECK(given.give({given.write(first)}));
    CHECK_FALSE(given.view.done());
    CHECK(given.notice() ==
          std::string("This link compares a.json with b.json: open ") + second + " too.");
    CHECK(given.give({given.write(second)}));
    CHECK(given.view.done());
    CHECK(given.open() == kBoth);
    CHECK(given.ui.shown_tab() == "Kernels");
  }
}

TEST_CASE("a link to a comparison asks until it is dismissed, and again after another notice") {
  GivenComparison given;
  given.give({given.write("a.json")});
  const std::string asks = given.notice();
  given.ui.workspace().notices().tell(NoticeKind::Info, "something else");
  given.frames();
  given.ui.run(workspace::DismissNotice{});
  given.frames();
  CHECK(given.notice() == asks);
  given.ui.run(workspace::DismissNotice{});
  given.frames();
  CHECK(given.notice().empty());
}

TEST_CASE("of what is open already, a link to a comparison asks for the other file only") {
  GivenComparison given;
  given.ui.open(given.write("a.json"));
  given.view.begin(given.ui.workspace());
  given.frames();
  CHECK(given.notice() == "This link compares a.json with b.json: open b.json too.");
  const OpenTrace* before = given.ui.workspace().trace();
  given.give({given.write("b.json")});
  CHECK(given.open() == kBoth);
  CHECK(given.ui.workspace().both().a() == before);
}

TEST_CASE("a file of another name becomes the run that is missing, with a warning") {
  GivenComparison given;
  given.give({given.write("a.json")});
  given.give({given.write("b (1).json")});
  CHECK(given.view.done());
  CHECK(given.open() == std::vector<std::string>{"a.json", "b (1).json"});
  CHECK(given.notice() == "The view was made for a.json and b.json and may not fit these files.");
}

TEST_CASE("more files than a comparison has are opened as usual") {
  GivenComparison given;
  CHECK_FALSE(given.give({given.write("x.json"), given.write("y.json"), given.write("z.json")}));
  CHECK(given.open().empty());
}

TEST_CASE("a link to a comparison names both runs, and says if the view is of B") {
  GivenComparison given;
  given.give({given.write("a.json"), given.write("b.json")});
  CHECK(link_of_view(given.ui.window()).starts_with("file=a.json&compare=b.json&range="));
  given.ui.run(workspace::SwitchRun{});
  CHECK(link_of_view(given.ui.window()).starts_with("file=a.json&compare=b.json&run=B&range="));
}

TEST_CASE("a view of B makes B the run that tabs and keys act on") {
  GivenComparison given(R"(,"run":"B","tab":"Kernels")");
  given.give({given.write("a.json"), given.write("b.json")});
  CHECK(given.view.done());
  CHECK(given.ui.workspace().runs().active() == RunSide::B);
  CHECK(given.ui.shown_tab() == "Kernels");
}

TEST_CASE("without a trace there is nothing to link to") {
  UiDriver ui(1600, 900);
  ui.settle();
  CHECK(link_of_view(ui.window()).empty());
}

}  // namespace
}  // namespace lanescope
