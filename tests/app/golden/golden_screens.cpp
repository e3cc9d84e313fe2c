#include "tests/app/golden/golden_screens.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <doctest/doctest.h>

#include "tests/app/seen_screen.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

/// The line at the top tells how long the load took, the one at the bottom how much memory is used
/// and what a frame took.
constexpr float kTopPx = 34, kStatusPx = 26;

}  // namespace

void GoldenScreens::add(const std::string& title, Rect where) {
  const SeenScreen seen;
  text_ += "== " + title + "\n" + seen.page(where) + "-- colors\n" + seen.colors(where) + "\n";
}

GoldenScreens::~GoldenScreens() {
  const std::string path = source_folder() + "/tests/app/golden/" + name_ + ".golden";
  const char* const renew = std::getenv("LANESCOPE_RENEW_GOLDEN");
  if (renew != nullptr && std::string(renew) == "1") {
    std::ofstream(path) << text_;
    return;
  }
  std::ifstream file(path);
  const std::string before{std::istreambuf_iterator<char>(file), {}};
  CHECK_MESSAGE(text_ == before, "now the screens of ", name_, " are:\n", text_);
}

Rect labels_and_lanes(UiDriver& ui) {
  const Rect lanes = ui.mark("lanes");
  return {0, kTopPx, lanes.x1, lanes.y1};
}

Rect all_panes() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  return {0, kTopPx, size.x, size.y - kStatusPx};
}

Rect details_pane(UiDriver& ui) {
  const Rect lanes = ui.mark("lanes");
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  return {lanes.x1, ui.mark("ruler").y0, size.x, size.y - kStatusPx};
}

Rect bottom_panes(UiDriver& ui) {
  const Rect lanes = ui.mark("lanes");
  return {0, lanes.y1, lanes.x1, ImGui::GetIO().DisplaySize.y - kStatusPx};
}

std::string trace_path(const std::string& name) {
  return source_folder() + "/tests/traces/" + name;
}

}  // namespace lanescope
