// What the panes say while a trace is still read.
#include <doctest/doctest.h>

#include "tests/app/golden/panes/pane_walk.h"
#include "tests/app/small_trace.h"

namespace lanescope {

TEST_CASE("what the panes say while a trace is read is what it was") {
  constexpr std::uint32_t kAll = 39;  // in each step one, and twelve operators, calls and kernels
  PaneWalk walk("pane_loading");
  const TempFolder folder;
  UiDriver ui(1300, 800);
  ui.run(workspace::Open{folder.write("endless.json.gz", endless_small_trace({.steps = 3}))});
  REQUIRE(ui.frames_until([&] {
    const OpenTrace* const trace = ui.workspace().trace();
    return trace != nullptr && trace->view.snapshot() &&
           trace->view.snapshot()->slice_count == kAll;
  }));
  for (const std::string_view tab : ui.tabs()) {
    if (tab == "Selection") continue;  // counts what is there already
    REQUIRE(ui.show_tab(tab));
    ui.frames(4);
    REQUIRE(ui.workspace().loading());
    walk.see_now(ui, std::string(tab));
  }
  ui.key(ImGuiKey_Escape);
  REQUIRE(ui.frames_until([&] { return !ui.workspace().loading(); }));
}

}  // namespace lanescope
