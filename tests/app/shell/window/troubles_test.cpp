// What is wrong with the program's own files is told in the window, and nothing is lost.
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/settings/settings.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/file_text.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

std::string example() {
  return source_folder() + "/assets/examples/transformer-cpu.json.gz";
}

std::string notice(UiDriver& ui) {
  return ui.notice() ? ui.notice()->text : std::string();
}

}  // namespace

TEST_CASE("settings that can not be read are told, kept, and written anew") {
  const TempFolder folder;
  const std::string path = folder.write("settings.json", "{\"theme\": \"light\",, my keys");
  {
    UiDriver ui(1600, 900, path);
    ui.frames(2);
    CHECK(notice(ui).find("settings.json is not a JSON object") != std::string::npos);
    ui.key(ImGuiKey_Escape);
    ui.frames(2);
    CHECK(notice(ui).empty());
    CHECK(file_text(path) == "{\"theme\": \"light\",, my keys");
  }
  CHECK(file_text(path + ".unreadable") == "{\"theme\": \"light\",, my keys");
  CHECK(looks_like_settings(file_text(path)));
  UiDriver again(1600, 900, path);
  again.frames(2);
  CHECK(notice(again).empty());
}

TEST_CASE("settings that can not be saved are told, and what was there stays") {
  const TempFolder folder;
  const std::string file = folder.write("no_folder", "");
  SettingsFile settings(file + "/settings.json");
  (void)settings.load();
  const auto error = settings.save({});
  REQUIRE(error);
  CHECK(error->message.find("cannot be saved to " + file) != std::string::npos);
}

TEST_CASE("a font that is missing or damaged is told once, and there is text all the same") {
  const TempFolder folder;
  for (const auto& font : fs::directory_iterator(binary_folder() + "/fonts"))
    fs::copy_file(font.path(), folder.path() + "/" + font.path().filename().string());
  const std::string regular = folder.path() + "/Inter-Regular.otf";
  SUBCASE("missing") {
    fs::remove(regular);
  }
  SUBCASE("cut") {
    fs::resize_file(regular, fs::file_size(regular) / 2);
  }
  SUBCASE("of zeros") {
    folder.write("Inter-Regular.otf", std::string(100'000, '\0'));
  }
  UiDriver ui({.settings = {}, .proc = {}, .example = example(), .fonts = folder.path()}, 1600,
              900);
  ui.frames(2);
  CHECK(notice(ui).find(regular + " is missing or damaged") != std::string::npos);
  ui.key(ImGuiKey_Escape);
  ui.window().settings().zoom_interface(1.1F);
  ui.frames(5);
  CHECK(notice(ui).empty());
}

}  // namespace lanescope
