// `lanescope screenshot` without a display.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"
#include "tests/program_output.h"
#include "tests/screens/picture.h"
#include "tests/screens/program.h"

namespace lanescope {
namespace {

const std::string kExample =
    std::string(LANESCOPE_SOURCE_DIR) + "/assets/examples/transformer-cpu.json.gz";

Picture picture_of(const std::vector<std::string>& arguments) {
  const TempFolder folder;
  const std::string path = folder.path() + "/picture.png";
  std::vector<std::string> all{"-o", path};
  all.insert(all.begin(), arguments.begin(), arguments.end());
  REQUIRE(take_screenshot(all) == 0);
  const auto picture = read_png(path);
  REQUIRE(picture.has_value());
  return *picture;
}

TEST_CASE("a picture shows lanes of many roles, labels, tables and the overview") {
  const Picture picture = picture_of({kExample, "--size", "1600x900"});
  REQUIRE(picture.width == 1600);
  REQUIRE(picture.height == 900);
  CHECK(roles_in(picture, kLanes, ThemeKind::Dark, 100).size() >= 3);
  CHECK(busy_share(picture, kLanes) > 0.2);
  CHECK(busy_share(picture, kOverview) > 0.1);
  CHECK(text_pixels(picture, kMenus) > 150);
  CHECK(text_pixels(picture, kLabels) > 150);
  CHECK(text_pixels(picture, kBottom) > 800);
  CHECK(text_pixels(picture, kDetails) > 50);
}

TEST_CASE("a selected event fills the details") {
  const Picture without = picture_of({kExample});
  const Picture with = picture_of({kExample, "--select", "aten::mm"});
  CHECK(text_pixels(with, kDetails) > text_pixels(without, kDetails) + 1000);
}

TEST_CASE("the light theme is light") {
  const Picture picture = picture_of({kExample, "--theme", "light"});
  CHECK((picture.at(1500, 880) & 0xFFU) > 0xE0);
  CHECK(roles_in(picture, kLanes, ThemeKind::Light, 100).size() >= 3);
}

TEST_CASE("a range shows something else than the whole") {
  const Picture whole = picture_of({kExample});
  const Picture part = picture_of({kExample, "--range", "50ms:60ms"});
  int different = 0;
  for (int y = kLanes.y0; y < kLanes.y1; ++y) {
    for (int x = kLanes.x0; x < kLanes.x1; ++x)
      different += whole.at(x, y) != part.at(x, y) ? 1 : 0;
  }
  CHECK(different > 20000);
}

TEST_CASE("pictures of the same trace are the same, whatever loading cost") {
  const TempFolder folder;
  const auto bytes_of_picture = [&folder](const std::string& name, const char* tab) {
    const std::string path = folder.path() + "/" + name;
    REQUIRE(take_screenshot({kExample, "-o", path, "--tab", tab}) == 0);
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  for (const char* tab : {"Overview", "Load report"}) {
    CAPTURE(tab);
    const std::string first = bytes_of_picture("first.png", tab);
    for (int again = 0; again < 3; ++again) CHECK((bytes_of_picture("again.png", tab) == first));
  }
}

TEST_CASE("an error of the run that is compared names its file once") {
  const TempFolder folder;
  folder.write("b.json", "{\"loss\": 0.5}");
  for (const std::string b : {"b.json", "none.json"}) {
    CAPTURE(b);
    const PrintedOutput out = program_output(
        LANESCOPE_PROGRAM, "screenshot '" + kExample + "' --compare " + b + " -o x.png",
        folder.path(), 2);
    CHECK(out.code == 3);
    CHECK(out.text.starts_with("lanescope: " + b + ": "));
    CHECK(out.text.find(b, out.text.find(b) + 1) == std::string::npos);
  }
}

TEST_CASE("what can not be used is said with an exit code") {
  const TempFolder folder;
  const std::string out = folder.path() + "/x.png";
  CHECK(take_screenshot({folder.path() + "/nowhere.json", "-o", out}) == 3);
  CHECK(take_screenshot({kExample, "-o", folder.path() + "/no/such/folder/x.png"}) == 3);
  CHECK(take_screenshot({kExample, "-o", out, "--theme", "pink"}) == 2);
  CHECK(take_screenshot({kExample, "-o", out, "--select", "dur>fast"}) == 2);
  CHECK(take_screenshot({kExample, "-o", out, "--tab", "kitchen"}) == 2);
  CHECK(take_screenshot({kExample, "-o", out, "--select", "nothing is called so"}) == 3);
  CHECK(take_screenshot({kExample, "-o", out, "--range", "1000s:2000s"}) == 3);
  CHECK(take_screenshot({kExample, "-o", "/dev/full"}) == 3);
  CHECK(!std::filesystem::exists(out));
}

}  // namespace
}  // namespace lanescope
