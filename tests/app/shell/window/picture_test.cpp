#include "app/shell/window/picture.h"

#include <doctest/doctest.h>

#include "app/shell/window/given_files.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/view/fleet/made_wall.h"

namespace lanescope {
namespace {

/// A window with a long small trace, as the command line arranges it.
struct Arranged {
  explicit Arranged(const ScreenshotOptions& options, float height_px = 900) : ui(1600, height_px) {
    ui.open(folder.write("small.json", small_trace_text({.steps = 40})));
    const auto found = find_selected(ui.window(), options.select);
    REQUIRE(found.ok());
    selected = found.value();
    for (int pass = 0; pass < 2; ++pass) {
      error = arrange_view(ui.window(), options, selected);
      ui.settle();
    }
  }
  TempFolder folder;
  UiDriver ui;
  EventId selected = EventId::None;
  std::optional<Error> error;
};

ScreenshotOptions selecting(const std::string& expression) {
  ScreenshotOptions options;
  options.select = expression;
  return options;
}

TEST_CASE("a selected event is large enough to be seen, and its lane is in view") {
  for (const float height_px : {900.F, 400.F}) {
    Arranged picture(selecting("kernel_b"), height_px);
    CHECK(picture.ui.view().selection.primary() == picture.selected);
    const TimeRange shown = picture.ui.view().viewport.range();
    const TimeRange event = *picture.ui.view().range_of(picture.selected);
    CHECK(event.length_ns() * 6 > shown.length_ns());
    CHECK(event.length_ns() * 4 < shown.length_ns());
    picture.ui.place_of(picture.selected);  // fails where it is not drawn
  }
}

TEST_CASE("an event that is large already leaves the view as it is") {
  UiDriver ui;
  const TempFolder folder;
  ui.open(folder.write("small.json", small_trace_text()));
  const TimeRange before = ui.view().viewport.range();
  const auto step = find_selected(ui.window(), "ProfilerStep#1");
  REQUIRE(step.ok());
  CHECK(!arrange_view(ui.window(), {}, step.value()));
  ui.settle();
  CHECK(ui.view().viewport.range() == before);
}

TEST_CASE("an instant is shown with some time around it") {
  Arranged picture(selecting("[memory]"));
  const TimeRange shown = picture.ui.view().viewport.range();
  CHECK(shown.length_ns() == doctest::Approx(20'000).epsilon(0.01));
}

TEST_CASE("a range that was asked for stays, whatever is selected") {
  ScreenshotOptions options = selecting("kernel_b");
  options.range = parse_time_span("100ms:110ms").value();
  Arranged picture(options);
  const TimeRange shown = picture.ui.view().viewport.range();
  CHECK(shown.begin_ns == doctest::Approx(100e6).epsilon(0.001));
  CHECK(shown.end_ns == doctest::Approx(110e6).epsilon(0.001));
}

TEST_CASE("what is not there is told") {
  Arranged picture({});
  MainWindow& window = picture.ui.window();
  CHECK(find_selected(window, "no such name").error().kind == Error::Kind::NotFound);
  ScreenshotOptions options;
  options.range = parse_time_span("1s:2s").value();
  REQUIRE(arrange_view(window, options, EventId::None));
  CHECK(arrange_view(window, options, EventId::None)->message.find("0 to 399.0 ms") !=
        std::string::npos);
  options = {};
  options.tab = "kitchen";
  REQUIRE(arrange_view(window, options, EventId::None));
  const std::string message = arrange_view(window, options, EventId::None)->message;
  CHECK(message.starts_with("there is no tab named 'kitchen'; tabs are Overview, "));
  CHECK(message.find(", Load report") != std::string::npos);
}

TEST_CASE("summaries that a picture lacks are told of with their names, of both runs") {
  const TempFolder whole, part;
  write_summaries(whole, FleetPlan());
  write_summaries(part, FleetPlan());
  const std::string damaged = part.write("damaged.rank", "Dear diary");
  UiDriver ui;
  const auto unread_of = [&](const std::string& a, const std::string& b) {
    open_given(ui.workspace(), {{a}, b, {}, {}});
    ui.settle();
    ui.frames(2);
    return unread_summaries(ui.workspace());
  };
  CHECK(unread_of(whole.path(), "").empty());
  for (const auto& unread : {unread_of(part.path(), ""), unread_of(whole.path(), part.path())}) {
    REQUIRE(unread.size() == 1);
    CHECK(unread[0].first == damaged);
    CHECK(unread[0].second.find("is not the summary of a rank") != std::string::npos);
  }
}

}  // namespace
}  // namespace lanescope
