// Saving what the window shows, by the dialog.
#include <filesystem>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/shell/files/exporter.h"
#include "app/shell/keys/commands.h"
#include "tests/app/small_trace_window.h"
#include "tests/file_text.h"

namespace lanescope {
namespace {

struct ExportWindow : SmallTraceWindow {
  explicit ExportWindow(std::string_view tab = "kernels") {
    ui.show_tab(tab);
    ui.settle();
  }

  /// Runs a command and waits for the dialog.
  void run(std::string_view id) {
    const Command* command = find_command(id);
    REQUIRE(command != nullptr);
    REQUIRE(command->enabled(ui.window()));
    command->run(ui.window());
    ui.frames(4);
    REQUIRE(ui.window().dialogs().is_open<FileDialog>());
  }

  /// Accepts the name and waits until it is written.
  void accept() {
    ui.key(ImGuiKey_Enter);
    ui.settle();
    ui.frames(2);
  }

  [[nodiscard]] std::string path_of(const std::string& name) const {
    return folder.path() + "/" + name;
  }
  [[nodiscard]] std::string reported() { return ui.notice() ? ui.notice()->text : std::string(); }
};

TEST_CASE("the table is saved as CSV beside the trace, and a notice says so") {
  ExportWindow w;
  w.run("export_csv");
  w.accept();
  const std::string csv = file_text(w.path_of("small-kernels.csv"));
  CHECK(csv.starts_with("Kernel,Role,Calls,"));
  CHECK(csv.find("\r\nkernel_a,compute,6,4200000,") != std::string::npos);
  CHECK(w.reported().starts_with("Saved small-kernels.csv to "));
}

TEST_CASE("what is exported of a private trace is as private") {
  ExportWindow w;
  namespace fs = std::filesystem;
  const fs::perms own = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(w.path_of("small.json"), own);
  const std::vector<std::pair<std::string, std::string>> exports = {
      {"export_csv", "small-kernels.csv"},
      {"export_view_svg", "small-view.svg"},
      {"export_view_png", "small-view.png"},
      {"save_trace", "small.json.gz"},
      {"save_perfetto", "small.pftrace"}};
  for (const auto& [id, name] : exports) {
    CAPTURE(id);
    w.run(id);
    w.accept();
    CHECK(fs::status(w.path_of(name)).permissions() == own);
  }
}

TEST_CASE("the name that is offered for a saved trace is not that of the open file") {
  ExportWindow w;
  const std::string packed = gzip(small_trace_text({}));
  const std::string path = w.folder.write("run.json.gz", packed);
  w.ui.open(path);
  w.run("save_trace");
  w.accept();
  CHECK(file_text(path) == packed);
  CHECK(std::filesystem::exists(w.path_of("run-copy.json.gz")));
}

TEST_CASE("who closes the trace while it is saved is told how that went, and nothing goes on") {
  ExportWindow w;
  for (const char* const id : {"export_csv", "export_window_png"}) {
    CAPTURE(id);
    w.run(id);
    w.ui.key(ImGuiKey_Enter);
    const bool was_quick = w.reported().starts_with("Saved ");
    w.ui.run(workspace::Close{});
    w.ui.settle();
    w.ui.frames(2);
    CHECK(w.ui.window().quiet());
    if (std::string_view(id) == "export_csv" && !was_quick)
      CHECK(w.reported().starts_with("Saved small-kernels.csv to "));
    w.ui.open(w.folder.path() + "/small.json");
  }
  CHECK(std::filesystem::exists(w.path_of("small-kernels.csv")));
}

TEST_CASE("a name can be written, in place of the suggested one") {
  ExportWindow w;
  w.run("export_markdown");
  w.ui.type("mine");
  w.accept();
  CHECK(file_text(w.path_of("mine.md")).starts_with("| Kernel |"));
}

TEST_CASE("an old file is only replaced after a question") {
  ExportWindow w;
  const std::string path = w.folder.write("small-kernels.csv", "precious");
  w.run("export_csv");
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  CHECK(w.ui.window().dialogs().is_open<FileDialog>());
  CHECK(w.ui.has_mark("save.question"));
  CHECK(file_text(path) == "precious");
  SUBCASE("another name is no answer") {
    w.ui.type("other");
    CHECK_FALSE(w.ui.has_mark("save.question"));
    w.accept();
    CHECK(file_text(path) == "precious");
    CHECK(file_text(w.path_of("other.csv")).starts_with("Kernel,"));
  }
  SUBCASE("yes") {
    w.ui.click("save.accept");
    w.ui.settle();
    CHECK(file_text(path).starts_with("Kernel,"));
  }
  SUBCASE("no") {
    w.ui.key(ImGuiKey_Escape);
    w.ui.settle();
    CHECK_FALSE(w.ui.window().dialogs().is_open<FileDialog>());
    CHECK(file_text(path) == "precious");
  }
}

TEST_CASE("a folder that is not there is told in the dialog") {
  ExportWindow w;
  w.run("export_csv");
  w.ui.type("nowhere/table.csv");
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  CHECK(w.ui.window().dialogs().is_open<FileDialog>());
  CHECK(w.ui.has_mark("save.problem"));
}

TEST_CASE("what goes wrong while it is written is told, and the dialog was right to let it go") {
  ExportWindow w;
  w.run("export_csv");
  w.ui.key(ImGuiKey_Backspace);
  // A folder that exists and takes no files, not even of root's.
  w.ui.type("/proc/table.csv");
  w.ui.key(ImGuiKey_Enter);
  CHECK_FALSE(w.ui.window().dialogs().is_open<FileDialog>());
  w.ui.settle();
  w.ui.frames(2);
  CHECK_FALSE(w.reported().empty());
}

TEST_CASE("files of that kind are listed, and one of them gives its name") {
  ExportWindow w;
  w.folder.write("other.csv", "1");
  w.run("export_csv");
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("row.other.csv"); }));
  CHECK_FALSE(w.ui.has_mark("row.small.json"));
  w.ui.click("row.other.csv");
  w.ui.frames(2);
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  CHECK(w.ui.has_mark("save.question"));
  w.accept();
  CHECK(file_text(w.path_of("other.csv")).starts_with("Kernel,"));
}

TEST_CASE("a flame graph is saved for the other programs") {
  ExportWindow w("flame");
  w.run("export_collapsed");
  w.accept();
  CHECK(file_text(w.path_of("small-flame.folded")).find("aten::op0") != std::string::npos);
  w.run("export_speedscope");
  w.accept();
  const auto file = nlohmann::json::parse(file_text(w.path_of("small-flame.speedscope.json")));
  CHECK(file.at("$schema").get<std::string>().find("speedscope") != std::string::npos);
}

TEST_CASE("a trace that is saved for Perfetto opens again with its events and their links") {
  ExportWindow w;
  const auto links = w.ui.view().snapshot()->kernel_links.count;
  REQUIRE(links > 0);
  w.run("save_perfetto");
  w.accept();
  CHECK(w.reported().starts_with("Saved small.pftrace to "));
  w.ui.open(w.path_of("small.pftrace"));
  CHECK(w.ui.view().snapshot()->kernel_links.count == links);
  CHECK(w.ui.find("aten::op0") != EventId::None);
}

TEST_CASE("a trace for Perfetto is not saved under the name of another format") {
  ExportWindow w;
  w.run("save_perfetto");
  w.ui.type("mine.json");
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  CHECK(w.ui.window().dialogs().is_open<FileDialog>());
  CHECK(w.ui.has_mark("save.problem"));
}

TEST_CASE("the view is saved as SVG with its words") {
  ExportWindow w;
  w.run("export_view_svg");
  w.accept();
  const std::string svg = file_text(w.path_of("small-view.svg"));
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  for (const char* words : {">small.json</text>", ">main thread</text>", ">ProfilerStep#1</text>",
                            "<title>aten::op0\n"})
    CHECK(svg.find(words) != std::string::npos);
}

/// Width and height, as a PNG says them; zeros when it is none.
std::pair<unsigned, unsigned> png_size(const std::string& png) {
  if (png.size() < 24 || !png.starts_with("\x89PNG\r\n\x1A\n")) return {};
  const auto number = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
      value = value << 8U | static_cast<unsigned char>(png[i]);
    return value;
  };
  return {number(16), number(20)};
}

TEST_CASE("the view and the window are saved as PNG, without the dialog that asked") {
  ExportWindow w;
  w.run("export_view_png");
  w.accept();
  const auto [width, height] = png_size(file_text(w.path_of("small-view.png")));
  CHECK(width > 800);
  CHECK(width < 1600);
  CHECK(height > 200);
  CHECK(height < 900);
  w.run("export_window_png");
  w.accept();
  CHECK(png_size(file_text(w.path_of("small-window.png"))) == std::pair(1600U, 900U));
}

TEST_CASE("a picture is not made smaller by the notice of the previous one") {
  ExportWindow w;
  const auto saved_size = [&] {
    w.run("export_view_png");
    w.accept();
    CHECK(w.reported().starts_with("Saved small-view.png"));
    const auto size = png_size(file_text(w.path_of("small-view.png")));
    std::filesystem::remove(w.path_of("small-view.png"));
    return size;
  };
  const auto first = saved_size();
  REQUIRE(w.ui.has_mark("notice"));
  CHECK(saved_size() == first);
}

TEST_CASE("what can not be saved now is not offered") {
  ExportWindow w;
  CHECK_FALSE(find_command("export_collapsed")->enabled(w.ui.window()));
  CHECK(find_command("export_view_svg")->enabled(w.ui.window()));
  w.ui.run(workspace::Close{});
  w.ui.frames(2);
  CHECK_FALSE(find_command("export_view_svg")->enabled(w.ui.window()));
  CHECK_FALSE(find_command("export_csv")->enabled(w.ui.window()));
}

TEST_CASE("the table's own menu saves it too") {
  ExportWindow w;
  w.ui.click("data.copy");
  w.ui.frames(2);
  w.ui.click("Save as CSV…");
  w.ui.frames(3);
  CHECK(w.ui.window().dialogs().is_open<FileDialog>());
  w.accept();
  CHECK(file_text(w.path_of("small-kernels.csv")).starts_with("Kernel,"));
}

TEST_CASE("a copy is confirmed for a moment, then the window rests") {
  ExportWindow w;
  w.ui.click("data.copy");
  w.ui.frames(2);
  w.ui.click("As CSV");
  CHECK(w.ui.frames_until([&] { return w.ui.has_mark("copied"); }));
  w.ui.move({5, 5});
  w.ui.frames(180);
  CHECK_FALSE(w.ui.has_mark("copied"));
  CHECK(w.ui.window().next_frame_in_s() < 0);
}

}  // namespace
}  // namespace lanescope
