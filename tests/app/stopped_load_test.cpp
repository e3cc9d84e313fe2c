// Loads that the user stops: what is there is told, and the rest can be had.
#include <string>

#include <doctest/doctest.h>

#include "core/view/overview/load_report_model.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

constexpr int kSteps = 2000;

/// Esc once there is something to be seen of it, and `ready`.
template <typename Ready>
void stop_half_way(UiDriver& ui, const Ready& ready) {
  REQUIRE(ui.frames_until(ready));
  REQUIRE(ui.workspace().loading());
  ui.key(ImGuiKey_Escape);
  REQUIRE(ui.frames_until([&] { return !ui.workspace().loading(); }));
  ui.settle();
  REQUIRE(ui.notice());
  CHECK(ui.notice()->text.find("all figures cover only these") != std::string::npos);
  CHECK(ui.notice()->action == "Load all");
}

bool has_slices(const OpenTrace* run) {
  return run != nullptr && run->view.snapshot() && run->view.snapshot()->slice_count > 0;
}

void check_whole(const OpenTrace& run) {
  CHECK(run.view.session().state() == Session::State::Ready);
  CHECK(run.view.snapshot()->steps.size() == kSteps);
  CHECK_FALSE(run.view.snapshot()->report.stopped);
}

}  // namespace

TEST_CASE("a load that was stopped says what its figures are about, and can be had whole") {
  const TempFolder folder;
  const std::string path = folder.write("endless.json.gz", endless_small_trace({.steps = kSteps}));
  UiDriver ui;
  ui.run(workspace::Open{path});
  stop_half_way(ui, [&] { return has_slices(ui.workspace().both().a()); });
  CHECK(ui.view().session().state() == Session::State::Cancelled);
  CHECK(ui.view().snapshot()->report.stopped);
  CHECK(build_load_report(*ui.view().snapshot()).warning.starts_with("Loading was stopped"));
  folder.write("endless.json.gz", gzip(small_trace_text({.steps = kSteps})));
  ui.click("notice.action");
  ui.settle();
  check_whole(*ui.workspace().both().a());
}

TEST_CASE("what was stopped stays when it can not be had whole, and the reason is told") {
  const TempFolder folder;
  const std::string path = folder.write("endless.json.gz", endless_small_trace({.steps = kSteps}));
  UiDriver ui;
  ui.run(workspace::Open{path});
  stop_half_way(ui, [&] { return has_slices(ui.workspace().both().a()); });
  folder.write("endless.json.gz", "no trace any more");
  ui.click("notice.action");
  ui.settle();
  REQUIRE(ui.notice());
  CHECK(ui.notice()->kind == NoticeKind::Error);
  CHECK(has_slices(ui.workspace().both().a()));
}

TEST_CASE("a run of a comparison that was stopped is loaded whole beside the other") {
  const TempFolder folder;
  const std::string path = folder.write("endless.json.gz", endless_small_trace({.steps = kSteps}));
  const std::string other = folder.write("other.json", small_trace_text());
  UiDriver ui;
  bool stops_b = false;
  SUBCASE("A") {
    ui.run(workspace::Open{path});
    stop_half_way(ui, [&] {
      const bool shown = has_slices(ui.workspace().both().a());
      if (shown && !ui.workspace().runs().open()) ui.run(workspace::Compare{other});
      return shown && ui.workspace().runs().both();
    });
  }
  SUBCASE("B") {
    stops_b = true;
    ui.open(other);
    ui.run(workspace::Compare{path});
    stop_half_way(ui, [&] { return has_slices(ui.workspace().runs().b()); });
  }
  folder.write("endless.json.gz", gzip(small_trace_text({.steps = kSteps})));
  ui.click("notice.action");
  ui.settle();
  REQUIRE(ui.workspace().runs().both());
  const OpenTrace& a = *ui.workspace().both().a();
  const OpenTrace& b = *ui.workspace().runs().b();
  check_whole(stops_b ? b : a);
  CHECK((stops_b ? a : b).view.session().path() == other);
  ui.run(workspace::CloseB{});
  CHECK(ui.shown_tab() == "Overview");
}

}  // namespace lanescope
