// A trace from another machine: its sources are located with the mouse and the keyboard, as a user
// does.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/workspace/files/paths.h"
#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTrain = "/job/src/train.py(2): step";
constexpr const char* kLoad = "/job/src/lib/data.py(7): load";

/// An editor that ends at once, in place of the user's.
class EndingEditor {
 public:
  EndingEditor() : before_(environment_variable("VISUAL")) { ::setenv("VISUAL", "true", 1); }
  ~EndingEditor() {
    if (before_.empty())
      ::unsetenv("VISUAL");
    else
      ::setenv("VISUAL", before_.c_str(), 1);
  }
  EndingEditor(const EndingEditor&) = delete;
  EndingEditor& operator=(const EndingEditor&) = delete;

 private:
  std::string before_;
};

struct LocateWindow {
  LocateWindow() {
    fs::create_directories(folder.path() + "/mine/src/lib");
    for (const char* const file :
         {"mine/src/train.py", "mine/src/lib/data.py", "mine/src/other.py"})
      folder.write(file, "x");
    TraceText trace;
    trace.cpu("python_function", kTrain, "0", "100").cpu("python_function", kLoad, "10", "50");
    ui.open(folder.write("step.json", trace.text()));
  }
  /// Asks for the line of that function; the dialog is open then.
  void open_source(const char* function) {
    ui.click(ui.place_of(ui.find(function)));
    ui.settle();
    ui.key(ImGuiKey_Enter);
    ui.settle();
  }
  void open_dialog() {
    open_source(kTrain);
    REQUIRE(ui.notice());
    CHECK(ui.notice()->text == "/job/src/train.py:2 is not on this machine.");
    ui.click("notice.action");
    REQUIRE(ui.frames_until([&] { return ui.has_mark("open.list"); }));
  }
  bool is_asking() { return ui.window().dialogs().is_open<FileDialog>(); }
  std::string place(const char* file) const {
    return fs::canonical(folder.path() + "/" + file).string();
  }

  EndingEditor editor;
  TempFolder folder;
  UiDriver ui{1600, 1000};
};

}  // namespace

TEST_CASE("the right file is opened at the line, and those beside it are found without asking") {
  LocateWindow w;
  w.open_dialog();
  w.ui.type("mine/src/train.py");
  w.ui.frames(2);
  SUBCASE("with Enter") {
    w.ui.key(ImGuiKey_Enter);
  }
  SUBCASE("with the button") {
    w.ui.click("open.accept");
  }
  w.ui.settle();
  CHECK_FALSE(w.is_asking());
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->text == "Opened line 2 of " + w.place("mine/src/train.py") + " with true.");
  CHECK(w.ui.window().settings().source_folders ==
        std::vector<SourceFolder>{{"/job/", w.folder.path() + "/mine/"}});
  w.open_source(kLoad);
  CHECK_FALSE(w.is_asking());
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->text ==
        "Opened line 7 of " + w.place("mine/src/lib/data.py") + " with true.");
}

TEST_CASE("a wrong file is refused in the dialog, where the right one can be chosen then") {
  LocateWindow w;
  w.open_dialog();
  w.ui.type("mine/src/other.py");
  w.ui.frames(2);
  w.ui.click("open.accept");
  w.ui.frames(2);
  REQUIRE(w.ui.has_mark("open.problem"));
  const std::string seen = SeenScreen().page(w.ui.mark("open.problem").inset(-200, -60));
  CHECK_MESSAGE(seen.find("other.py is not named train.py") != std::string::npos, seen);
  CHECK(w.is_asking());
  CHECK(w.ui.window().settings().source_folders.empty());
  w.ui.click("open.filter");
  w.ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  w.ui.type("mine/src/train.py");
  w.ui.frames(2);
  CHECK_FALSE(w.ui.has_mark("open.problem"));
  w.ui.key(ImGuiKey_Enter);
  w.ui.settle();
  CHECK_FALSE(w.is_asking());
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->text.starts_with("Opened line 2 of "));
}

TEST_CASE("who cancels has located nothing, and can do so later") {
  LocateWindow w;
  w.open_dialog();
  w.ui.type("mine/src/train.py");
  w.ui.frames(2);
  SUBCASE("with the button") {
    w.ui.click("open.cancel");
  }
  SUBCASE("with Esc") {
    // The first may be for the field.
    for (int i = 0; i < 2 && w.is_asking(); ++i) {
      w.ui.key(ImGuiKey_Escape);
      w.ui.frames(2);
    }
  }
  w.ui.settle();
  REQUIRE_FALSE(w.is_asking());
  CHECK(w.ui.window().settings().source_folders.empty());
  CHECK_FALSE(w.ui.notice());
  w.open_dialog();
  CHECK(SeenScreen().page(w.ui.mark("open.title")).find("Locate train.py") != std::string::npos);
}

}  // namespace lanescope
