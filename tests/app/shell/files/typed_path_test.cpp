// Paths typed into the file dialog.
#include "app/shell/files/typed_path.h"

#include <cstdlib>
#include <filesystem>

#include <doctest/doctest.h>

#include "app/shell/files/places.h"
#include "app/shell/files/save_target.h"
#include "app/workspace/files/paths.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

FolderEntry folder_entry(const char* name) {
  return {name, "", "", true};
}
FolderEntry file_entry(const char* name) {
  return {name, "", "", false};
}

TEST_CASE("a typed path is completed as far as all names that begin so agree") {
  const std::vector<FolderEntry> entries{folder_entry("runs"), file_entry("run-a.json"),
                                         file_entry("run-b.json"), folder_entry("other")};
  const auto typed = [](const char* text) { return *typed_path("/data", text); };
  CHECK(completed(typed("/data/r"), entries) == "/data/run");
  CHECK(completed(typed("./run-"), entries) == "./run-");
  CHECK(completed(typed("./run-a"), entries) == "./run-a.json");
  CHECK(completed(typed("../data/o"), entries) == "../data/other/");
  CHECK(completed(typed("./x"), entries) == "./x");
  CHECK(completed(typed("./OTH"), entries) == "./other/");  // case is not held against the user
  // Half of a character is none.
  const std::vector<FolderEntry> letters{file_entry("trä.json"), file_entry("trö.json")};
  CHECK(completed(typed("./t"), letters) == "./tr");
}

TEST_CASE("only what leads to a folder is a path") {
  CHECK_FALSE(typed_path("/data", "gemm").has_value());
  CHECK_FALSE(typed_path("/data", "$NO_SUCH_VARIABLE").has_value());
  CHECK(typed_path("/data", "..")->folder == "/");
  CHECK(typed_path("/data", "runs/x")->folder == "/data/runs");
  CHECK(typed_path("/data", "runs/x")->name == "x");
  CHECK(typed_path("/data", "/")->folder == "/");
  CHECK(typed_path("/data", "~/x")->folder == home_folder());
}

TEST_CASE("variables and the home folder are replaced, and dollars in names are kept") {
  ::setenv("LANESCOPE_TEST_RUNS", "/data/runs", 1);
  CHECK(expanded_path("$LANESCOPE_TEST_RUNS/a.json") == "/data/runs/a.json");
  CHECK(expanded_path("${LANESCOPE_TEST_RUNS}_2") == "/data/runs_2");
  CHECK(expanded_path("cost$.json") == "cost$.json");
  CHECK(expanded_path("$NO_SUCH_VARIABLE/a") == "$NO_SUCH_VARIABLE/a");
  CHECK(expanded_path("${LANESCOPE_TEST_RUNS") == "${LANESCOPE_TEST_RUNS");
  CHECK(expanded_path("~") == home_folder());
}

TEST_CASE("places are each named once, and alike ones by the folder above") {
  const std::vector<RecentFile> recent{{"/jobs/one/out/a.json", 0},
                                       {"/jobs/two/out/a.json", 0},
                                       {"/jobs/one/out/b.json", 0},
                                       {"/home/ada/c.json", 0}};
  const std::vector<FolderPlace> places = places_of("/home/ada", "/work", recent);
  REQUIRE(places.size() == 4);
  CHECK(places[0].title == "Home");
  CHECK(places[1].title == "Working folder");
  CHECK(places[2].title == "one/out");
  CHECK(places[3].title == "two/out");
}

/// The file dialog in a folder with a folder of runs in it.
struct OpenDialog {
  OpenDialog() {
    fs::create_directories(folder.path() + "/experiments/.cache");
    folder.write("experiments/base.json", small_trace_text());
    folder.write("experiments/base2.json", small_trace_text());
    folder.write(".secret.json", small_trace_text());
    ui.window().settings().recent = {{folder.path() + "/experiments/base.json", 1}};
    ui.run(workspace::Drop{{folder.path()}});
    until_listed();
  }
  void until_listed() {
    REQUIRE(ui.frames_until([&] { return ui.has_mark("open.list"); }));
    ui.frames(2);
  }
  std::string listed() { return SeenScreen().page(ui.mark("open.list")); }
  bool lists(std::string_view name) { return listed().find(name) != std::string::npos; }
  TempFolder folder;
  UiDriver ui;
};

TEST_CASE("Tab completes a path, and the list shows what it may become") {
  OpenDialog w;
  w.ui.type(w.folder.path() + "/exp");
  w.until_listed();
  CHECK(w.lists("experiments"));
  w.ui.key(ImGuiKey_Tab);
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("open.list") && w.lists("base2.json"); }));
  w.ui.type("b");
  w.ui.frames(3);
  w.ui.key(ImGuiKey_Tab);
  w.ui.frames(3);
  w.ui.type("2");  // behind "base", which both names begin with
  w.ui.frames(3);
  w.ui.key(ImGuiKey_Tab);
  w.ui.frames(3);
  w.ui.key(ImGuiKey_Enter);
  w.ui.settle();
  REQUIRE(w.ui.workspace().trace() != nullptr);
  CHECK(w.ui.view().session().path() == w.folder.path() + "/experiments/base2.json");
}

TEST_CASE("a candidate of a typed path is chosen with the arrow keys") {
  OpenDialog w;
  w.ui.type("experiments/");
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("open.list") && w.lists("base2.json"); }));
  w.ui.key(ImGuiKey_DownArrow);
  w.ui.key(ImGuiKey_DownArrow);
  w.ui.key(ImGuiKey_Enter);
  w.ui.settle();
  REQUIRE(w.ui.workspace().trace() != nullptr);
  CHECK(w.ui.view().session().path() == w.folder.path() + "/experiments/base2.json");
}

TEST_CASE("hidden files are listed on request, or when a dot is typed") {
  OpenDialog w;
  CHECK_FALSE(w.lists(".secret.json"));
  w.ui.click("open.hidden");
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("open.list") && w.lists(".secret.json"); }));
  w.ui.click("open.hidden");
  REQUIRE(
      w.ui.frames_until([&] { return w.ui.has_mark("open.list") && !w.lists(".secret.json"); }));
  w.ui.click("open.filter");
  w.ui.type("./.s");
  CHECK(w.ui.frames_until([&] { return w.ui.has_mark("open.list") && w.lists(".secret.json"); }));
}

TEST_CASE("after asking for hidden files, what is typed goes to the field") {
  OpenDialog w;
  w.ui.click("open.hidden");
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("open.list") && w.lists(".secret.json"); }));
  w.ui.type("exp");
  CHECK(w.ui.frames_until([&] { return w.ui.has_mark("open.list") && !w.lists(".secret.json"); }));
}

TEST_CASE("the folder of a recent file is a click away") {
  OpenDialog w;
  w.ui.click("place." + w.folder.path() + "/experiments");
  CHECK(w.ui.frames_until([&] { return w.ui.has_mark("open.list") && w.lists("base2.json"); }));
}

TEST_CASE("what is dropped while the dialog is open is gone to, or opened") {
  OpenDialog w;
  w.ui.window().ask(request::Dropped{{w.folder.path() + "/experiments"}});
  CHECK(w.ui.frames_until([&] { return w.ui.has_mark("open.list") && w.lists("base2.json"); }));
  w.ui.window().ask(request::Dropped{{w.folder.path() + "/experiments/base.json"}});
  w.ui.settle();
  CHECK_FALSE(w.ui.has_mark("open.dialog"));
  REQUIRE(w.ui.workspace().trace() != nullptr);
  CHECK(w.ui.view().session().path() == w.folder.path() + "/experiments/base.json");
}

}  // namespace
}  // namespace lanescope
