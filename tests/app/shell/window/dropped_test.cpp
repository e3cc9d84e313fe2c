// Files that are dropped on the window while a dialog is open.
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

struct DropWindow : SmallTraceWindow {
  void run(std::string_view command) {
    find_command(command)->run(ui.window());
    ui.frames(3);
    REQUIRE(ui.window().dialogs().any_open());
  }
  void drop() {
    ui.window().ask(request::Dropped{{other}});
    ui.frames(3);
  }
  bool compared() {
    ui.settle();
    const OpenTrace* b = ui.workspace().both().b();
    return b != nullptr && b->path() == other;
  }
  std::string other = folder.write("other.json", small_trace_text({.ops_per_step = 3}));
};

TEST_CASE("a dialog that shows or sets something is closed by files that are dropped") {
  for (const std::string_view command :
       {"about", "first_steps", "keys", "palette", "thresholds", "gpu_peaks"}) {
    CAPTURE(command);
    DropWindow w;
    w.run(command);
    w.drop();
    CHECK_FALSE(w.ui.window().dialogs().any_open());
    CHECK(w.compared());
  }
}

TEST_CASE("files that are dropped while a dialog waits for an answer open after it") {
  for (const std::string_view command : {"record", "attach", "note", "export_window_png"}) {
    CAPTURE(command);
    DropWindow w;
    w.ui.view().selection.select(w.ui.find("kernel_a"));
    w.ui.settle();
    w.run(command);
    if (command == "export_window_png") {
      // One would give its name to the file to be saved.
      w.ui.window().ask(request::Dropped{{w.folder.path() + "/small.json", w.other}});
      w.ui.frames(3);
      REQUIRE(w.ui.notice());
      CHECK(w.ui.notice()->text == "2 files open when this dialog is closed.");
    } else {
      w.drop();
      REQUIRE(w.ui.notice());
      CHECK(w.ui.notice()->text == "other.json opens when this dialog is closed.");
    }
    CHECK(w.ui.window().dialogs().any_open());
    CHECK_FALSE(w.ui.workspace().runs().open());
    w.ui.key(ImGuiKey_Escape);
    w.ui.frames(3);
    CHECK_FALSE(w.ui.window().dialogs().any_open());
    CHECK(w.compared());
  }
}

}  // namespace
}  // namespace lanescope
