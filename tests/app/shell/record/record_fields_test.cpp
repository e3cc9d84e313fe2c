// What the dialog that records says of its fields while one types in them, and where the keyboard
// is then.
#include <filesystem>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "app/cli/arguments/option_values.h"
#include "tests/app/seen_screen.h"
#include "tests/app/shell/record/record_window.h"

namespace lanescope {
namespace {

struct FieldsWindow : RecordWindow {
  FieldsWindow() {
    ui.window().settings().record = {.command = "sh -c true", .folder = folder.path()};
    ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
    ui.frames(3);
  }
  [[nodiscard]] const RecordRequest& request() {
    return ui.window().dialogs().get<RecordDialog>().request();
  }
  void replace_with(const char* field, const char* text) {
    ui.click(field);
    ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
    ui.type(text);
    ui.frames(2);
  }
  [[nodiscard]] bool shows(std::string_view words, std::string_view where) {
    return SeenScreen().page(ui.mark(where)).find(words) != std::string::npos;
  }
  /// What the command line says of that rate, without its "off", which is a check box here.
  static std::string sentence(const std::string& rate) {
    const std::string said = parse_sampling_rate(rate).error().message;
    return said.substr(0, said.rfind(", or off"));
  }
};

}  // namespace

TEST_CASE("a script that is saved while the dialog is open can be started at once") {
  FieldsWindow w;
  w.replace_with("record.command", "python3 later.py");
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("record.problem"); }));
  CHECK(w.shows("later.py is not in", "record.problem"));
  w.folder.write("later.py", "pass");
  CHECK(w.ui.frames_until([&] { return !w.ui.has_mark("record.problem"); }));
  // Nor does an answer of another time count when the dialog is opened again.
  std::filesystem::remove(w.folder.path() + "/later.py");
  w.ui.click("record.cancel");
  w.ui.frames(2);
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(2);
  w.replace_with("record.command", "python3 later.py");
  CHECK(w.ui.frames_until([&] { return w.ui.has_mark("record.problem"); }));
}

TEST_CASE("a rate that is none is said to be so below its field, and nothing starts") {
  FieldsWindow w;
  for (const char* const rate : {"abc", "-5Hz", "100000Hz"}) {
    CAPTURE(rate);
    w.replace_with("record.rate", rate);
    REQUIRE(w.ui.has_mark("record.rate.problem"));
    CHECK(w.ui.mark("record.rate.problem").y0 >= w.ui.mark("record.rate").y1 - 1);
    CHECK(w.ui.mark("record.rate.problem").y1 <= w.ui.mark("record.native").y0 + 1);
    CHECK(w.shows(FieldsWindow::sentence(rate), "record.rate.problem"));
    REQUIRE(w.ui.has_mark("record.problem"));
    CHECK(w.shows("Host samples", "record.problem"));
    w.ui.click("record.start");
    w.ui.frames(2);
    CHECK(w.ui.workspace().recording() == nullptr);
    CHECK(w.ui.window().dialogs().is_open<RecordDialog>());
  }
  w.replace_with("record.rate", "500 Hz");
  CHECK_FALSE(w.ui.has_mark("record.rate.problem"));
  CHECK_FALSE(w.ui.has_mark("record.problem"));
  SUBCASE("nor without a rate") {
    w.ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
    w.ui.key(ImGuiKey_Delete);
    w.ui.frames(2);
    CHECK(w.request().rate.empty());
  }
  SUBCASE("nor without samples") {
    w.replace_with("record.rate", "often");
    CHECK(w.ui.has_mark("record.rate.problem"));
    w.ui.click("record.sample");
    w.ui.frames(2);
  }
  CHECK_FALSE(w.ui.has_mark("record.rate.problem"));
  CHECK_FALSE(w.ui.has_mark("record.problem"));
}

TEST_CASE("one goes on typing in a field while hints and rows come and go") {
  FieldsWindow w;
  w.replace_with("record.rate", "x");
  REQUIRE(w.ui.has_mark("record.rate.problem"));
  w.ui.key(ImGuiKey_Backspace);
  w.ui.frames(2);
  CHECK_FALSE(w.ui.has_mark("record.rate.problem"));
  for (const char* const letter : {"2", "5", "0", " ", "H", "z"}) {
    w.ui.type(letter);
    w.ui.frames(2);
  }
  CHECK(w.request().rate == "250 Hz");
  CHECK_FALSE(w.ui.has_mark("record.rate.problem"));

  // A problem below the command's own check, which comes from another thread.
  w.replace_with("record.command", "no-such-command");
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("record.problem"); }));
  w.ui.type("-here");
  CHECK(w.request().command == "no-such-command-here");
}

TEST_CASE("what Enter asks for in vain leaves the keyboard in the field where it was pressed") {
  FieldsWindow w;
  SUBCASE("a time that is none") {
    w.replace_with("record.duration", "soon");
    w.ui.key(ImGuiKey_Enter);
    w.ui.frames(3);
    REQUIRE(w.ui.has_mark("record.problem"));
    w.ui.type("30 s");
    w.ui.frames(2);
    CHECK(w.request().duration == "30 s");
  }
  SUBCASE("a rate that is none") {
    w.replace_with("record.rate", "often");
    w.ui.key(ImGuiKey_Enter);
    w.ui.frames(3);
    REQUIRE(w.ui.window().dialogs().is_open<RecordDialog>());
    w.ui.type("100 Hz");
    w.ui.frames(2);
    CHECK(w.request().rate == "100 Hz");
  }
  CHECK(w.request().command == "sh -c true");
  CHECK(w.ui.workspace().recording() == nullptr);
}

TEST_CASE("after a click on the button the keyboard is in the field that is wrong") {
  FieldsWindow w;
  w.replace_with("record.environment", "nonsense");
  w.ui.click("record.start");
  w.ui.frames(3);
  REQUIRE(w.ui.has_mark("record.problem"));
  w.ui.type("A=1");
  w.ui.frames(2);
  CHECK(w.request().environment == "nonsenseA=1");
  CHECK(w.request().command == "sh -c true");
}

}  // namespace lanescope
