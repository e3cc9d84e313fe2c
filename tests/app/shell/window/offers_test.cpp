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
#include "tests/file_text.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// What the window asked of the system.
struct Asked {
  std::vector<FilePurpose> files;
  std::string delivered, link;
};

struct SmallSystem {
  SmallSystem() : ui({.settings = {}, .proc = {}, .example = {}, .offers = offers()}, 1600, 900) {}
  SystemOffers offers() {
    SystemOffers some;
    some.records = some.editors = some.quits = some.folders = some.all_keys = false;
    some.choose_files = [this](FilePurpose purpose) { asked.files.push_back(purpose); };
    some.save_folder = folder.path();
    some.deliver = [this](const std::string& path) { asked.delivered = path; };
    some.copy_link = [this](const std::string& view) { asked.link = view; };
    some.share_page = [] { return std::string("<body><!--lanescope-data--></body>"); };
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

TEST_CASE("where a browser keeps keys for itself, a trace is closed by another") {
  SmallSystem small;
  small.ui.open(small.folder.write("small.json", small_trace_text({})));
  small.ui.key(ImGuiKey_W, ImGuiMod_Ctrl);
  small.ui.frames(3);
  CHECK(small.ui.workspace().trace() != nullptr);
  small.ui.key(ImGuiKey_W, ImGuiMod_Alt);
  small.ui.frames(3);
  CHECK(small.ui.workspace().trace() == nullptr);
}

TEST_CASE("commands that need what a system lacks are not offered") {
  SmallSystem small;
  for (const char* absent : {"record", "attach", "pause_recording", "save_last", "stop_recording",
                             "end_program", "open_source", "quit", "open_ranks", "add_profile"}) {
    CAPTURE(absent);
    CHECK_FALSE(is_offered(*find_command(absent), small.ui.window()));
  }
}

TEST_CASE("without a page, all commands are offered but those that need one") {
  UiDriver usual;
  for (const Command& command : commands()) {
    CAPTURE(command.id);
    const bool needs_page = command.id == "share_html" || command.id == "copy_link";
    CHECK(is_offered(command, usual.window()) != needs_page);
  }
}

TEST_CASE("a view is shared as one HTML file after a question, and of a selected range only that") {
  SmallSystem small;
  small.ui.open(small.folder.write("small.json", small_trace_text({.steps = 40})));
  const auto share = [&small] {
    small.asked.delivered.clear();
    find_command("share_html")->run(small.ui.window());
    small.ui.frames(3);
    CHECK(small.asked.delivered.empty());
    small.ui.key(ImGuiKey_Enter);
    small.ui.settle();
    CHECK(small.asked.delivered == small.folder.path() + "/small.html");
    return file_text(small.asked.delivered);
  };
  const std::string whole = share();
  CHECK(whole.find(R"("range_ns":[0,)") != std::string::npos);
  CHECK(whole.find(R"(id="lanescope-trace-a" data-name="small.json.gz">H4sI)") != whole.npos);
  const TimeRange extent = small.ui.view().snapshot()->extent;
  small.ui.view().selection.select_range({extent.begin_ns, extent.begin_ns + 1'000'000});
  CHECK(share().size() < whole.size());
}

TEST_CASE("a link to the view is copied where there are links") {
  SmallSystem small;
  small.ui.open(small.folder.write("small.json", small_trace_text({})));
  find_command("copy_link")->run(small.ui.window());
  CHECK(small.asked.link.starts_with("file=small.json&range=0:"));
}

TEST_CASE("a link to two runs is to both, or says that it is not") {
  SmallSystem small;
  const TempFolder other;
  const std::string a = small.folder.write("a.json", small_trace_text({}));
  const auto copy_link = [&](const std::string& b) {
    small.ui.run(workspace::OpenBoth{a, b});
    small.ui.settle();
    small.ui.show_tab("Compare");
    find_command("copy_link")->run(small.ui.window());
    REQUIRE(small.ui.notice());
    return small.ui.notice()->text;
  };
  CHECK(copy_link(small.folder.write("b.json", small_trace_text({}))) ==
        "Copied a link to this comparison.");
  CHECK(small.asked.link.starts_with("file=a.json&compare=b.json&range="));
  CHECK(small.asked.link.ends_with("&tab=Compare"));
  CHECK(copy_link(other.write("a.json", small_trace_text({}))) ==
        "Copied a link to one run only: both files are named a.json, so a link cannot tell them "
        "apart.");
  CHECK(small.asked.link.find("compare") == std::string::npos);
  CHECK(small.asked.link.find("Compare") == std::string::npos);
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
