// A window on a system that offers less: a page in a browser records nothing, starts no editor, has
// no folders and saves without asking where.
#include "app/shell/window/offers.h"

#include <algorithm>
#include <filesystem>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// What the window asked of the system.
struct Asked {
  std::vector<FilePurpose> files;
  std::string delivered;
};

struct SmallSystem {
  SmallSystem() : ui({.settings = {}, .proc = {}, .example = {}, .offers = offers()}, 1600, 900) {}
  SystemOffers offers() {
    SystemOffers some;
    some.records = some.editors = some.quits = some.folders = false;
    some.choose_files = [this](FilePurpose purpose) { asked.files.push_back(purpose); };
    some.save_folder = folder.path();
    some.deliver = [this](const std::string& path) { asked.delivered = path; };
    return some;
  }
  TempFolder folder;
  Asked asked;
  UiDriver ui;
};

TEST_CASE("a start page on a system that cannot record does not offer it") {
  SmallSystem small;
  small.ui.settle();
  CHECK(small.ui.has_mark("start.open"));
  CHECK_FALSE(small.ui.has_mark("start.record"));
  CHECK_FALSE(small.ui.has_mark("start.attach"));
}

TEST_CASE("commands that the system does not offer have no keys") {
  SmallSystem small;
  small.ui.settle();
  small.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  small.ui.frames(3);
  CHECK_FALSE(small.ui.window().dialogs().any_open());
  small.ui.key(ImGuiKey_Q, ImGuiMod_Ctrl);
  small.ui.frames(3);
  CHECK_FALSE(small.ui.window().quitting().wants_close());
}

TEST_CASE("commands that need what a system lacks are not offered") {
  SmallSystem small;
  for (const char* absent : {"record", "attach", "pause_recording", "stop_recording", "end_program",
                             "open_source", "quit", "open_ranks"}) {
    CAPTURE(absent);
    CHECK_FALSE(is_offered(*find_command(absent), small.ui.window()));
  }
}

TEST_CASE("all commands are offered as a rule") {
  UiDriver usual;
  CHECK(std::ranges::all_of(
      commands(), [&](const Command& command) { return is_offered(command, usual.window()); }));
}

TEST_CASE("files are chosen by the system's own means where there are some") {
  SmallSystem small;
  small.ui.settle();
  small.ui.click("start.open");
  small.ui.frames(3);
  REQUIRE(small.asked.files.size() == 1);
  CHECK(small.asked.files.front() == FilePurpose::Open);
  CHECK_FALSE(small.ui.window().dialogs().is_open<FileDialog>());
}

TEST_CASE("an export is saved without asking and delivered") {
  SmallSystem small;
  small.ui.open(small.folder.write("small.json", small_trace_text({})));
  find_command("export_view_svg")->run(small.ui.window());
  small.ui.settle();
  CHECK(small.asked.delivered == small.folder.path() + "/small-view.svg");
  CHECK(fs::file_size(small.asked.delivered) > 0);
  REQUIRE(small.ui.notice());
  CHECK(small.ui.notice()->text.starts_with("Saved small-view.svg, "));
}

}  // namespace
}  // namespace lanescope
