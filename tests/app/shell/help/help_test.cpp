// What the Help menu shows.
#include <doctest/doctest.h>

#include "app/shell/help/about.h"
#include "app/shell/help/first_steps.h"
#include "app/shell/help/libraries.h"
#include "app/shell/keys/commands.h"
#include "core/base/version.h"
#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"

namespace lanescope {
namespace {

TEST_CASE("keys stand in the text, and what needs a key that is not set is left out") {
  const auto keys_of = [](std::string_view id) {
    return id == "search" ? std::string("Ctrl+F") : std::string();
  };
  CHECK(with_keys("Press {search} to find.", keys_of) == "Press Ctrl+F to find.");
  CHECK(with_keys("[{search} finds. ][{palette} runs.]End", keys_of) == "Ctrl+F finds. End");
  CHECK(with_keys("Drop it[, or press {palette}].", keys_of) == "Drop it.");
}

TEST_CASE("the first steps name the keys that the user has set") {
  UiDriver ui;
  const auto page = [&] {
    find_command("first_steps")->run(ui.window());
    ui.frames(3);
    return SeenScreen().page(ui.mark("first_steps.dialog"));
  };
  CHECK(page().find("Ctrl+F searches") != std::string::npos);
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  ui.window().settings().keys.set(*find_command("search"), {ImGuiKey_F7, 0, 0, false});
  CHECK(page().find("F7 searches") != std::string::npos);
  ui.click("first_steps.keys");
  ui.frames(3);
  CHECK(ui.window().dialogs().is_open<KeyList>());
  CHECK_FALSE(ui.has_mark("first_steps.dialog"));
}

TEST_CASE("the versions and the graphics are told, and can be copied for a report") {
  UiDriver ui;
  auto& about = ui.window().dialogs().get<AboutDialog>();
  about.set_graphics("OpenGL 4.5, llvmpipe, of Mesa");
  find_command("about")->run(ui.window());
  ui.frames(3);
  ui.click("about.copy");
  const std::string copied = ImGui::GetClipboardText();
  for (const std::string_view part :
       {std::string_view("OpenGL 4.5, llvmpipe, of Mesa"), kVersion, library_versions(),
        std::string_view("README.md"), std::string_view("Apache License 2.0")}) {
    CAPTURE(part);
    CHECK(copied.find(part) != std::string::npos);
  }
  CHECK(library_versions().find("zstd 1.") != std::string_view::npos);
  CHECK(library_versions().find("doctest") == std::string_view::npos);
  ui.click("about.close");
  ui.frames(2);
  CHECK_FALSE(ui.has_mark("about.dialog"));
}

}  // namespace
}  // namespace lanescope
