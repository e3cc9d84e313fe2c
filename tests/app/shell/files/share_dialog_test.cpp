// What is asked before a trace is shared as one HTML file, and what the file then contains.
#include "app/shell/files/share_dialog.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "app/panes/pane/mark_actions.h"
#include "app/shell/keys/commands.h"
#include "app/widgets/dialog.h"
#include "core/base/bytes/byte_source.h"
#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"
#include "tests/base64_text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/file_text.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Nothing in it that is the user's own may be in a redacted page.
constexpr const char* kTrace =
    R"({"baseTimeNanoseconds": 1000000, "hostname": "vault-07", "environment": {"API_TOKEN": "hunter2"},
"traceEvents": [
{"ph": "X", "cat": "python_function", "name": "nn.Module: AcmeRouter_0", "pid": 1, "tid": 1, "ts": 0, "dur": 40000},
{"ph": "X", "cat": "python_function", "name": "/home/ada/acme/router.py(12): route_tokens", "pid": 1, "tid": 1, "ts": 10, "dur": 39000},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 15000, "dur": 2000}
]})";
constexpr const char* kSecrets[]{"vault-07",     "hunter2",     "AcmeRouter", "/home/ada",
                                 "route_tokens", "acme-secret", "runway"};

/// A desktop's window with a page to share with.
struct Desk {
  Desk() : ui({.settings = {}, .proc = {}, .example = {}, .offers = offers()}, 1600, 900) {
    ui.open(folder.write("acme-secret.json", kTrace));
  }
  static SystemOffers offers() {
    SystemOffers all;
    all.share_page = [] { return std::string("<body><!--lanescope-data--></body>"); };
    return all;
  }

  void ask() {
    find_command("share_html")->run(ui.window());
    ui.frames(3);
    REQUIRE(ui.window().dialogs().is_open<ShareDialog>());
  }
  /// From 10 ms to 30 ms.
  void select_part() {
    const Ns begin_ns = ui.view().snapshot()->extent.begin_ns;
    ui.view().selection.select_range({begin_ns + 10'000'000, begin_ns + 30'000'000});
  }
  [[nodiscard]] std::string asked() { return SeenScreen().page(ui.mark("share.dialog")); }
  [[nodiscard]] bool says(std::string_view words) {
    return asked().find(words) != std::string::npos;
  }
  void replace_names() {
    ui.click("share.redact");
    REQUIRE(ui.frames_until([this] { return ui.has_mark("share.counts"); }));
  }
  /// Accepts the name that the file dialog suggests; returns what is reported.
  std::string share() {
    ui.click("share.start");
    ui.frames(3);
    REQUIRE(ui.window().dialogs().is_open<FileDialog>());
    ui.key(ImGuiKey_Enter);
    ui.settle();
    ui.frames(2);
    REQUIRE(ui.notice());
    return ui.notice()->text;
  }
  [[nodiscard]] std::vector<std::string> pages() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.path())) {
      if (entry.path().extension() == ".html") names.push_back(entry.path().filename().string());
    }
    return names;
  }
  /// The page as it is, and after it the text of the trace in it.
  [[nodiscard]] std::string everything_in(const std::string& name) const {
    const std::string html = file_text(folder.path() + "/" + name);
    constexpr std::string_view kData = "json.gz\">";
    const std::size_t from = html.find(kData);
    REQUIRE(from != std::string::npos);
    const std::string_view data = std::string_view(html).substr(from + kData.size());
    const auto source = memory_byte_source(base64_decoded(data.substr(0, data.find('<'))));
    std::string text(1U << 20U, '\0');
    text.resize(source->read(text));
    REQUIRE(text.find("aten::mm") != std::string::npos);
    return html + text;
  }

  TempFolder folder;
  UiDriver ui;
};

bool has(const std::string& text, std::string_view words) {
  return text.find(words) != std::string::npos;
}

TEST_CASE("before a trace is shared, the dialog says what the file will contain") {
  Desk desk;
  desk.ask();
  CHECK(desk.says("Share as one HTML file"));
  CHECK(desk.says("The file contains the viewer and all of acme-secret.json."));
  CHECK(desk.says("This includes all names and metadata in the trace"));
  desk.ui.click("share.cancel");
  desk.ui.frames(2);
  desk.select_part();
  set_mark(desk.ui.view());
  desk.ask();
  CHECK(desk.says("The file contains the viewer, 10–30 ms of acme-secret.json, and 1 mark."));
}

TEST_CASE("sharing can be canceled, and then nothing is written") {
  Desk desk;
  desk.ask();
  SUBCASE("by the button") {
    desk.ui.click("share.cancel");
  }
  SUBCASE("by Escape") {
    desk.ui.key(ImGuiKey_Escape);
  }
  SUBCASE("by closing the trace") {
    desk.ui.run(workspace::Close{});
  }
  desk.ui.settle();
  desk.ui.frames(3);
  CHECK_FALSE(desk.ui.window().dialogs().any_open());
  CHECK_FALSE(any_popup());
  CHECK(desk.pages().empty());
}

TEST_CASE("what the palette's Enter opens is not answered by it, only by the next one") {
  Desk desk;
  desk.ui.key(ImGuiKey_P, ImGuiMod_Ctrl | ImGuiMod_Shift);
  desk.ui.frames(2);
  desk.ui.type("Share as one");
  desk.ui.key(ImGuiKey_Enter);
  desk.ui.frames(5);
  CHECK(desk.ui.window().dialogs().is_open<ShareDialog>());
  desk.ui.key(ImGuiKey_Enter);
  desk.ui.frames(5);
  CHECK(desk.ui.window().dialogs().is_open<FileDialog>());
  CHECK(desk.pages().empty());
}

TEST_CASE("a shared page holds everything, unless names are replaced") {
  Desk desk;
  desk.select_part();
  set_mark(desk.ui.view());
  desk.ui.view().marks.change(0, {desk.ui.view().marks.all().marks[0].range, "runway", "runway"});
  desk.ask();
  SUBCASE("as it is") {
    CHECK_FALSE(has(desk.share(), "replaced"));
    CHECK(desk.pages() == std::vector<std::string>{"acme-secret.html"});
    const std::string page = desk.everything_in("acme-secret.html");
    for (const char* const secret : kSecrets) CHECK_MESSAGE(has(page, secret), secret);
  }
  SUBCASE("with names replaced") {
    desk.replace_names();
    CHECK(desk.says("modules (1)"));
    const std::string counts = desk.asked();
    const std::string notice = desk.share();
    CHECK(desk.pages() == std::vector<std::string>{"trace.html"});
    const std::string page = desk.everything_in("trace.html");
    for (const char* const secret : kSecrets) CHECK_MESSAGE(!has(page, secret), secret);
    CHECK(has(page, R"("title":"trace")"));
    // The count from before is that of what was written.
    const std::size_t from = notice.rfind(", ") + 2;
    const std::string names = notice.substr(from, notice.find(" replaced") - from);
    CHECK_MESSAGE(has(counts, names + " will be replaced: "), notice);
  }
}

TEST_CASE("two runs are shared whole, and with names replaced neither file is named") {
  Desk desk;
  desk.ui.run(workspace::Compare{desk.folder.write("runway.json", kTrace)});
  desk.ui.settle();
  desk.select_part();
  desk.ask();
  CHECK(desk.says("all of acme-secret.json and of runway.json"));
  desk.replace_names();
  CHECK(has(desk.share(), " replaced"));
  const std::string page = desk.everything_in("trace.html");
  for (const char* const secret : kSecrets) CHECK_MESSAGE(!has(page, secret), secret);
  CHECK(has(page, R"(id="lanescope-trace-a" data-name="trace-a.json.gz">)"));
  CHECK(has(page, R"(id="lanescope-trace-b" data-name="trace-b.json.gz">)"));
}

TEST_CASE("the choice is remembered until the program ends") {
  {
    Desk desk;
    desk.ask();
    desk.replace_names();
    desk.ui.key(ImGuiKey_Escape);
    desk.ui.frames(2);
    desk.ask();
    CHECK(desk.ui.window().dialogs().get<ShareDialog>().redacts());
    CHECK(has(desk.share(), " replaced"));
  }
  Desk next;
  next.ask();
  CHECK_FALSE(next.ui.window().dialogs().get<ShareDialog>().redacts());
}

TEST_CASE("names that can no longer be read are not counted, and the dialog says why") {
  Desk desk;
  desk.folder.write("acme-secret.json", "{}");
  desk.ask();
  desk.replace_names();
  CHECK(desk.says("The names cannot be counted: "));
}

}  // namespace
}  // namespace lanescope
